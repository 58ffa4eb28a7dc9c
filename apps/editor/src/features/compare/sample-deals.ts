import { fieldByName, type GraphDefinition, isObject, type JsonValue } from "@trilho/engine";
import type { CohortModel } from "@trilho/engine/cohort";

type Vary = NonNullable<CohortModel["vary"]>;
type Values = Map<string, JsonValue[]>;

const START = "2026-01-05T09:00:00-03:00";

/** Deals as different as the conditions of some definitions tell them apart: each value that a rule asks for, and others. */
export function modelFor(definitions: readonly GraphDefinition[]): CohortModel {
  const asked: Values = new Map();
  for (const { nodes } of definitions) for (const { condition } of nodes) collect(condition, asked);
  const vary: Record<string, Vary[string]> = {};
  for (const [field, values] of asked) vary[field] = distributionOf(field, values);
  return {
    startAt: START,
    arrivals: { type: "constant", value: 600 },
    facts: { deal: { tagIds: [] }, contact: {} },
    vary,
  };
}

function collect(value: JsonValue | undefined, asked: Values): void {
  if (Array.isArray(value)) value.forEach((each) => collect(each, asked));
  if (!isObject(value)) return;
  const { field, operator, value: wanted } = value;
  if (typeof field === "string" && typeof operator === "string" && field !== "") {
    const values = (Array.isArray(wanted) ? wanted : [wanted]).filter((each) => each !== undefined && each !== null);
    asked.set(field, [...(asked.get(field) ?? []), ...values]);
  }
  Object.values(value).forEach((each) => collect(each, asked));
}

function distributionOf(field: string, values: readonly JsonValue[]): Vary[string] {
  const type = fieldByName(field)?.type;
  const numbers = values.map(Number).filter(Number.isFinite);
  if (numbers.length > 0 && (type === "number" || values.every((each) => typeof each === "number"))) {
    // As many below the lowest limit as above the highest.
    const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
    const margin = Math.max(Math.abs(high - low), Math.abs(high), 1);
    return {
      type: "uniform",
      min: low < 0 ? low - margin : 0,
      max: high + margin,
      whole: numbers.every(Number.isInteger),
    };
  }
  if (type === "list") return choice([[], ...values.map((each) => [each])]);
  if (type === "boolean") return choice([true, false]);
  return choice([...values, null]);
}

const choice = (values: readonly JsonValue[]): Vary[string] => ({
  type: "choice",
  values: values.map((value) => ({ value })),
});
