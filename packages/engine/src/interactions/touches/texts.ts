import { CUSTOM_FIELD_PREFIX, FIELDS } from "../../contract/fields.ts";
import { isObject } from "../../contract/json.ts";
import type { JsonValue } from "../../contract/json.ts";

type Path = readonly (string | number)[];

/** A text that may hold Liquid, and where it is. */
interface TextAt {
  readonly text: string;
  readonly path: Path;
}

/** Every text of a value. */
export function* textsIn(value: JsonValue | undefined, path: Path): Generator<TextAt> {
  if (typeof value === "string") yield { text: value, path };
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* textsIn(item, [...path, index]);
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) yield* textsIn(item, [...path, key]);
  }
}

const TAGS = /\{[{%]([\s\S]*?)[%}]\}/g;
const QUOTED = /(?<!\[\s{0,9})(?:"[^"]*"|'[^']*')/g;
const PATH = /\b(?:deal|contact|company|message)(?:\.[A-Za-z_][\w-]*|\[\s{0,9}(?:"[^"]*"|'[^']*')\s{0,9}\])+/g;
/** Texts that are longer are read no further: no message has so many. */
const LONGEST = 50_000;

/** The fields that the Liquid of a text reads, under the names that conditions use. Needs no Liquid: names are enough. */
export function fieldsRead(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  if (!text.includes("{")) return found;
  for (const [, code = ""] of text.slice(0, LONGEST).matchAll(TAGS)) {
    for (const [path] of code.replaceAll(QUOTED, '""').matchAll(PATH)) found.add(fieldOf(path));
  }
  return found;
}

/** `deal.stage.id` and `deal.stage` read the stage, `deal.customFields["2nd phone"]` the field of that slug. */
function fieldOf(path: string): string {
  const keys = [...path.matchAll(/\.?([A-Za-z_][\w-]*)|\[\s*(?:"([^"]*)"|'([^']*)')\s*\]/g)].map(
    ([, plain, double, single]) => plain ?? double ?? single ?? "",
  );
  const [group = "", key = "", slug = ""] = keys;
  const name = `${group}.${key}`;
  if (name === CUSTOM_FIELD_PREFIX.slice(0, -1)) return CUSTOM_FIELD_PREFIX + slug;
  return BY_VARIABLE.get(name) ?? (FIELD_NAMES.has(keys.join(".")) ? keys.join(".") : name);
}

const BY_VARIABLE: ReadonlyMap<string, string> = new Map(
  FIELDS.flatMap(({ name, variable }) => (variable === undefined ? [] : [[variable, name] as const])),
);
const FIELD_NAMES: ReadonlySet<string> = new Set(FIELDS.map(({ name }) => name));
