import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { DealFilter, RangeFilter, ValueFeedFilter } from "../filter.ts";
import type { ValueFilter } from "../value-filter.ts";
import type { Bound } from "../../../platform/service/bounds.ts";
import { changedBetween } from "../../../platform/database/changed-between.ts";
import { containing, fold } from "../../../platform/database/columns.ts";

type Condition = RawBuilder<SqlBool>;

/** What is asked of deals, by what finds them. */
export interface Asked {
  /** When they were made: bounds of every index in the list's order. */
  time: readonly Condition[];
  /** Equalities, each of which has an index in the list's order; the first is the one that few deals are likely to have. */
  listed: readonly Condition[];
  /** Everything else but texts. `each` ends subqueries that are to be looked up deal by deal. */
  others(each?: RawBuilder<unknown>): Condition[];
}

export function askedBy(filter: DealFilter, workspaceId: string): Asked {
  const { stageId, source, pipelineSeq, returning, createdFrom, createdTo, timeZone, tagIds, values, ranges } = filter;
  const responsible = anyOf("deals.responsible_user_id", filter.responsibleUserIds);
  const status = anyOf("deals.status", filter.status);
  const [isOneResponsible, isOneStatus] = [isOne(filter.responsibleUserIds), isOne(filter.status)];
  const pipeline = sql`(select id from pipelines where workspace_id = ${workspaceId} and seq = ${pipelineSeq})`;
  return {
    time: [
      ...(createdFrom === undefined ? [] : [sql<SqlBool>`deals.created_at >= ${startOf(createdFrom, timeZone)}`]),
      ...(createdTo === undefined ? [] : [sql<SqlBool>`deals.created_at < ${startOf(createdTo, timeZone, 1)}`]),
    ],
    listed: [
      ...(stageId === undefined ? [] : [sql<SqlBool>`deals.stage_id = ${stageId}`]),
      ...(isOneResponsible ? responsible : []),
      ...(source === undefined ? [] : [sql<SqlBool>`deals.source = ${source}`]),
      ...(pipelineSeq === undefined ? [] : [sql<SqlBool>`deals.pipeline_id = ${pipeline}`]),
      ...(isOneStatus ? status : []),
      ...(returning === true ? [sql<SqlBool>`deals.is_returning`] : []),
    ],
    others: (each = sql``) => [
      ...(isOneResponsible ? [] : responsible),
      ...(isOneStatus ? [] : status),
      ...(returning === false ? [sql<SqlBool>`not deals.is_returning`] : []),
      ...(tagIds === undefined ? [] : [hasTag(workspaceId, tagIds, each)]),
      ...values.map(holdsValue),
      ...ranges.map((range) => inRange(range, timeZone)),
    ],
  };
}

/** Conditions of the feed of values. */
export const feedConditions = (filter: ValueFeedFilter): Condition[] => [
  sql<SqlBool>`deals.custom_fields <> '{}'`,
  ...anyOf("deals.status", filter.status),
  ...(filter.pipelineId === undefined ? [] : [sql<SqlBool>`deals.pipeline_id = ${filter.pipelineId}`]),
  changedBetween("deals", filter, filter.timeZone),
];

const isOne = (values: readonly string[] | undefined): boolean => new Set(values).size === 1;

/** One value is compared as one, so that an index in the list's order serves it. */
function anyOf(column: string, values: readonly string[] = []): Condition[] {
  const [first, ...others] = new Set(values);
  if (first === undefined) return [];
  return [
    others.length === 0
      ? sql<SqlBool>`${sql.ref(column)} = ${first}`
      : sql<SqlBool>`${sql.ref(column)} = any(${[first, ...others]}::text[])`,
  ];
}

const hasTag = (
  workspaceId: string,
  tagIds: readonly string[],
  each: RawBuilder<unknown>,
): Condition => sql<SqlBool>`exists (
  select 1 from deal_tags as tagged
  where tagged.workspace_id = ${workspaceId} and tagged.deal_id = deals.id and tagged.tag_id = any(${tagIds}::text[]) ${each}
)`;

/** How a search finds a deal: by its own text, or by that of its contact, `person`. */
export interface SearchedTexts {
  own: Condition;
  person: Condition;
}

/** Null where texts are not asked for. Of one or two letters, which would be part of nearly all texts, words begin. */
export function textsOf({ search, phone }: DealFilter): SearchedTexts | null {
  if (search === undefined) return null;
  const text = fold(search);
  const within = SHORT.test(text) ? beginning : (part: string) => [containing(part)];
  const phones = phone === undefined ? [] : within(within === beginning ? `+${phone}` : phone);
  return {
    own: isLike("deals.search_text", within(text)),
    person: isLike("person.search_text", [...within(text), ...phones]),
  };
}

const SHORT = /^[\p{L}\p{M}\p{N}]{1,2}$/u;

const beginning = (part: string): string[] => [`${part}%`, `% ${part}%`];

/** Whether pg_trgm has a part of three letters to look up, in any locale: in some, none but ASCII is a letter. */
const HAS_TRIGRAM = /[a-z0-9]{3}|^[a-z0-9]|[ -/:-@[-`{-~][a-z0-9]|[a-z0-9]{2}[ -/:-@[-`{-~]/;

/** Of a pattern without such a part, an index of them would be read as a whole, and then all texts: these alone are. */
const isLike = (column: string, patterns: readonly string[]): Condition => {
  const name = sql.ref(column);
  const known = patterns.every((pattern) => HAS_TRIGRAM.test(pattern.replaceAll(/^%|%$/g, "…").replaceAll("\\", "")));
  const likes = patterns.map((pattern) => sql`${known ? name : sql`${name} || ''`} like ${pattern}`);
  return sql<SqlBool>`(${sql.join(likes, sql` or `)})`;
};

function holdsValue({ anyOf: parts, emptySlug }: ValueFilter): Condition {
  const ways = parts.map((part) => sql<SqlBool>`deals.custom_fields @> ${JSON.stringify(part)}::jsonb`);
  if (emptySlug !== null) ways.push(isEmpty(emptySlug));
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`;
}

/** Asked of very many deals: texts are compared in a third of the time in which JSON is. */
function isEmpty(slug: string): Condition {
  const text = sql`(deals.custom_fields ->> ${slug}::text) collate "C"`;
  return sql<SqlBool>`(coalesce(${text}, '') = '' or ${text} = '[]' and deals.custom_fields -> ${slug}::text = '[]')`;
}

/** Stored days and instants are texts whose order is that of time. Bounds are subqueries, which are worked out once. */
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

const dayText = (bound: Bound, timeZone: string): RawBuilder<string> =>
  "day" in bound
    ? sql<string>`${bound.day}::text`
    : sql<string>`(select to_char(${bound.instant}::timestamptz at time zone ${timeZone}, 'YYYY-MM-DD'))`;

const instantText = (bound: Bound, timeZone: string, later: number): RawBuilder<string> =>
  "day" in bound
    ? sql<string>`(
        select to_char(${startOf(bound.day, timeZone, later)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      )`
    : sql<string>`${bound.instant}::text`;

/** When a day begins in a time zone; `later` days after it. */
export const startOf = (day: string, timeZone: string, later = 0): RawBuilder<Date> =>
  sql<Date>`((${day}::date + ${later}::integer)::timestamp at time zone ${timeZone})`;
