import { isObject } from "@trilho/engine";
import type { Field, GraphDefinition, JsonValue } from "@trilho/engine";

/** What rules ask of one field: every value they compare it with, in order, each once. */
export interface AskedField {
  field: Field;
  values: readonly JsonValue[];
}

/** The fields that decide where runs go, with the values they are compared with, in the catalogue's order. */
export function askedFields(
  definition: GraphDefinition,
  conditions: JsonValue | undefined,
  catalogue: readonly Field[],
): AskedField[] {
  const asked = new Map<string, JsonValue[]>();
  const visit = (value: JsonValue | undefined): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isObject(value)) return;
    const { field, operator } = value;
    if (typeof field === "string" && typeof operator === "string") {
      asked.set(field, [...(asked.get(field) ?? []), ...comparedWith(value["value"])]);
    }
    Object.values(value).forEach(visit);
  };
  visit(conditions);
  for (const { condition } of definition.nodes) visit(condition);
  const known = catalogue.filter(({ name }) => asked.has(name));
  const rest = [...asked.keys()].filter((name) => name !== "" && !catalogue.some((field) => field.name === name));
  const all: Field[] = [...known, ...rest.map((name): Field => ({ name, label: name, type: "text", example: "" }))];
  return all.map((field) => ({ field, values: unique(asked.get(field.name) ?? []) }));
}

/** Values of a rule: one, a list, or a list that was typed as text. */
function comparedWith(value: JsonValue | undefined): JsonValue[] {
  if (value === undefined || value === null || value === "" || isObject(value)) return [];
  return Array.isArray(value) ? value.flatMap(comparedWith) : [value];
}

function unique(values: readonly JsonValue[]): JsonValue[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
