import { isObject } from "../contract/json.ts";
import { CUSTOM_FIELD_PREFIX, FIELDS } from "../contract/fields.ts";
import type { Field, FieldPicker } from "../contract/fields.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { Named, Names } from "../contract/names.ts";
import type { Facts } from "../contract/run.ts";
import { readField } from "../query/fields.ts";
import type { ValueTexts } from "./value-texts.ts";
import { Choice, Written } from "./written.ts";

/** What a text can read. */
export type Scope = Record<string, unknown>;

/** The catalogue's fields that texts read otherwise than they are stored. */
const SHOWN = FIELDS.filter(({ variable, options }) => variable !== undefined || options !== undefined).map((field) => {
  const [group = "", key = ""] = (field.variable ?? field.name).split(".");
  return { field, group, key };
});

/**
 * What texts read of facts: all of them and, where they hold ids or codes, what people call those, with the ids under
 * `.id`. Whatever renders, renders through this. Names are asked for only where a text reads one.
 */
export function renderContext(facts: Facts, names: Names, words: ValueTexts): Scope {
  const scope: Scope = { ...facts };
  for (const { field, group, key } of SHOWN) {
    const stored = facts[group];
    if (!isObject(stored)) continue;
    const value = readField(facts, field.name);
    if (value === null) continue;
    const holder = scope[group] === stored ? (scope[group] = { ...stored }) : scope[group];
    late(holder as Scope, key, () => shown(field, value, stored, { names, words }));
  }
  const { deal } = facts;
  if (isObject(deal) && isObject(deal["customFields"])) {
    const values = deal["customFields"];
    const holder = scope["deal"] === deal ? (scope["deal"] = { ...deal }) : scope["deal"];
    late(holder as Scope, "customFields", () => customFields(values, { names, words }));
  }
  return scope;
}

/** A property that is made when it is first read. */
function late(holder: Scope, key: string, make: () => unknown): void {
  let made: { value: unknown } | null = null;
  const get = (): unknown => (made ??= { value: make() }).value;
  Object.defineProperty(holder, key, { get, enumerable: true, configurable: true });
}

interface Naming {
  readonly names: Names;
  readonly words: ValueTexts;
}

/** `group` is what the facts hold of it all: of a real deal it names its stage and people. */
function shown(field: Field, value: JsonValue, group: JsonObject, naming: Naming): unknown {
  if (field.picker) {
    const things = each(value, (id) => thing(field, id, group, naming));
    return field.picker === "tag" && Array.isArray(things) ? things.toSorted(byName) : things;
  }
  if (field.options) return each(value, (code) => choice(field.options ?? [], code, naming));
  // A pressed button says its label.
  return typeof value === "string" ? new Written(textOf(group["text"]) ?? value, value, { id: value }) : value;
}

/** As the API lists what has a name. */
function byName(a: unknown, b: unknown): number {
  const [one, other] = [String(a), String(b)];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function each(value: JsonValue, show: (one: string) => Written): unknown {
  const one = (item: JsonValue): unknown => (typeof item === "string" && item !== "" ? show(item) : item);
  return Array.isArray(value) ? value.map(one) : one(value);
}

function thing(
  { picker = "tag", variable, options }: Field,
  id: string,
  group: JsonObject,
  { names }: Naming,
): Written {
  const known = variable === undefined ? null : ownOf(group[variable.slice(variable.indexOf(".") + 1)], id);
  const name = textOf(known?.["name"]) ?? labelOf(options, id) ?? namedIn(names, picker, id)?.name ?? "";
  const parts: Scope = { ...known, id, name };
  if (picker === "user" && known?.["email"] === undefined) {
    late(parts, "email", () => namedIn(names, picker, id)?.email ?? null);
  }
  return new Written(name, id, parts);
}

/** What facts say themselves of what an id stands for; of another one, which was there before, they say nothing. */
function ownOf(value: JsonValue | undefined, id: string): JsonObject | null {
  return isObject(value) && (value["id"] === id || value["userId"] === id) ? value : null;
}

function namedIn(names: Names, picker: FieldPicker, id: string): Named | null {
  const known = names[picker];
  return known !== undefined && Object.hasOwn(known, id) ? (known[id] ?? null) : null;
}

function choice(options: NonNullable<Field["options"]>, code: string, { words }: Naming): Choice {
  const label = labelOf(options, code) ?? code;
  const name = Object.hasOwn(words.labels, label) ? (words.labels[label] ?? label) : label;
  return new Choice(name, code, { id: code, name });
}

const labelOf = (options: Field["options"], code: string): string | undefined =>
  options?.find(({ value }) => value === code)?.label;

function customFields(values: JsonObject, naming: Naming): Scope {
  const fields = new Map((naming.names.fields ?? []).map((field) => [field.name, field]));
  const entries = Object.entries(values).map(([slug, value]): [string, unknown] => {
    const field = fields.get(CUSTOM_FIELD_PREFIX + slug);
    return [slug, field?.picker || field?.options ? shown(field, value, {}, { ...naming, words: NO_WORDS }) : value];
  });
  return Object.fromEntries(entries);
}

/** What a workspace calls its options is in its own language. */
const NO_WORDS: ValueTexts = { yes: "", no: "", labels: {} };

const textOf = (value: JsonValue | undefined): string | null =>
  typeof value === "string" && value !== "" ? value : null;
