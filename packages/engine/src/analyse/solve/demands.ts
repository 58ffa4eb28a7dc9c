import type { OperatorName } from "../../contract/fields.ts";
import type { JsonValue } from "../../contract/json.ts";
import type { Rule } from "../../contract/query.ts";
import { asList, asText, isEmpty } from "../../query/compare.ts";
import type { Fold } from "../../query/compare.ts";
import { isOperator, valueList } from "../../query/operators.ts";
import { canonical } from "../../json/canonical.ts";

/** A rule as values see it: its operator without negation, and whether that must hold. */
export interface Demand {
  readonly rule: Rule;
  readonly base: OperatorName;
  readonly positive: boolean;
  readonly constants: readonly JsonValue[];
}

const NEGATIVE: Partial<Record<OperatorName, OperatorName>> = {
  "!=": "=",
  notBetween: "between",
  doesNotContain: "contains",
  doesNotBeginWith: "beginsWith",
  doesNotEndWith: "endsWith",
  notIn: "in",
  notNull: "null",
};
const SPLITS: ReadonlySet<OperatorName> = new Set(["in", "between"]);
const ENDS: ReadonlySet<OperatorName> = new Set(["beginsWith", "endsWith"]);

/** Reads a rule that must hold, or must not, as a demand on a value. Null for an unknown operator. */
function demandOf(rule: Rule, wanted: boolean): Demand | null {
  if (!isOperator(rule.operator)) return null;
  const opposite = NEGATIVE[rule.operator];
  const base = opposite ?? rule.operator;
  const value = rule.value ?? null;
  return { rule, base, positive: (opposite === undefined) === wanted, constants: constantsOf(base, value) };
}

function constantsOf(base: OperatorName, value: JsonValue): readonly JsonValue[] {
  if (base === "null") return [];
  // No text begins or ends with a list, be it of one text.
  if (ENDS.has(base) && typeof value === "object") return [];
  return SPLITS.has(base) ? valueList(value) : asList(value);
}

/** A demand and what tells it from others. */
export interface Question {
  readonly demand: Demand;
  /** Equal for the same demand. */
  readonly text: string;
  /** Equal for a demand and its opposite. */
  readonly about: string;
}

type Questions = WeakMap<Rule, Question | null>;
const QUESTIONS: { held: Questions; refused: Questions } = { held: new WeakMap(), refused: new WeakMap() };

/** Reads a rule as `demandOf` does, once: every exit of a condition asks about its rules again. */
export function questionOf(rule: Rule, wanted: boolean): Question | null {
  const questions = QUESTIONS[wanted ? "held" : "refused"];
  const before = questions.get(rule);
  if (before !== undefined) return before;
  const question = read(rule, wanted);
  questions.set(rule, question);
  return question;
}

function read(rule: Rule, wanted: boolean): Question | null {
  const demand = demandOf(rule, wanted);
  if (!demand) return null;
  const about = canonical([demand.base, rule.value ?? null]);
  return { demand, about, text: canonical([demand.positive, about]) };
}

/** Whether a demand asks for what no value is: an order or a part of a text where nothing to compare with was given. */
export function neverHolds({ base, positive, rule }: Demand): boolean {
  const value = rule.value ?? null;
  const holdsFor = positive ? COMPARABLE[base] : undefined;
  return holdsFor !== undefined && !holdsFor(value);
}

const isOrderable = (value: JsonValue) => !isEmpty(value) && typeof value !== "object" && typeof value !== "boolean";
const isText = (value: JsonValue) => asText(value) !== null && asText(value) !== "";

const COMPARABLE: Partial<Record<OperatorName, (value: JsonValue) => boolean>> = {
  "<": isOrderable,
  "<=": isOrderable,
  ">": isOrderable,
  ">=": isOrderable,
  between: (value) =>
    valueList(value)
      .slice(0, 2)
      .some((bound) => !isEmpty(bound)),
  beginsWith: isText,
  endsWith: isText,
  contains: (value) => !isEmpty(value),
};

/** The part that a text demand looks for; null where it looks for several or none. */
function partOf({ constants }: Demand, fold: Fold): string | null {
  const [only = null] = constants;
  const text = constants.length === 1 ? asText(only) : null;
  return text === null || text === "" ? null : fold(text);
}

/** The parts that the demands of one operator look for. */
export function partsOf(demands: readonly Demand[], base: OperatorName, positive: boolean, fold: Fold): string[] {
  return demands.flatMap((demand) => {
    if (demand.base !== base || demand.positive !== positive) return [];
    const part = partOf(demand, fold);
    return part === null ? [] : [part];
  });
}

/** Shows that no text satisfies all demands; false where that cannot be shown. */
export function provesNoText(demands: readonly Demand[], fold: Fold): boolean {
  if (demands.some(({ base, positive }) => base === "null" && positive)) return true;
  const prefixes = partsOf(demands, "beginsWith", true, fold);
  const suffixes = partsOf(demands, "endsWith", true, fold);
  const inside = [...prefixes, ...suffixes, ...partsOf(demands, "contains", true, fold)];
  return (
    clash(prefixes, (long, short) => long.startsWith(short)) ||
    clash(suffixes, (long, short) => long.endsWith(short)) ||
    partsOf(demands, "contains", false, fold).some((part) => inside.some((known) => known.includes(part))) ||
    partsOf(demands, "beginsWith", false, fold).some((part) => prefixes.some((known) => known.startsWith(part))) ||
    partsOf(demands, "endsWith", false, fold).some((part) => suffixes.some((known) => known.endsWith(part)))
  );
}

function clash(parts: readonly string[], fits: (long: string, short: string) => boolean): boolean {
  return parts.some((one) => parts.some((other) => one.length >= other.length && !fits(one, other)));
}
