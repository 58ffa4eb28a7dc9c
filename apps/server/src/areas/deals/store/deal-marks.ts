import { DAY_MS } from "@trilho/engine";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { DateBound, DealFilter, RangeFilter, ValueFilter } from "../filter.ts";

/** Marks, of which every deal that a filter leaves has at least one. Other deals may have them as well. */
export interface Marks {
  marks: RawBuilder<string[]>;
  /** Whether they would be so many that it is quicker to ask all deals; there are none then. */
  areTooMany: RawBuilder<SqlBool> | null;
}

/** The marks of every part of a filter for which deals have some; `deal_mark` of the schema says how they are made. */
export const marksOf = ({ tagIds, values, ranges }: DealFilter, workspaceId: string): Marks[] => [
  ...(tagIds === undefined ? [] : [marksOfTags(workspaceId, tagIds)]),
  ...values.map((value) => marksOfValue(workspaceId, value)),
  ...ranges.map((range) => marksOfRange(workspaceId, range)),
];

const marksOfTags = (workspaceId: string, tagIds: readonly string[]): Marks => ({
  marks: sql`array(select deal_mark(${workspaceId}, 'tag', '', tag) from unnest(${tagIds}::text[]) as tag)`,
  areTooMany: null,
});

function marksOfValue(workspaceId: string, { anyOf, emptySlug }: ValueFilter): Marks {
  const items = anyOf.flatMap((part) =>
    Object.entries(part).flatMap(([slug, value]) => [value].flat().map((item) => ({ slug, item }))),
  );
  const holding = sql`
    select deal_mark(${workspaceId}, 'value', asked ->> 'slug', (asked -> 'item')::text)
    from jsonb_array_elements(${JSON.stringify(items)}::jsonb) as asked`;
  if (emptySlug === null) return { marks: sql`array(${holding})`, areTooMany: null };
  const shapes = sql`(
    select mark, filled from deal_shapes
    where workspace_id = ${workspaceId} and part = deal_part(${emptySlug}::text) limit ${MOST_SHAPES + 1}::integer
  ) as shape`;
  const areTooMany = sql<SqlBool>`(select count(*) > ${MOST_SHAPES}::integer from ${shapes})`;
  const lacking = sql`select mark from ${shapes} where not ${emptySlug}::text = any(filled)`;
  return { marks: sql`case when ${areTooMany} then '{}' else array(${holding} union ${lacking}) end`, areTooMany };
}

/** Of more sets of filled fields, those that lack one are not put together. */
const MOST_SHAPES = 500;

const marksOfRange = (workspaceId: string, range: RangeFilter): Marks => ({
  marks: sql`array(select deal_mark(${workspaceId}, 'time', ${range.slug}, span) from unnest(${spansOf(range)}::text[]) as span)`,
  areTooMany: null,
});

/** Centuries, years, months and days (`20`, `2026`, `2026-03`, `2026-03-31`), few of which cover a range. */
export const spansOf = ({ type, from, to }: Omit<RangeFilter, "slug">): string[] =>
  cover("", from === null ? "" : dayOf(from, type, -1), to === null ? AFTER_ALL : dayOf(to, type, 1));

const AFTER_ALL = "~";

function cover(span: string, from: string, to: string): string[] {
  const [first, last] = [from.slice(0, span.length), to.slice(0, span.length)];
  if (span < first || span > last) return [];
  const isInside = span !== "" && span > first && span < last;
  return isInside || span.length === 10
    ? [span]
    : (PARTS[span.length]?.flatMap((part) => cover(span + part, from, to)) ?? []);
}

const numbers = (from: number, to: number, before = ""): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => before + String(from + index).padStart(2, "0"));

/** What a span is divided into, by the length of its name. */
const PARTS: Readonly<Record<number, string[]>> = {
  0: numbers(0, 99),
  2: numbers(0, 99),
  4: numbers(1, 12, "-"),
  7: numbers(1, 31, "-"),
};

/**
 * The day at an end of a range as values are stored: of dates as they are, of instants in UTC. Where one is compared with
 * the other, the day beside it as well: in some time zone it is the same.
 */
function dayOf(bound: DateBound, type: RangeFilter["type"], beside: -1 | 1): string {
  const day = "day" in bound ? bound.day : bound.instant.slice(0, 10);
  if ("day" in bound === (type === "date")) return day;
  const other = new Date(Date.parse(day) + beside * DAY_MS).toISOString();
  return other.slice(4, 5) === "-" ? other.slice(0, 10) : day;
}
