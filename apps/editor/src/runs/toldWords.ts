import type { Field, GraphNode, JsonValue } from "@trilho/engine";
import { fieldName, valueWords } from "../compare/fieldWords.ts";
import { pretty } from "../data/pretty.ts";
import type { Lookup } from "../forms/lookup.ts";
import { isObject } from "../store/document.ts";

/** What something is called, and what it is. */
export type Told = readonly [name: string, value: string];

/** A setting as in the form it was filled in at, by the names of things. Texts are whole. */
export function settingTold(node: GraphNode | undefined, key: string, value: JsonValue, names: Lookup): Told {
  if (node === undefined) return [key, pretty(value)];
  const words = valueWords(node, ["config", key], value, names);
  const isNamed = words !== valueWords(node, ["text"], value, names);
  const isWritten = typeof value === "string" || isObject(value);
  return [fieldName(node, ["config", key]), isNamed || !isWritten || value === "" ? words : pretty(value)];
}

/** What came about, of a deal mostly: called as its fields are, and things by their names. */
export function factTold(key: string, value: JsonValue | undefined, fields: readonly Field[], names: Lookup): Told {
  const label = fields.find(({ name }) => name === `deal.${key}`)?.label;
  const ids = Array.isArray(value) ? value : [value];
  const named = ids.map((id) => (typeof id === "string" ? nameOfAny(id, names) : null));
  return [label ?? key, named.every((name) => name !== null) ? named.join(", ") : pretty(value)];
}

const nameOfAny = (id: string, names: Lookup): string | null =>
  names.stageName(id) ?? names.tagName(id) ?? names.userName(id) ?? names.pipelineName?.(id) ?? null;
