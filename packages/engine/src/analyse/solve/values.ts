import { DAY_MS } from "../../contract/durations.ts";
import type { FieldType, OperatorName } from "../../contract/fields.ts";
import type { JsonValue } from "../../contract/json.ts";
import { asNumber, asText, exactly } from "../../query/compare.ts";
import type { Fold } from "../../query/compare.ts";
import { parseInstant } from "../../query/instant.ts";
import { partsOf, provesNoText } from "./demands.ts";
import type { Demand } from "./demands.ts";

/** What kind of values a variable takes: those of a field's type; `any` where no catalogue says; `days` are whole and not negative. */
export type Domain = FieldType | "any" | "reply" | "days";

/** The values a variable may take. */
export interface Kind {
  readonly domain: Domain;
  /** How texts are compared. */
  readonly fold: Fold;
  /** Of days, the fewest there can be; 0 by default. */
  readonly fewest?: number;
  /** Whether it is never empty. Replies never are. */
  readonly isFilled?: boolean;
}

/** Values worth trying. `complete`: where none of them will do, no value of the domain does. */
export interface Candidates {
  readonly values: readonly JsonValue[];
  readonly complete: boolean;
}

/** Made-up ids and lists say less than none. */
const SIMPLER_EMPTY: ReadonlySet<Domain> = new Set(["id", "list"]);
const TEXT_BASES = ["contains", "beginsWith", "endsWith"] as const;
const TEXT_OPERATORS: ReadonlySet<OperatorName> = new Set(TEXT_BASES);
const ORDER_OPERATORS: ReadonlySet<OperatorName> = new Set(["<", "<=", ">", ">=", "between"]);
const MOST_LIST_ITEMS = 9;

/**
 * Values on every side of whatever the demands compare with. `extraItems` are those that steps add to a list or take
 * off it.
 */
export function candidatesFor(kind: Kind, demands: readonly Demand[], extraItems: readonly JsonValue[]): Candidates {
  const { domain } = kind;
  const constants = demands.flatMap((demand) => demand.constants);
  const usesText = demands.some(({ base }) => TEXT_OPERATORS.has(base));
  const seen: Seen = { ...kind, demands, constants, extraItems, usesText };
  const { values, complete } = OF_DOMAIN[domain](seen);
  if (domain === "reply" || kind.isFilled === true) return { values, complete };
  return { values: SIMPLER_EMPTY.has(domain) ? [null, ...values] : [...values, null], complete };
}

interface Seen extends Kind {
  readonly demands: readonly Demand[];
  readonly constants: readonly JsonValue[];
  readonly extraItems: readonly JsonValue[];
  readonly usesText: boolean;
}

const OF_DOMAIN: Record<Domain, (seen: Seen) => Candidates> = {
  number: numbers,
  days: wholeDays,
  boolean: () => ({ values: [true, false], complete: true }),
  date: dates,
  text: texts,
  id: texts,
  reply: texts,
  list: lists,
  any: (seen) => {
    const all = seen.constants.some((value) => typeof value === "number")
      ? [numbers(seen), texts(seen), lists(seen)]
      : [texts(seen), numbers(seen), lists(seen)];
    return {
      values: [...all.flatMap(({ values }) => values), true, false, { of: "any" }],
      complete: all.every(({ complete }) => complete),
    };
  },
};

/** Every constant, its neighbours, a number between each two, and the ends of the scale. */
function numbers(seen: Seen): Candidates {
  const points = unique(seen.constants.flatMap((value) => asNumber(value) ?? [])).toSorted((a, b) => a - b);
  const between = points.slice(1).map((point, index) => ((points[index] ?? 0) + point) / 2);
  const near = points.flatMap((point) => [point, point + 1, point - 1]);
  const values = unique([
    ...near,
    ...between,
    1,
    0,
    ...points.map((point) => point * 2),
    -Number.MAX_VALUE,
    Number.MAX_VALUE,
  ]);
  const complete =
    !seen.usesText || isPinned(seen) || provesNoText(seen.demands, seen.fold) || wantsOther(seen, DIGITS);
  return { values: values.filter(Number.isFinite), complete };
}

/** The whole numbers beside those of `numbers`, as many as `fewest` or more. */
function wholeDays(seen: Seen): Candidates {
  const { fewest = 0 } = seen;
  const { values, complete } = numbers(seen);
  const whole = values.flatMap((value) => (typeof value === "number" ? [Math.floor(value), Math.ceil(value)] : []));
  return { values: unique([...whole.filter((count) => count >= fewest), fewest]), complete };
}

/** What a number, and a date, may be written with. */
const DIGITS = /^[\d+.e-]*$/i;
const DATE_SIGNS = /^[\d:.tz+ -]*$/i;

/** Whether some part of the text is demanded that no text of these signs has. */
function wantsOther({ demands, fold }: Seen, signs: RegExp): boolean {
  const parts = TEXT_BASES.flatMap((base) => partsOf(demands, base, true, fold));
  return parts.some((part) => !signs.test(part));
}

const SOME_DATE = "2026-01-15";

/** As days and as instants: every date compared with, the moments just before and after it and its day. */
function dates(seen: Seen): Candidates {
  const parsed = seen.constants.flatMap((value) => (typeof value === "string" ? (parseInstant(value) ?? []) : []));
  const days = parsed.flatMap(({ at }) => [0, 1, -1].map((offset) => dayStart(at) + offset * DAY_MS));
  const instants = parsed.flatMap(({ at }) => [
    at,
    at + 1,
    at - 1,
    dayStart(at),
    dayStart(at) - 1,
    dayStart(at) + DAY_MS - 1,
    dayStart(at) + DAY_MS,
  ]);
  const values = [...days.map((at) => iso(at)?.slice(0, 10)), ...instants.map(iso)].filter(
    (text) => typeof text === "string",
  );
  const strange = seen.constants.some((value) => typeof value === "string" && parseInstant(value) === null);
  const complete =
    wantsOther(seen, DATE_SIGNS) || (!strange && (!seen.usesText || provesNoText(seen.demands, seen.fold)));
  return { values: unique([...values.filter((text) => parseInstant(text) !== null), SOME_DATE]), complete };
}

function dayStart(at: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS;
}

function iso(at: number): string | undefined {
  return Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : undefined;
}

/** Every constant, the next text after it, numbers and dates as text, a text unlike all; and texts put together from the parts demanded. */
function texts(seen: Seen): Candidates {
  const scalars = seen.constants.flatMap((value) => (value === "" ? [] : (asText(value) ?? [])));
  const strings = seen.constants.filter((value) => typeof value === "string" && value !== "") as string[];
  const numeric = seen.constants.some((value) => asNumber(value) !== null)
    ? numbers(seen).values.flatMap((value) => asNumber(value) ?? [])
    : [];
  const values = unique([
    ...assembled(seen),
    ...scalars,
    ...strings.map(seen.fold),
    freshText(scalars),
    ...strings.flatMap((text) => [`${seen.fold(text)} `, `${seen.fold(text)}\u0001`, `${seen.fold(text)}\u0000`]),
    ...numeric.flatMap((number) => [String(number), number < 0 ? `-0${-number}` : `+${number}`]),
    ...(strings.some((text) => parseInstant(text) !== null) ? dates(seen).values : []),
    "!",
    "\u0000",
  ]);
  return { values, complete: textsAreComplete(seen, strings) };
}

function textsAreComplete(seen: Seen, strings: readonly string[]): boolean {
  if (isPinned(seen) || provesNoText(seen.demands, seen.fold)) return true;
  if (seen.usesText) return false;
  if (!seen.demands.some(({ base }) => ORDER_OPERATORS.has(base))) return true;
  const kinds = new Set(strings.map(kindOf));
  if (seen.constants.some((value) => typeof value === "number")) kinds.add("number");
  return kinds.size <= 1 && !spellsNumbersTwice(strings);
}

function kindOf(text: string): "number" | "date" | "plain" {
  if (asNumber(text) !== null) return "number";
  return parseInstant(text.toUpperCase()) === null ? "plain" : "date";
}

function spellsNumbersTwice(strings: readonly string[]): boolean {
  const numeric = unique(strings).filter((text) => asNumber(text) !== null);
  return new Set(numeric.map(asNumber)).size < numeric.length;
}

function isPlain(value: JsonValue): boolean {
  return typeof value === "string" && value !== "" && kindOf(value) === "plain" && !/^(?:true|false)$/i.test(value);
}

/** Some demand leaves only certain plain texts, which are all tried. */
function isPinned({ demands }: Seen): boolean {
  return demands.some((demand) => leavesFew(demand) && demand.constants.every(isPlain));
}

function leavesFew({ base, positive }: Demand): boolean {
  return positive && (base === "=" || base === "in");
}

/** Whether a demand leaves only values that are tried for its own sake, whatever other demands compare with. */
export function pins({ domain }: Kind, demand: Demand): boolean {
  if (!leavesFew(demand)) return false;
  if (domain === "number" || domain === "days") return true;
  return (domain === "text" || domain === "id" || domain === "reply") && demand.constants.every(isPlain);
}

function freshText(known: readonly string[]): string {
  let text = "Other";
  while (known.some((each) => each.toLowerCase().includes(text.toLowerCase()))) text += "x";
  return text;
}

/** Texts that begin, contain and end as demanded, together in several ways. */
function assembled({ demands, usesText }: Seen): string[] {
  if (!usesText) return [];
  const starts = demands.filter(({ base, positive }) => base === "beginsWith" && positive);
  const start = longest(partsOf(starts, "beginsWith", true, exactly));
  const end = longest(partsOf(demands, "endsWith", true, exactly));
  const inner = demands
    .filter(({ base, positive }) => base === "contains" && positive)
    .flatMap(({ constants }) => constants.flatMap((part) => asText(part) ?? []));
  const missing = inner.filter((part) => !start.includes(part) && !end.includes(part));
  return ["", " ", "x"].flatMap((gap) => {
    const text = [start, ...missing, end].filter((part) => part !== "").join(gap);
    return [text, `x${text}`, `${text}x`, start.endsWith(end) ? start : text, end.startsWith(start) ? end : text];
  });
}

function longest(parts: readonly string[]): string {
  return parts.toSorted((a, b) => b.length - a.length)[0] ?? "";
}

/** Lists of what the demands name and of one thing more: all of them where that is not too many. */
function lists({ domain, extraItems, demands }: Seen): Candidates {
  // Lists have no order, no beginning and no end: rules that ask for these are false whatever the items.
  const asking = demands.filter(({ base }) => base === "=" || base === "in" || base === "contains");
  const compared = [...asking.flatMap(({ constants }) => constants), ...extraItems];
  const named = unique(compared.flatMap((item) => (item === "" ? [] : (asText(item) ?? []))));
  const items = [...named, freshText(named)];
  const wanted = unique(
    asking.flatMap(({ base, positive, constants }) =>
      positive && base !== "in" ? constants.flatMap((item) => asText(item) ?? []) : [],
    ),
  ).filter((item) => named.includes(item));
  const few = items.length <= MOST_LIST_ITEMS ? subsets(items) : items.map((item) => [item]);
  const values = [wanted, ...items.map((item) => unique([...wanted, item])), ...few, items];
  const complete =
    items.length <= MOST_LIST_ITEMS && (compared.every(isPlain) || (domain === "list" && isSimple(compared)));
  return { values: values.filter((list) => list.length > 0), complete };
}

/** Whether texts are the same as these items in only one way: no dates, and numbers either all as text or all not. */
function isSimple(items: readonly JsonValue[]): boolean {
  const mixes = items.some(isNumber) && items.some((item) => isText(item) && asNumber(item) !== null);
  return !mixes && items.every((item) => isNumber(item) || isText(item));
}

function isNumber(item: JsonValue): boolean {
  return typeof item === "number";
}

function isText(item: JsonValue): boolean {
  return typeof item === "string" && item !== "" && kindOf(item) !== "date";
}

function subsets(items: readonly string[]): string[][] {
  return items.reduce<string[][]>((found, item) => [...found, ...found.map((list) => [...list, item])], [[]]);
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
