import { isObject } from "@trilho/engine/contract";
import type { Facts, JsonObject, JsonValue } from "@trilho/engine/contract";
import { createDealService, type DealContext, type DealService } from "../../areas/deals/service.ts";
import type { Actor } from "../../areas/activities/history.ts";
import type { Outcome } from "../../platform/service/outcome.ts";
import type { Store } from "../model/stores.ts";
import { reasonsOf } from "../../platform/service/refusals.ts";
import { permanent, refusal, succeeded, type ActionCall } from "../action.ts";
import { NO_CURSORS } from "../facts.ts";
import { type ActionOutcome, CALENDAR_END } from "../model/run.ts";
import { isOfTestKey, isTestEvent } from "../model/trial.ts";
import { automationPrincipal } from "../../areas/automations/principal.ts";

type Deed = Pick<ActionCall, "run" | "nodeId">;

/** An automation as the one who does something: what it causes stands in its chain, one deeper. */
export const actorOf = ({
  run: { id, automationId, chainId, depth, event, now, clockAheadMs },
  nodeId,
}: Deed): Actor => ({
  type: "automation",
  userId: null,
  automationId,
  apiKeyId: null,
  chain: { id: chainId, depth, ...(isTestEvent(event) && { isTest: true }) },
  step: { runId: id, nodeId, at: now - clockAheadMs },
  isTestKey: isOfTestKey(event),
});

export const dealContextOf = (deed: Deed): DealContext => ({
  viewer: automationPrincipal(deed.run),
  actor: actorOf(deed),
  locale: deed.run.workspace.locale,
});

export const dealsOf = (store: Store, { at }: ActionCall): DealService =>
  createDealService({ store, cursors: NO_CURSORS, now: () => at });

/** The deal that the run is about, as its id; a run without one cannot do things to a deal. */
export const NO_DEAL = refusal("deal-missing");

/** A refusal of the domain is final: asking again for the same cannot help. */
export const outcomeOf = <T>(outcome: Outcome<T>, result: (value: T) => JsonObject | null): ActionOutcome =>
  outcome.ok ? succeeded(result(outcome.value)) : permanent(reasonsOf(outcome.failure, "change-refused"));

/** ISO 8601, not before `at`. No wait leads further than calendars go. */
export const instantAfter = (at: number, ms: number): string =>
  new Date(Math.min(at + Math.max(ms, 0), CALENDAR_END)).toISOString();

const MAX_TITLE = 255;

/** A title, by character, so that none is cut in half. */
export const shortened = (text: string): string => Array.from(text).slice(0, MAX_TITLE).join("");

export const textIn = (config: JsonObject, key: string): string | null => {
  const value = config[key];
  return typeof value === "string" && value.trim() !== "" ? value : null;
};

export const textsIn = (value: JsonValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

/** A number, or a text that Liquid filled in with one. */
export const numberIn = (config: JsonObject, key: string): number | null => {
  const value = config[key];
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
};

/** Of the facts: a text of a group, such as the contact's e-mail. */
export const factIn = (facts: Facts, group: string, key: string): string | null => {
  const holder = facts[group];
  return isObject(holder) ? textIn(holder, key) : null;
};
