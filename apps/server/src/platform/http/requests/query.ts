import type { FieldError, Schema, UnknownPolicy } from "@trilho/contract";

/** A query as the framework's parser leaves it: names with their brackets, a repeated one with all its texts. */
export type FlatQuery = Readonly<Record<string, string | readonly string[]>>;

/** The query as its schema describes it, still made of texts alone, and what contradicts that shape. */
export interface ShapedQuery {
  query: Record<string, unknown>;
  problems: FieldError[];
}

/** The part of JSON Schema that shapes a query. */
interface Shaping {
  type?: string | readonly string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
}

/** One parameter below some place: the keys that are left of `name[key][key]`, and its texts. */
interface Entry {
  keys: readonly string[];
  texts: readonly string[];
}

/** Collects problems by the place's name, as the client would write it: `customFieldRanges[closes][from]`. */
type Report = (field: string, message: string) => void;

/**
 * Makes the reader of a route's query. Lists may be written `k=a&k=b`, `k=a,b`, `k[]=a` and `k[0]=a`, objects
 * `k[key]=a`, and lists in objects `k[key]=a&k[key]=b`, `k[key][]=a` and `k[key][0]=a`; what may be a text or a list is
 * a list. Values in objects are people's texts, so their commas stay. Parameters that the schema does not name are left out, or kept as they came; one that it
 * names, misspelt, is a problem.
 */
export function createQueryReader(
  schema: Schema | undefined,
  unknown: UnknownPolicy,
): (flat: FlatQuery) => ShapedQuery {
  const known = new Map(Object.entries((schema as Shaping | undefined)?.properties ?? {}));
  return (flat) => {
    const query = emptyObject();
    if (isEmpty(flat)) return { query, problems: [] };
    const problems: FieldError[] = [];
    const report: Report = (field, message) => problems.push({ field, message });
    const entries = new Map<string, Entry[]>();
    for (const [written, value] of Object.entries(flat)) {
      const [name = "", ...keys] = misspeltOf(written, known) ?? keysOf(written);
      const texts = typeof value === "string" ? [value] : value;
      if (known.has(name)) append(entries, name, { keys, texts });
      else if (unknown === "reject") query[written] = value;
    }
    for (const [name, ofName] of entries) {
      const value = valueOf(known.get(name) as Shaping, ofName, name, report, splitAtCommas);
      if (value !== undefined) query[name] = value;
    }
    return { query, problems };
  };
}

function isEmpty(flat: FlatQuery): boolean {
  for (const _ in flat) return false;
  return true;
}

/** Keys are the client's: `constructor` and `__proto__` are keys like any other here. */
const emptyObject = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

const NAME_AND_BRACKETS = /^[^[\]]+(?:\[[^[\]]*\])*$/;

/** `a[b][]` is `a`, `b` and an empty key; where brackets do not match, what stands first is no known name. */
const keysOf = (written: string): string[] => written.split("[").map((key) => key.replace(/\]$/, ""));

/** Keys that no parameter takes, so that the problem shows how it is written. */
const NO_KEYS = ["", ""];

/**
 * A known name with brackets that do not match, or an object's with a dot: to pass `customFields[size=m` over would be to
 * answer everything. Null for all other names.
 */
function misspeltOf(written: string, known: ReadonlyMap<string, Shaping>): string[] | null {
  const [name = ""] = written.split(/[[\].]/, 1);
  const shape = known.get(name);
  if (shape === undefined) return null;
  const isMisspelt = written[name.length] === "." ? isOfType(shape, "object") : !NAME_AND_BRACKETS.test(written);
  return isMisspelt ? [name, ...NO_KEYS] : null;
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

type Split = (text: string) => readonly string[];

/** No part of a list in a query is blank: `k=` is an empty list, which filters nothing. */
const splitAtCommas: Split = (text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

const whole: Split = (text) => [text];

function valueOf(shape: Shaping, entries: readonly Entry[], field: string, report: Report, split: Split): unknown {
  if (isOfType(shape, "array")) return listOf(entries, field, report, split);
  const isText = isOfType(shape, "string") && entries.every(({ keys }) => keys.length === 0);
  if (isOfType(shape, "object") && !isText) return objectOf(shape, entries, field, report);
  return textOf(entries, field, report);
}

const isOfType = ({ type }: Shaping, name: string): boolean =>
  (typeof type === "string" ? [type] : type)?.includes(name) ?? false;

function textOf(entries: readonly Entry[], field: string, report: Report): string | undefined {
  const [{ keys, texts } = { keys: [], texts: [] }, ...more] = entries;
  const [text, ...others] = texts;
  if (keys.length > 0 || more.some((entry) => entry.keys.length > 0))
    report(field, "takes one value, without brackets");
  else if (more.length > 0 || others.length > 0) report(field, "is given more than once");
  else return text;
  return undefined;
}

/** Texts with an index come in its order, after those without. */
function listOf(entries: readonly Entry[], field: string, report: Report, split: Split): string[] | undefined {
  const placed = entries.map((entry) => ({ ...entry, index: indexOf(entry.keys) }));
  if (placed.some(({ index }) => index === null)) {
    report(field, "is a list, not an object");
    return undefined;
  }
  const texts = placed
    .toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
    .flatMap((entry) => entry.texts.flatMap(split));
  return texts.length === 0 ? undefined : texts;
}

/** Where in its list an entry stands; null for what is no entry of a list. */
function indexOf(keys: readonly string[]): number | null {
  const [key = "", ...more] = keys;
  if (more.length > 0) return null;
  if (key === "") return -1;
  return /^\d{1,9}$/.test(key) ? Number(key) : null;
}

function objectOf(shape: Shaping, entries: readonly Entry[], field: string, report: Report): unknown {
  const byKey = new Map<string, Entry[]>();
  for (const { keys, texts } of entries) {
    const [key = "", ...rest] = keys;
    if (key === "") report(field, `is an object: write ${field}[key]=value`);
    else append(byKey, key, { keys: rest, texts });
  }
  const value = emptyObject();
  for (const [key, ofKey] of byKey) {
    const part = shapeOf(shape, key);
    if (part === undefined) report(`${field}[${key}]`, "is not known here");
    const read = part && valueOf(part, ofKey, `${field}[${key}]`, report, whole);
    if (read !== undefined) value[key] = read;
  }
  return value;
}

/** The shape of an object's part; undefined for one it does not know. */
function shapeOf({ properties = {}, additionalProperties }: Shaping, key: string): Shaping | undefined {
  if (Object.hasOwn(properties, key)) return properties[key] as Shaping;
  return typeof additionalProperties === "object" ? (additionalProperties as Shaping) : undefined;
}
