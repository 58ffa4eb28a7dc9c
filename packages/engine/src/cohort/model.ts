import type { RunModel } from "../analyse/model.ts";
import type { BusinessHours, Facts, RoundRobinState } from "../contract/run.ts";
import type { Outcome, SimulationError } from "../contract/scenario.ts";
import { isObject } from "../graph/parts.ts";
import { readJson } from "../rules/readJson.ts";
import { isDistribution, isTimeDistribution } from "./distribution.ts";
import type { Distribution, NumberDistribution } from "./distribution.ts";
import { isWithin } from "./facts.ts";
import { checkScenario } from "../simulate/scenario.ts";

/**
 * What the deals of a cohort are like, and how the world treats them. `handles` and `replySeconds` mean what they mean
 * to `analyseGraph`, except that conditions are decided by facts and round robins by their weights. Replies come evenly
 * spread around their mean, unless `delays` says otherwise.
 */
export interface CohortModel extends RunModel {
  /** ISO 8601 instant at which the first run starts. */
  startAt: string;
  /** Seconds from one start to the next. Without it all runs start at once. */
  arrivals?: NumberDistribution;
  /** What all deals have in common. */
  facts?: Facts;
  /** What differs, by field: `{ "deal.value": { type: "uniform", min: 0, max: 20000 } }`. */
  vary?: Readonly<Record<string, Distribution>>;
  /** By node, how the world answers, by weight; instead of `handles`. */
  outcomes?: Readonly<Record<string, readonly { outcome: Outcome | null; weight?: number }[]>>;
  /** By node, seconds until a reply comes. */
  delays?: Readonly<Record<string, NumberDistribution>>;
  respectBusinessHours?: boolean;
  businessHours?: BusinessHours;
  /** Slug by custom-field id. */
  fieldSlugs?: Record<string, string>;
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
  if (!isObject(value)) return invalid("A model is an object.");
  if (unreadable[0]) return invalid(`“${unreadable[0].path}” of the model is no plain data.`);
  const model = value as unknown as CohortModel;
  const problem = problemOf(model);
  if (problem !== null) return invalid(problem);
  const { startAt, facts = {}, respectBusinessHours, businessHours, fieldSlugs, roundRobin } = model;
  const checked = checkScenario({
    startAt,
    facts,
    ...(respectBusinessHours !== undefined && { respectBusinessHours }),
    ...(businessHours !== undefined && { businessHours }),
    ...(fieldSlugs !== undefined && { fieldSlugs }),
    ...(roundRobin !== undefined && { roundRobin }),
  });
  if ("error" in checked) return checked;
  return { model, startAt: checked.startAt };
}

function problemOf(model: CohortModel): string | null {
  if (model.arrivals !== undefined && !isTimeDistribution(model.arrivals)) {
    return "“arrivals” must be a distribution of seconds of at least 0.";
  }
  return (
    wrongEntry("vary", model.vary, isDistribution, "a distribution") ??
    nested(Object.keys(model.vary ?? {})) ??
    wrongEntry("delays", model.delays, isTimeDistribution, "a distribution of seconds of at least 0") ??
    wrongEntry("outcomes", model.outcomes, isOutcomeList, "a list of outcomes with weights")
  );
}

function wrongEntry(name: string, entries: unknown, isRight: (entry: unknown) => boolean, what: string): string | null {
  if (entries === undefined) return null;
  if (!isObject(entries)) return `“${name}” must be an object.`;
  const wrong = Object.entries(entries).find(([, entry]) => !isRight(entry));
  return wrong ? `“${name}”: the entry of “${wrong[0]}” must be ${what}.` : null;
}

function nested(fields: readonly string[]): string | null {
  const inner = fields.find((field) => fields.some((other) => isWithin(field, other)));
  return inner === undefined ? null : `“vary”: “${inner}” lies within another of its fields.`;
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

function invalid(message: string): { error: SimulationError } {
  return { error: { code: "invalid-model", message } };
}
