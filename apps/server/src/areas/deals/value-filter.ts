import type { FieldError } from "@trilho/contract";
import type { JsonObject, JsonValue } from "@trilho/engine/contract";
import type { CountryCode } from "libphonenumber-js/min";
import { normalisePhone } from "../../platform/service/phone.ts";
import { textOf, dayOf, instantOf } from "../../platform/service/texts.ts";
import type { DealField } from "../reference/custom-fields/custom-values.ts";

/** Deals whose custom values hold one of these, or whose value of `emptySlug` is blank. */
export interface ValueFilter {
  /** Parts of the custom values, one of which must be there: `{ roof: "metal" }`, `{ interests: ["battery"] }`. */
  anyOf: readonly JsonObject[];
  emptySlug: string | null;
}

/** Stands for no value in the filters of custom fields. */
const EMPTY = "__empty__";

/** The filters that a query asks for by slug, null for one that no deal passes; those that every deal passes are left out. */
export function readValueFilters(
  given: Readonly<Record<string, string | string[]>>,
  bySlug: ReadonlyMap<string, DealField>,
  country: CountryCode,
): { filters: (ValueFilter | null)[]; problems: FieldError[] } {
  const problems: FieldError[] = [];
  const filters = Object.entries(given).flatMap(([slug, texts]): (ValueFilter | null)[] => {
    const field = bySlug.get(slug);
    const values = [texts].flat().flatMap((text) => linesOf(text, field));
    const asksEmpty = values.includes(EMPTY);
    // A field that nobody has is empty everywhere.
    if (field === undefined) return asksEmpty ? [] : [null];
    const read = values.filter((text) => text !== EMPTY).map((text) => candidates(text, field, country));
    const wrong = read.find((each) => typeof each === "string");
    if (wrong !== undefined) problems.push({ field: `customFields[${slug}]`, message: wrong });
    const anyOf = read
      .filter((each) => typeof each !== "string")
      .flatMap((each) => each.map((value) => ({ [slug]: value })));
    return [{ anyOf, emptySlug: asksEmpty ? slug : null }];
  });
  return { filters, problems };
}

/** Who can send one text only sends several values one a line. Those of a field that holds lines are one. */
function linesOf(text: string, field: DealField | undefined): string[] {
  if (field?.fieldType === "long_text" || !text.includes("\n")) return [text];
  return text.split(/\r?\n/).filter((line) => line !== "");
}

/** What a text may be stored as, or what is wrong with it. */
type Candidates = (text: string, country: CountryCode) => JsonValue[] | string;

const asText: Candidates = (text) => [text];
const asNumber: Candidates = (text) =>
  textOf(text) !== null && Number.isFinite(Number(text)) ? [Number(text)] : "must be a number";
const asBoolean: Candidates = (text) =>
  text === "true" || text === "false" ? [text === "true"] : "must be true or false";
const asDay: Candidates = (text) => (dayOf(text) === null ? "must be a date as in 2026-01-31" : [text]);
const asInstant: Candidates = (text) => {
  const instant = instantOf(text);
  return instant === null ? "must be an instant as in 2026-01-31T09:00:00-03:00" : [instant];
};
const asPhone: Candidates = (text, country) => [normalisePhone(text, country) ?? text];
const inList: Candidates = (text) => [[text]];
const oneOrInList: Candidates = (text) => [text, [text]];

/** How a text of a query is stored, by the field's type. */
const CANDIDATES: ReadonlyMap<string, Candidates> = new Map(
  Object.entries({
    number: asNumber,
    currency: asNumber,
    percent: asNumber,
    boolean: asBoolean,
    date: asDay,
    datetime: asInstant,
    event: asInstant,
    phone: asPhone,
    multi_select: inList,
    members: oneOrInList,
  }),
);

const candidates = (text: string, { fieldType }: DealField, country: CountryCode): ReturnType<Candidates> =>
  (CANDIDATES.get(fieldType) ?? asText)(text, country);
