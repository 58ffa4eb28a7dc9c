import { fieldsFor, isObject } from "@trilho/engine";
import type { CustomField } from "@trilho/api-client";
import type { Field, JsonObject, JsonValue } from "@trilho/engine";
import { readsAndWrites } from "@trilho/engine/interactions";
import { NAMED_KINDS } from "./names.ts";
import type { NamedKind } from "./names.ts";

/** A place of an automation that names a thing: by id where the API has it, by name in a file. */
export interface Reference {
  readonly kind: NamedKind;
  readonly name: string;
  /** A JSON Pointer. */
  readonly path: string;
  /** What an example says need not exist. */
  readonly isExample: boolean;
}

/** Custom fields as conditions know them, under their slugs and, for steps that name them so, their ids. */
export function fieldsUnder(customFields: readonly CustomField[]): Field[] {
  const ofDeals = customFields.filter(({ entityType }) => entityType === "deal");
  return fieldsFor(ofDeals.flatMap((field) => [field, { ...field, slug: field.id }]));
}

/** Every place where an automation names a thing that files call by its name. */
export function referencesIn(automation: JsonObject, fields: readonly Field[]): Reference[] {
  const used = readsAndWrites(automation, fields).flatMap(({ kind, id, place: { path } }): Reference[] =>
    id !== null && isNamedKind(kind) && (kind !== "customField" || path.endsWith("/fieldId"))
      ? [{ kind, name: id, path, isExample: false }]
      : [],
  );
  return [...used, ...inExamples(automation, fields)];
}

const isNamedKind = (kind: string): kind is NamedKind => NAMED_KINDS.some((each) => each === kind);

/** The deals of scenarios that the editor keeps with a step. */
function inExamples({ graphDefinition }: JsonObject, fields: readonly Field[]): Reference[] {
  return listAt(graphDefinition, ["nodes"]).flatMap((node, index) =>
    listAt(node, ["config", "ui", "scenarios"]).flatMap((scenario, place) => {
      const path = `/graphDefinition/nodes/${index}/config/ui/scenarios/${place}/facts`;
      const facts = isObject(scenario) ? scenario["facts"] : null;
      return fields.flatMap(({ name, picker }) => (picker === undefined ? [] : inFacts(facts, name, picker, path)));
    }),
  );
}

function inFacts(facts: JsonValue | undefined, field: string, kind: NamedKind, path: string): Reference[] {
  const [group = "", key = "", slug] = field.split(".");
  const keys = slug === undefined ? [group, key] : [group, key, slug];
  const value = keys.reduce<JsonValue | undefined>((at, each) => (isObject(at) ? at[each] : undefined), facts);
  const at = [path, ...keys].join("/");
  const named: [JsonValue | undefined, string][] = Array.isArray(value)
    ? value.map((item, index) => [item, `${at}/${index}`])
    : [[value, at]];
  return named.flatMap(([name, place]) =>
    typeof name === "string" && name !== "" ? [{ kind, name, path: place, isExample: true }] : [],
  );
}

function listAt(value: JsonValue | undefined, keys: readonly string[]): readonly JsonValue[] {
  const found = keys.reduce<JsonValue | undefined>((at, key) => (isObject(at) ? at[key] : undefined), value);
  return Array.isArray(found) ? found : [];
}

/** A copy with other names at some places. A text with commas becomes the list that it stands for. */
export function renamed(automation: JsonObject, names: readonly (readonly [path: string, name: string])[]): JsonObject {
  const copy = structuredClone(automation);
  for (const [path, name] of names) {
    const keys = path.split("/").slice(1);
    const last = keys.pop() ?? "";
    const holder = listed(copy, keys);
    if (Array.isArray(holder)) holder[Number(last)] = name;
    else if (isObject(holder)) holder[last] = name;
  }
  return copy;
}

/** The object or list at a path; a text there is split first, as conditions split it. */
function listed(root: JsonObject, keys: readonly string[]): JsonValue | undefined {
  let holder: JsonValue | undefined = root;
  for (const key of keys) {
    const inside: JsonValue | undefined = Array.isArray(holder)
      ? holder[Number(key)]
      : isObject(holder)
        ? holder[key]
        : undefined;
    if (typeof inside === "string" && isObject(holder)) holder[key] = inside.split(",").map((part) => part.trim());
    holder = Array.isArray(holder) ? holder[Number(key)] : isObject(holder) ? holder[key] : undefined;
  }
  return holder;
}
