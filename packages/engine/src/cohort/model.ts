import { isObject } from "../contract/json.ts";
import type { RunModel } from "../analyse/model.ts";
import type { Trigger } from "../contract/needs.ts";
import type { BusinessHours, Facts, RoundRobinState } from "../contract/run.ts";
import type { Catalogue, Outcome, SimulationError } from "../contract/scenario.ts";
import type { MessageParams } from "../contract/diagnostic.ts";
import type { SimulationDetail } from "../messages/locale.ts";
import { simulationError } from "../messages/simulation.ts";
import { readJson } from "../json/read-json.ts";
import { isDistribution, isTimeDistribution } from "./distribution.ts";
import type { Distribution, NumberDistribution } from "./distribution.ts";
import { isWithin } from "./facts.ts";
import { catalogueIn, checkScenario } from "../simulate/scenario.ts";

/**
 * What the deals of a cohort are like, and how the world treats them. `handles` and `replySeconds` mean what they mean
 * to `analyseGraph`, except that conditions are decided by facts and round robins by their weights. Replies come evenly
 * spread around their mean, unless set in `delays`.
 */
export interface CohortModel extends RunModel, Catalogue {
  /** ISO 8601 instant at which the first run starts. */
  startAt: string;
  /** Seconds from one start to the next. Without it all runs start at once. */
  arrivals?: NumberDistribution;
  /** What all deals have in common. */
  facts?: Facts;
  /** What differs, by field: `{ "deal.value": { type: "uniform", min: 0, max: 20000 } }`. */
  vary?: Readonly<Record<string, Distribution>>;
  /**
   * Fields of `vary` whose values belong together, such as those of real deals: choices of as many values and the same
   * weights, of which a run gets the same place of each.
   */
  together?: readonly string[];
  /** By node, how the world answers, by weight; instead of `handles`. */
  outcomes?: Readonly<Record<string, readonly { outcome: Outcome | null; weight?: number }[]>>;
  /** By node, seconds until a reply comes. */
  delays?: Readonly<Record<string, NumberDistribution>>;
  /** What starts the automation, as in a scenario. */
  trigger?: Trigger;
  respectBusinessHours?: boolean;
  businessHours?: BusinessHours;
  /** IANA, for waits until a day and hour; as in a scenario. */
  timeZone?: string;
  /** Round-robin state by node id, from earlier runs. */
  roundRobin?: Record<string, RoundRobinState>;
}

/** A model whose values were checked. `startAt` is Unix ms. */
export interface CheckedModel {
  model: CohortModel;
  startAt: number;
}

/** Checks a model, which may come from a file or a form, and copies it: plain data alone. */
export function checkModel(given: CohortModel): CheckedModel | { error: SimulationError } {
  const { value, unreadable } = readJson(given);
  if (!isObject(value)) return invalid("model");
  if (unreadable[0]) return invalid("model-value", { path: unreadable[0].path });
  const model = value as unknown as CohortModel;
  const problem = problemOf(model);
  if (problem !== null) return problem;
  const { startAt, facts = {}, trigger, businessHours, timeZone, roundRobin } = model;
  const checked = checkScenario({
    startAt,
    facts,
    ...(trigger !== undefined && { trigger }),
    ...(businessHours !== undefined && { businessHours }),
    ...(timeZone !== undefined && { timeZone }),
    ...catalogueIn(model),
    ...(roundRobin !== undefined && { roundRobin }),
  });
  if ("error" in checked) return checked;
  return { model, startAt: checked.startAt };
}

interface Refusal {
  error: SimulationError;
}

function problemOf(model: CohortModel): Refusal | null {
  if (model.arrivals !== undefined && !isTimeDistribution(model.arrivals)) {
    return invalid("arrivals");
  }
  if (model.replySeconds !== undefined && !isShare(model.replySeconds)) return invalid("reply-seconds");
  if (model.together !== undefined && !isFieldList(model.together))
    return invalid("model-group", { group: "together" });
  return (
    wrongEntry("vary", model.vary, isDistribution, "distribution") ??
    nested(Object.keys(model.vary ?? {})) ??
    wrongEntry("handles", model.handles, isShares, "shares") ??
    wrongEntry("delays", model.delays, isTimeDistribution, "delay") ??
    wrongEntry("outcomes", model.outcomes, isOutcomeList, "outcome-list")
  );
}

function wrongEntry(
  group: string,
  entries: unknown,
  isRight: (entry: unknown) => boolean,
  what: SimulationDetail,
): Refusal | null {
  if (entries === undefined) return null;
  if (!isObject(entries)) return invalid("model-group", { group });
  const wrong = Object.entries(entries).find(([, entry]) => !isRight(entry));
  return wrong ? invalid(what, { group, entry: wrong[0] }) : null;
}

const isShare = (share: unknown): boolean => typeof share === "number" && share >= 0;

const isShares = (shares: unknown): boolean => isObject(shares) && Object.values(shares).every(isShare);

const isFieldList = (fields: unknown): boolean =>
  Array.isArray(fields) && fields.every((field) => typeof field === "string");

function nested(fields: readonly string[]): Refusal | null {
  const inner = fields.find((field) => fields.some((other) => isWithin(field, other)));
  return inner === undefined ? null : invalid("nested-field", { field: inner });
}

function isOutcomeList(list: unknown): boolean {
  if (!Array.isArray(list) || list.length === 0) return false;
  const values = list.map((entry) =>
    isObject(entry) ? { value: entry["outcome"] ?? null, weight: entry["weight"] } : null,
  );
  const [weights, outcomes] = [{ type: "choice", values }, values.flatMap((entry) => entry?.value ?? [])];
  const asked = { startAt: "2026-01-05T09:00:00Z", facts: {}, outcomes: Object.fromEntries(outcomes.entries()) };
  return isDistribution(weights) && !("error" in checkScenario(asked as never));
}

function invalid(detail: SimulationDetail, params: MessageParams = {}): Refusal {
  return { error: simulationError("invalid-model", detail, params) };
}
