import type { JsonObject } from "../contract/json.ts";
import type { Facts } from "../contract/run.ts";
import { holds } from "./conditions.ts";
import { settingsFit } from "./settings.ts";
import type { Payload } from "./settings.ts";
import { startProblems } from "./start-problems.ts";
import { isInWindow } from "./window.ts";

/** What an automation asks of the events that start it, under the contract's names. */
export interface StartRules {
  readonly id: string;
  readonly scope: "global" | "pipeline" | "stage";
  readonly pipelineId: string | null;
  readonly stageId: string | null;
  readonly triggerWindow: JsonObject | null;
  readonly conditions: JsonObject | null;
  readonly triggerConfig: JsonObject | null;
}

/** Something that happened. `at` is Unix ms, `timeZone` the workspace's. */
export interface TriggerEvent {
  readonly type: string;
  readonly dealId: string | null;
  readonly payload: Payload;
  readonly at: number;
  readonly timeZone: string;
}

/** Why an event starts nothing; `unreadable` names where the automation cannot be read. */
export type StartReason =
  | { readonly code: "meant-for-another" | "out-of-scope" | "settings" | "out-of-window" | "conditions" | "filter" }
  | { readonly code: "unreadable"; readonly fields: readonly string[] };

/** Whether an event starts an automation, and why not. */
export interface StartAnswer {
  readonly starts: boolean;
  readonly reasons: readonly StartReason[];
}

/**
 * Whether an event starts an automation that listens to it: at that time, to such events, of such deals. What cannot be
 * read starts nothing. Facts are read only where they are asked for.
 *
 * @example
 * ```ts
 * import { startsOn } from "@trilho/engine";
 *
 * const everywhere = { id: "au_1", scope: "global" as const, pipelineId: null, stageId: null };
 * const asked = { ...everywhere, triggerWindow: null, conditions: null, triggerConfig: { keywords: ["sim"] } };
 * const said = (text: string) => ({ type: "message_received", dealId: null, payload: { text }, at: 0, timeZone: "UTC" });
 * startsOn(asked, said("Sim!"), {}).starts; // true
 * startsOn(asked, said("Assim não"), {}).reasons; // [{ code: "settings" }]
 * ```
 */
export function startsOn(rules: StartRules, event: TriggerEvent, facts: Facts): StartAnswer {
  const reason = refusal(rules, event, facts);
  return reason === null ? { starts: true, reasons: [] } : { starts: false, reasons: [reason] };
}

function refusal(rules: StartRules, event: TriggerEvent, facts: Facts): StartReason | null {
  const { triggerConfig, triggerWindow, conditions } = rules;
  if (!isMeant(rules, event.payload)) return { code: "meant-for-another" };
  if (!isInScope(rules, event, facts)) return { code: "out-of-scope" };
  if (!settingsFit(event.type, triggerConfig ?? {}, event.payload)) return { code: "settings" };
  const fields = startProblems(rules).map(({ field }) => field);
  if (fields.length > 0) return { code: "unreadable", fields };
  if (!isInWindow(triggerWindow, event.at, event.timeZone)) return { code: "out-of-window" };
  if (!holds(conditions, facts)) return { code: "conditions" };
  return holds(triggerConfig?.["filter"], facts) ? null : { code: "filter" };
}

/** Schedules and incoming calls are for one automation. */
const isMeant = ({ id }: Pick<StartRules, "id">, { automationId }: Payload): boolean =>
  automationId === undefined || automationId === id;

function isInScope({ scope, pipelineId, stageId }: StartRules, event: TriggerEvent, facts: Facts): boolean {
  const { dealId, payload } = event;
  if (scope === "global") return true;
  // A time, or a call, that is for this automation and about no deal has no place that could be another one.
  if (dealId === null && payload["automationId"] !== undefined) return true;
  const wanted = scope === "stage" ? { name: "stageId", id: stageId } : { name: "pipelineId", id: pipelineId };
  // Where it happened, which may be another place than where the deal is by now.
  return (payload[wanted.name] ?? facts.deal?.[wanted.name] ?? null) === wanted.id;
}
