import type { FieldError, Operations } from "@trilho/contract";
import type { CountryCode } from "libphonenumber-js/min";
import { type Bound, type ChangedBetween, readBounds, readChangedBetween } from "../../platform/service/bounds.ts";
import { phoneDigits } from "../../platform/service/phone.ts";
import { textOf } from "../../platform/service/texts.ts";
import type { DealStatus } from "./model.ts";
import type { DealField } from "../reference/custom-fields/custom-values.ts";
import { readValueFilters, type ValueFilter } from "./value-filter.ts";

/** What a list of deals is narrowed to. Days are `yyyy-MM-dd` in `timeZone`; bounds are inclusive. */
export interface DealFilter {
  pipelineSeq?: number | undefined;
  stageId?: string | undefined;
  returning?: boolean | undefined;
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
  source?: string | undefined;
  responsibleUserIds?: readonly string[] | undefined;
  tagIds?: readonly string[] | undefined;
  /** Part of the deal's name or the contact's names and e-mail, any case. */
  search?: string | undefined;
  /** Part of the contact's phone, digits only. */
  phone?: string | undefined;
  status?: readonly DealStatus[] | undefined;
  values: readonly ValueFilter[];
  ranges: readonly RangeFilter[];
  timeZone: string;
}

/** A custom value between two bounds. Of a `datetime` field, days are whole days of the workspace's time zone. */
export interface RangeFilter {
  slug: string;
  type: "date" | "datetime";
  from: Bound | null;
  to: Bound | null;
}

/** Of the feed of values. */
export interface ValueFeedFilter extends ChangedBetween {
  status?: readonly DealStatus[] | undefined;
  pipelineId?: string | undefined;
  timeZone: string;
}

type ListQuery = Operations["listDeals"]["query"];

/** The filter a query asks for; null when it can match nothing. */
export function readFilter(
  query: ListQuery,
  fields: readonly DealField[],
  { timeZone, country }: { timeZone: string; country: CountryCode },
): { filter: DealFilter | null; problems: FieldError[] } {
  const bySlug = new Map(fields.map((field) => [field.slug, field]));
  const { filters: values, problems: ofValues } = readValueFilters(query.customFields ?? {}, bySlug, country);
  const { filters: ranges, problems: ofRanges } = readRanges(query.customFieldRanges ?? {}, bySlug, timeZone);
  const made = readBounds(["createdFrom", query.createdFrom], ["createdTo", query.createdTo], timeZone);
  const problems = [...made.problems, ...ofValues, ...ofRanges];
  if (!isPossible(values) || !isPossible(ranges)) return { filter: null, problems };
  const search = textOf(query.search) ?? undefined;
  const filter: DealFilter = {
    pipelineSeq: query.pipeline,
    stageId: query.stageId,
    returning: query.returning,
    createdFrom: query.createdFrom,
    createdTo: query.createdTo,
    source: query.source,
    responsibleUserIds: query.responsibleUserIds,
    tagIds: query.tagIds,
    search,
    phone: (search && phoneDigits(search)) ?? undefined,
    status: query.status,
    values,
    ranges,
    timeZone,
  };
  return { filter, problems };
}

const isPossible = <Filter>(filters: readonly (Filter | null)[]): filters is Filter[] => !filters.includes(null);

const RANGE_TYPES: Readonly<Record<string, RangeFilter["type"]>> = {
  date: "date",
  datetime: "datetime",
  event: "datetime",
};

const rangeTypeOf = (field: DealField | undefined): RangeFilter["type"] | undefined =>
  field && RANGE_TYPES[field.fieldType];

/** Whether a field's values are days or instants, which have a place between two others. */
export const isOfTime = (field: DealField | undefined): boolean => rangeTypeOf(field) !== undefined;

function readRanges(
  given: NonNullable<ListQuery["customFieldRanges"]>,
  bySlug: ReadonlyMap<string, DealField>,
  timeZone: string,
): { filters: (RangeFilter | null)[]; problems: FieldError[] } {
  const problems: FieldError[] = [];
  const filters = Object.entries(given).map(([slug, range]): RangeFilter | null => {
    const ends = typeof range === "string" ? ofInterval(range) : range;
    const field = `customFieldRanges[${slug}]`;
    if (ends === null) problems.push({ field, message: NO_INTERVAL });
    const begin = [`${field}[from]`, textOf(ends?.from)] as const;
    const { from, to, problems: wrong } = readBounds(begin, [`${field}[to]`, textOf(ends?.to)], timeZone);
    problems.push(...wrong);
    const type = rangeTypeOf(bySlug.get(slug));
    return type === undefined ? null : { slug, type, from, to };
  });
  return { filters, problems };
}

/** `from/to`, as ISO 8601 writes intervals; either may be missing. Null for any other text. */
function ofInterval(text: string): { from: string; to: string } | null {
  const [from = "", to, ...more] = text.split("/");
  return to === undefined || more.length > 0 ? null : { from, to };
}

const NO_INTERVAL = "must be an interval such as 2026-03-01/2026-03-31";

/** The filter of the feed of values. */
export function readFeedFilter(
  query: Operations["listDealCustomFieldValues"]["query"],
  timeZone: string,
): { filter: ValueFeedFilter; problems: FieldError[] } {
  const { between, problems } = readChangedBetween(query, timeZone);
  const filter = { ...between, status: query.status, pipelineId: query.pipelineId, timeZone };
  return { filter, problems };
}
