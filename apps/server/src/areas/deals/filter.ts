import type { FieldError, Operations } from "@trilho/contract";
import type { JsonObject, JsonValue } from "@trilho/engine/contract";
import type { CountryCode } from "libphonenumber-js/min";
import { normalisePhone, phoneDigits } from "../../platform/service/phone.ts";
import { textOf, dayOf, instantOf } from "../../platform/service/texts.ts";
import type { DealStatus } from "./model.ts";
import type { DealField } from "../reference/custom-fields/custom-values.ts";

/** What a list of deals is narrowed to. Days are `yyyy-MM-dd` in `timeZone`; bounds are inclusive. */
export interface DealFilter {
  pipelineSeq?: number;
  stageId?: string;
  returning?: boolean;
  createdFrom?: string;
  createdTo?: string;
  source?: string;
  responsibleUserIds?: readonly string[];
  tagIds?: readonly string[];
  /** Part of the deal's name or the contact's names and e-mail, any case. */
  search?: string;
  /** Part of the contact's phone, digits only. */
  phone?: string;
  status?: readonly DealStatus[];
  values: readonly ValueFilter[];
  ranges: readonly RangeFilter[];
  timeZone: string;
}

/** Deals whose custom values hold one of these, or whose value of `emptySlug` is blank. */
export interface ValueFilter {
  /** Parts of the custom values, one of which must be there: `{ roof: "metal" }`, `{ interests: ["battery"] }`. */
  anyOf: readonly JsonObject[];
  emptySlug: string | null;
}

/** A custom value between two bounds. Of a `datetime` field, days are whole days of the workspace's time zone. */
export interface RangeFilter {
  slug: string;
  type: "date" | "datetime";
  from: DateBound | null;
  to: DateBound | null;
}

export type DateBound = { day: string } | { instant: string };

/** `updatedFrom` is inclusive, `updatedTo` exclusive. */
export interface ValueFeedFilter {
  status?: readonly DealStatus[];
  pipelineId?: string;
  updatedFrom?: DateBound;
  updatedTo?: DateBound;
  timeZone: string;
}

/** Stands for no value in the filters of custom fields. */
const EMPTY = "__empty__";

type ListQuery = Operations["listDeals"]["query"];

/** The filter a query asks for; null when it can match nothing. */
export function readFilter(
  query: ListQuery,
  fields: readonly DealField[],
  { timeZone, country }: { timeZone: string; country: CountryCode },
): { filter: DealFilter | null; problems: FieldError[] } {
  const bySlug = new Map(fields.map((field) => [field.slug, field]));
  const values = Object.entries(query.customFields ?? {}).map(([slug, texts]) =>
    valueFilter(slug, [texts].flat(), bySlug.get(slug), country),
  );
  const { ranges, problems } = readRanges(query.customFieldRanges ?? {}, bySlug);
  const impossible = [...values, ...ranges].includes(null);
  const search = textOf(query.search);
  const phone = search === null ? null : phoneDigits(search);
  const filter: DealFilter = {
    ...definedOf({
      pipelineSeq: query.pipeline,
      stageId: query.stageId,
      returning: query.returning,
      createdFrom: query.createdFrom,
      createdTo: query.createdTo,
      source: query.source,
      responsibleUserIds: query.responsibleUserIds,
      tagIds: query.tagIds,
      search: search ?? undefined,
      phone: phone ?? undefined,
      status: query.status,
    }),
    values: values.filter((value) => value !== null && value !== EVERYTHING) as ValueFilter[],
    ranges: ranges.filter((range) => range !== null),
    timeZone,
  };
  return { filter: impossible ? null : filter, problems };
}

const definedOf = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;

/** A filter that every deal passes: a field that nobody has is empty everywhere. */
const EVERYTHING = "everything";

function valueFilter(
  slug: string,
  texts: readonly string[],
  field: DealField | undefined,
  country: CountryCode,
): ValueFilter | typeof EVERYTHING | null {
  const asksEmpty = texts.includes(EMPTY);
  if (field === undefined) return asksEmpty ? EVERYTHING : null;
  const anyOf = texts
    .filter((text) => text !== EMPTY)
    .flatMap((text) => candidates(text, field, country))
    .map((value) => ({ [slug]: value }));
  return anyOf.length === 0 && !asksEmpty ? null : { anyOf, emptySlug: asksEmpty ? slug : null };
}

type Candidates = (text: string, country: CountryCode) => JsonValue[];

const asText: Candidates = (text) => [text];
const asNumber: Candidates = (text) => (textOf(text) !== null && Number.isFinite(Number(text)) ? [Number(text)] : []);
const asBoolean: Candidates = (text) => (text === "true" || text === "false" ? [text === "true"] : []);
const asInstant: Candidates = (text) => [instantOf(text) ?? text];
const asPhone: Candidates = (text, country) => [normalisePhone(text, country) ?? text];
const oneOrInList: Candidates = (text) => [text, [text]];

/** How a text of a query is stored, by the field's type. */
const CANDIDATES: Readonly<Record<string, Candidates>> = {
  number: asNumber,
  currency: asNumber,
  percent: asNumber,
  boolean: asBoolean,
  datetime: asInstant,
  event: asInstant,
  phone: asPhone,
  multi_select: (text) => [[text]],
  members: oneOrInList,
};

const candidates = (text: string, { fieldType }: DealField, country: CountryCode): JsonValue[] =>
  ((Object.hasOwn(CANDIDATES, fieldType) ? CANDIDATES[fieldType] : undefined) ?? asText)(text, country);

const RANGE_TYPES: Readonly<Record<string, RangeFilter["type"]>> = {
  date: "date",
  datetime: "datetime",
  event: "datetime",
};

const rangeTypeOf = (field: DealField | undefined): RangeFilter["type"] | undefined =>
  RANGE_TYPES[field?.fieldType ?? ""];

/** Whether a field's values are days or instants, which have a place between two others. */
export const isOfTime = (field: DealField | undefined): boolean => rangeTypeOf(field) !== undefined;

function readRanges(given: NonNullable<ListQuery["customFieldRanges"]>, bySlug: ReadonlyMap<string, DealField>) {
  const problems: FieldError[] = [];
  const ranges = Object.entries(given).map(([slug, range]): RangeFilter | null => {
    const bounds = typeof range === "string" ? ofInterval(range) : range;
    const field = `customFieldRanges[${slug}]`;
    if (bounds === null) problems.push({ field, message: NO_INTERVAL });
    const read = (end: "from" | "to"): DateBound | null => {
      const text = textOf(bounds?.[end]);
      if (text === null) return null;
      const bound = boundOf(text);
      if (bound === null) problems.push({ field: `${field}[${end}]`, message: NO_BOUND });
      return bound;
    };
    const [from, to] = [read("from"), read("to")];
    const type = rangeTypeOf(bySlug.get(slug));
    return type === undefined ? null : { slug, type, from, to };
  });
  return { ranges, problems };
}

/** `from/to`, as ISO 8601 writes intervals; either may be missing. Null for any other text. */
function ofInterval(text: string): { from: string; to: string } | null {
  const [from = "", to, ...more] = text.split("/");
  return to === undefined || more.length > 0 ? null : { from, to };
}

const NO_INTERVAL = "must be an interval such as 2026-03-01/2026-03-31";
const NO_BOUND = "must be yyyy-MM-dd or an instant with time and offset";

function boundOf(text: string): DateBound | null {
  const day = dayOf(text);
  if (day !== null) return { day };
  const instant = instantOf(text);
  return instant === null ? null : { instant };
}

/** The filter of the feed of values. */
export function readFeedFilter(
  query: Operations["listDealCustomFieldValues"]["query"],
  timeZone: string,
): { filter: ValueFeedFilter; problems: FieldError[] } {
  const problems: FieldError[] = [];
  const read = (field: "updatedFrom" | "updatedTo"): DateBound | undefined => {
    const text = query[field];
    const bound = text === undefined ? undefined : boundOf(text);
    if (bound === null) problems.push({ field, message: NO_BOUND });
    return bound ?? undefined;
  };
  const [updatedFrom, updatedTo] = [read("updatedFrom"), read("updatedTo")];
  const filter = {
    ...definedOf({ status: query.status, pipelineId: query.pipelineId, updatedFrom, updatedTo }),
    timeZone,
  };
  return { filter, problems };
}
