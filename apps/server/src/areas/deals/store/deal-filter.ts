import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { DateBound, DealFilter, RangeFilter, ValueFeedFilter, ValueFilter } from "../filter.ts";
import { containing, fold } from "../../../platform/database/columns.ts";

type Condition = RawBuilder<SqlBool>;

/** Conditions on a deal's columns. */
export function ofColumns(filter: DealFilter, workspaceId: string): Condition[] {
  const { pipelineSeq, stageId, returning, createdFrom, createdTo, source, responsibleUserIds, status, timeZone } =
    filter;
  return [
    ...(pipelineSeq === undefined
      ? []
      : [
          sql<SqlBool>`deals.pipeline_id = (
            select id from pipelines where workspace_id = ${workspaceId} and seq = ${pipelineSeq}
          )`,
        ]),
    ...(stageId === undefined ? [] : [sql<SqlBool>`deals.stage_id = ${stageId}`]),
    ...(returning === undefined
      ? []
      : [returning ? sql<SqlBool>`deals.is_returning` : sql<SqlBool>`not deals.is_returning`]),
    ...(createdFrom === undefined ? [] : [sql<SqlBool>`deals.created_at >= ${startOf(createdFrom, timeZone)}`]),
    ...(createdTo === undefined ? [] : [sql<SqlBool>`deals.created_at < ${startOf(createdTo, timeZone, 1)}`]),
    ...(source === undefined ? [] : [sql<SqlBool>`deals.source = ${source}`]),
    ...anyOf("deals.responsible_user_id", responsibleUserIds),
    ...anyOf("deals.status", status),
  ];
}

/** Conditions on what else belongs to a deal: texts, tags, custom values. */
export const ofContents = (filter: DealFilter, workspaceId: string): Condition[] => [
  ...(filter.search === undefined ? [] : [matchesText(workspaceId, textsOf(filter))]),
  ...ofMarked(filter, workspaceId),
];

const ofMarked = ({ tagIds, values, ranges, timeZone }: DealFilter, workspaceId: string): Condition[] => [
  ...(tagIds === undefined ? [] : [hasTag(workspaceId, tagIds)]),
  ...values.map(holdsValue),
  ...ranges.map((range) => inRange(range, timeZone)),
];

/** Conditions of the feed of values. */
export const feedConditions = ({
  status,
  pipelineId,
  updatedFrom,
  updatedTo,
  timeZone,
}: ValueFeedFilter): Condition[] => [
  sql<SqlBool>`deals.custom_fields <> '{}'`,
  ...anyOf("deals.status", status),
  ...(pipelineId === undefined ? [] : [sql<SqlBool>`deals.pipeline_id = ${pipelineId}`]),
  ...(updatedFrom === undefined ? [] : [sql<SqlBool>`deals.updated_at >= ${instantOf(updatedFrom, timeZone)}`]),
  ...(updatedTo === undefined ? [] : [sql<SqlBool>`deals.updated_at < ${instantOf(updatedTo, timeZone)}`]),
];

/** One value is compared as one, so that an index in the list's order serves it. */
function anyOf(column: string, values: readonly string[] | undefined): Condition[] {
  if (values === undefined) return [];
  const [first, ...others] = new Set(values);
  if (first === undefined) return [];
  return [
    others.length === 0
      ? sql<SqlBool>`${sql.ref(column)} = ${first}`
      : sql<SqlBool>`${sql.ref(column)} = any(${[first, ...others]}::text[])`,
  ];
}

const hasTag = (workspaceId: string, tagIds: readonly string[]): Condition => sql<SqlBool>`exists (
  select 1 from deal_tags as tagged
  where tagged.workspace_id = ${workspaceId} and tagged.deal_id = deals.id and tagged.tag_id = any(${tagIds}::text[])
)`;

/** Patterns, one of which a text must be like. */
interface Texts {
  deal: string[];
  contact: string[];
}

/** Of one or two letters, which would be part of nearly all texts, words begin. */
function textsOf({ search = "", phone }: DealFilter): Texts {
  const text = fold(search);
  const isShort = SHORT.test(text);
  const deal = isShort ? beginning(text) : [containing(text)];
  if (phone === undefined) return { deal, contact: deal };
  return { deal, contact: [...deal, ...(isShort ? beginning(`+${phone}`) : [containing(phone)])] };
}

const SHORT = /^[\p{L}\p{M}\p{N}]{1,2}$/u;

/** How a search finds the text of a deal with its contact, which begins with a space, as the schema keeps it. */
export interface SoughtText {
  /** All of one list are in it, each a part that `deal_text_keys` of the schema takes texts into. */
  parts: readonly (readonly string[])[];
  /** Patterns, one of which it is like: deals that it is of may still not match. */
  like: readonly string[];
}

/** Null where texts are not asked for, and where what is asked for has no part. */
export function soughtBy({ search, phone }: DealFilter): SoughtText | null {
  if (search === undefined) return null;
  const text = fold(search);
  const before = SHORT.test(text) ? " " : "";
  const texts = [before + text, ...(phone === undefined ? [] : [before === "" ? phone : ` +${phone}`])];
  return texts.every((each) => HAS_PARTS.test(each))
    ? { parts: texts.map(threesOf), like: texts.map(containing) }
    : null;
}

const HAS_PARTS = /^ .|[^a-z0-9 ]|.../su;

/**
 * Three letters each, which cost a look in every block: those with most digits and signs, which few texts have; else from
 * the beginning, the middle and the end, as the beginnings of numbers and names are of many.
 */
function threesOf(text: string): string[] {
  const letters = [...text];
  const last = letters.length - 3;
  if (last < 0) return [text];
  const places = new Set([0, last, last >> 1, ...letters.slice(2).keys()]);
  const threes = Array.from(places, (place) => letters.slice(place, place + 3).join(""));
  return threes.toSorted((one, other) => rarityOf(other) - rarityOf(one)).slice(0, LOOKED_UP);
}

const rarityOf = (three: string): number => three.match(/[^\p{L}\s]/gu)?.length ?? 0;

const LOOKED_UP = 3;

const beginning = (part: string): string[] => [`${part}%`, `% ${part}%`];

const isLike = (column: string, patterns: readonly string[]): Condition =>
  sql<SqlBool>`(${sql.join(
    patterns.map((pattern) => sql`${sql.ref(column)} like ${pattern}`),
    sql` or `,
  )})`;

const matchesText = (workspaceId: string, { deal, contact }: Texts): Condition => sql<SqlBool>`(
  ${isLike("deals.search_text", deal)} or exists (
    select 1 from contacts as person
    where person.workspace_id = ${workspaceId} and person.id = deals.contact_id
      and ${isLike("person.search_text", contact)}
  ))`;

function holdsValue({ anyOf: parts, emptySlug }: ValueFilter): Condition {
  const ways = parts.map((part) => sql<SqlBool>`deals.custom_fields @> ${JSON.stringify(part)}::jsonb`);
  if (emptySlug !== null)
    ways.push(sql<SqlBool>`coalesce(deals.custom_fields -> ${emptySlug}::text, 'null') in ('null', '""', '[]')`);
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`;
}

/** Stored days and instants are texts whose order is that of time. */
function inRange({ slug, type, from, to }: RangeFilter, timeZone: string): Condition {
  const value = sql`(deals.custom_fields ->> ${slug}::text) collate "C"`;
  const write = type === "date" ? dayText : instantText;
  const conditions = [
    sql<SqlBool>`${value} <> ''`,
    ...(from === null ? [] : [sql<SqlBool>`${value} >= ${write(from, timeZone, 0)}`]),
    ...(to === null
      ? []
      : [
          "day" in to && type === "datetime"
            ? sql<SqlBool>`${value} < ${write(to, timeZone, 1)}`
            : sql<SqlBool>`${value} <= ${write(to, timeZone, 0)}`,
        ]),
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

const dayText = (bound: DateBound, timeZone: string): RawBuilder<string> =>
  "day" in bound
    ? sql<string>`${bound.day}::text`
    : sql<string>`to_char(${bound.instant}::timestamptz at time zone ${timeZone}, 'YYYY-MM-DD')`;

const instantText = (bound: DateBound, timeZone: string, later: number): RawBuilder<string> =>
  "day" in bound
    ? sql<string>`to_char(${startOf(bound.day, timeZone, later)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`${bound.instant}::text`;

const instantOf = (bound: DateBound, timeZone: string): RawBuilder<Date> =>
  "day" in bound ? startOf(bound.day, timeZone) : sql<Date>`${bound.instant}::timestamptz`;

/** When a day begins in a time zone; `later` days after it. */
export const startOf = (day: string, timeZone: string, later = 0): RawBuilder<Date> =>
  sql<Date>`((${day}::date + ${later}::integer)::timestamp at time zone ${timeZone})`;
