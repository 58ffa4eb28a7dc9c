import { type RawBuilder, sql } from "kysely";
import type { SoughtText } from "./deal-filter.ts";
import type { Branch, DealList } from "./deal-lists.ts";
import type { ChosenDeals } from "./deal-rows.ts";

/** What a walk is along, and what its deals must pass. */
export interface Asked {
  workspaceId: string;
  lists: readonly DealList[];
  search: SoughtText | null;
  /** The deals that pass all that is asked of them, whatever lists say. */
  passing: ChosenDeals;
  limit: number;
  /** So many deals are looked at in one step at most. */
  atOnce: number;
}

type Sql = RawBuilder<unknown>;

/** So many deals of one instant are taken in a step. */
const MOST_OF_AN_INSTANT = 256;

/** Each takes as long as so many looks elsewhere: in the order of ids, rows stand anywhere. */
const LOOKS_BY_ID = 4;

/** Of this many items, an index would take longer than the deal takes to be asked for all else. */
const FEW_ITEMS = 3;

const union = (selects: readonly Sql[]): Sql => sql.join(selects, sql` union all `);

const sum = (numbers: readonly Sql[]): Sql => sql.join([sql`0`, ...numbers], sql` + `);

const name = (kind: string, ...numbers: number[]): Sql => sql.raw([kind, ...numbers].join("_"));

/** Hashed once, not at every step: the items of every list, and how many they are. */
export function itemsOf(lists: readonly DealList[]): Sql {
  const named = lists.flatMap(({ branches }, list) =>
    branches.map(({ items }, branch) => ({ items, as: name("items", list, branch) })),
  );
  const columns = named.map(({ items, as }) => sql`${items} as ${as}`);
  const counts = named.map(({ as }) => sql`cardinality(${as})`);
  return sql`select *, ${sum(counts)} as items from (select ${sql.join([sql`true`, ...columns])}) as lists`;
}

/** Deals of a list within bounds, newest first of each item. */
const entriesOf = (lists: readonly DealList[], list: number, within: Sql, columns: Sql, tail: Sql): Sql =>
  union(
    (lists[list]?.branches ?? []).map(
      ({ table, has }: Branch, branch) => sql`
        select entry.* from unnest((select ${name("items", list, branch)} from asked)) as list(item)
        cross join lateral (
          select ${columns} from ${sql.table(table)} where ${has(sql`list.item`)} and ${within}
          order by created_at desc ${tail}
        ) as entry`,
    ),
  );

/**
 * From where the walk is: the deals to look at next (`ats`, `seqs`, and whether their text `fit`s), the list that they are
 * of (`leads`), how many looks that takes, and where the walk is then.
 */
export const stepOf = (asked: Asked): Sql => sql`
  (${stepAlong(asked)} offset 0) union all (${stepThroughInstant(asked)} offset 0)`;

/**
 * A step of three parts, for which `offset 0` keeps each from being worked out again wherever the next names it:
 * - _newest_: each list is asked for its next deal at or behind that of the list before. Between them nothing is in all
 *   lists, so those that hardly meet are passed in long jumps.
 * - _reach_: how far back a number of each list's deals go from there. The list that goes furthest is the rarest here,
 *   and leads. Texts lead through one block of them.
 * - _led_: the deals of the leading list so far. Where these are too many, those of the oldest instant are left to the
 *   next step; an instant that is too many by itself is `tied`, and nothing has been looked at.
 */
const stepAlong = (asked: Asked): Sql => sql`
  select
    case when led.are_all then reach.since else led.oldest + interval '1 millisecond' end as upto, '' as below,
    case when led.count = 0 and not led.are_all then led.oldest end as tied,
    case when led.count = 0 and not led.are_all then 0
      else 2 * (select items from asked) + reach.looks + led.looks end as looks,
    reach.leads, led.ats[:led.count] as ats, led.seqs[:led.count] as seqs, led.fit[:led.count] as fit
  from (select) as one ${newestOf(asked.lists)}
  cross join lateral (${reachOf(asked)}) as reach
  cross join lateral (${ledOf(asked)}) as led
  where walk.tied is null`;

/** Within an instant no two lists have the same order: its deals are taken by their ids, whatever lists they are in. */
function stepThroughInstant({ workspaceId, atOnce }: Asked): Sql {
  const size = sql.lit(Math.min(MOST_OF_AN_INSTANT, atOnce));
  return sql`
    select walk.tied, case when is_over then '' else ids[${size}] end, case when is_over then null else walk.tied end,
      1 + ${sql.lit(LOOKS_BY_ID)} * count, null, array_fill(walk.tied, array[count]), seqs, array_fill(true, array[count])
    from (
      select count(*)::integer as count, count(*) < ${size} as is_over,
        array_agg(id order by id desc) as ids, coalesce(array_agg(seq order by id desc), '{}') as seqs
      from (
        select id, seq from deals where workspace_id = ${workspaceId}
          and (created_at, id) < (walk.upto, walk.below) and created_at >= walk.tied
        order by created_at desc, id desc limit ${size}
      ) as deal
    ) as rest
    where walk.tied is not null`;
}

/** `newest_0`, `newest_1` …: the newest entry of each list at or before that of the list before. */
function newestOf(lists: readonly DealList[]): Sql {
  const newest = lists.map((_, list) => {
    const within = list === 0 ? sql`created_at < walk.upto` : sql`created_at <= ${name("newest", list - 1)}.at`;
    const next = entriesOf(lists, list, within, sql`created_at`, sql`limit 1`);
    return sql`cross join lateral (select max(created_at) as at from (${next}) as next) as ${name("newest", list)}`;
  });
  return sql.join(newest, sql` `);
}

/** The newest instant that all lists may share. */
const upperBound = (lists: readonly DealList[]): Sql =>
  lists.length === 0 ? sql`(walk.upto - interval '1 millisecond')` : sql`${name("newest", lists.length - 1)}.at`;

/** `since` when the step ends, which list `leads`, the block of texts, and how many looks that took. */
function reachOf({ workspaceId, lists, search }: Asked): Sql {
  const within = sql`created_at <= ${upperBound(lists)}`;
  const reaches = lists.map((_, list) => {
    const entries = entriesOf(lists, list, within, sql`created_at`, sql`limit walk.size`);
    return sql`(
      select coalesce((array_agg(created_at order by created_at desc))[walk.size], '-infinity') as at,
        count(*)::integer as looks
      from (${entries}) as entry
    ) as ${name("reach", list)}`;
  });
  if (search !== null)
    reaches.push(sql`(
      select coalesce(max(start), '-infinity') as at, coalesce(max(block), 0) as block, 1 as looks from (
        select start, block from deal_blocks
        where workspace_id = ${workspaceId} and start <= ${upperBound(lists)} order by start desc limit 1
      ) as block
    ) as ${name("reach", lists.length)}`);
  const names = reaches.map((_, list) => name("reach", list));
  const leads = names.map((reach, list) => sql`when ${reach}.at then ${sql.lit(list)}`);
  const since = sql`least(${sql.join(names.map((reach) => sql`${reach}.at`))})`;
  return sql`
    select ${since} as since, case ${since} ${sql.join(leads, sql` `)} end as leads,
      ${search === null ? sql`0` : sql`${names.at(-1)}.block`} as block, ${sum(names.map((reach) => sql`${reach}.looks`))} as looks
    from ${sql.join(reaches, sql` cross join lateral `)}
    offset 0`;
}

/**
 * The newest of the leading list's deals, `count` of them: all, or those of all instants but the `oldest`. Each is looked
 * at whose text fits; an entry of a list was looked at already, when it was reached.
 */
function ledOf(asked: Asked): Sql {
  const oneMore = sql.lit(asked.atOnce + 1);
  const textsLead = sql`reach.leads = ${sql.lit(asked.lists.length)}`;
  return sql`
    select *, cardinality(array_positions(fit[:count], true)) + case when ${textsLead} then count else 0 end as looks
    from (
      select *, case when are_all then cardinality(seqs) else array_position(ats, oldest) - 1 end as count
      from (
        select *, ats[${oneMore}] as oldest, cardinality(seqs) < ${oneMore} as are_all
        from (
          select coalesce(array_agg(created_at), '{}') as ats, coalesce(array_agg(seq), '{}') as seqs,
            coalesce(array_agg(fits), '{}') as fit
          from (
            select distinct created_at, seq, fits from (${union(leadingOf(asked, oneMore))}) as led
            order by created_at desc, seq limit ${oneMore}
          ) as led
        ) as led
      ) as led
    ) as led
    offset 0`;
}

/** The deals of each list as far as the step reaches, where it leads; of one table of texts, which may not fit. */
function leadingOf({ workspaceId, lists, search }: Asked, most: Sql): Sql[] {
  const within = sql`created_at <= ${upperBound(lists)} and created_at >= reach.since`;
  const leading = lists.map(
    (_, list) => sql`
      select entry.*, true as fits from (${entriesOf(lists, list, within, sql`created_at, seq`, sql`limit ${most}`)}) as entry
      where reach.leads = ${sql.lit(list)}`,
  );
  if (search === null) return leading;
  const texts = sql`
    select created_at, seq, text like any(${search.like}::text[]) as fits from deal_texts
    where reach.leads = ${sql.lit(lists.length)} and ${within} and ${hasAnyOf(search.parts, workspaceId)}`;
  return [...leading, texts];
}

const hasAnyOf = (ways: readonly (readonly string[])[], workspaceId: string): Sql => {
  const each = ways.map(
    (parts) => sql`deal_text_keys(workspace_id, block, text)
      @> deal_search_keys(${workspaceId}, reach.block, ${parts}::text[])`,
  );
  return sql`(${sql.join(each, sql` or `)})`;
};

/**
 * Numbers of a step's deals that pass, newest first, until there are enough. With ties: deals of one instant follow each
 * other by their ids.
 */
export function hitsOf({ lists, search, passing, limit }: Asked): Sql {
  // Of that instant: other deals that share a mark's hash stand elsewhere. No index of instants: one may be of many deals.
  const asked = passing
    .clearSelect()
    .select("deals.seq")
    .where(sql<boolean>`deals.seq = each.seq and deals.created_at is not distinct from each.created_at`)
    .offset(sql`0`);
  const others = lists.length + (search === null ? 0 : 1) > 1 ? lists.map((_, list) => isAlsoIn(lists, list)) : [];
  return sql`
    select seq from (
      select each.created_at, passing.seq from (
        select * from unnest(step.ats, step.seqs, step.fit) as deal(created_at, seq, fits)
        where fits order by created_at desc
      ) as each cross join lateral (${asked}) as passing
      where ${sql.join([sql`true`, ...others], sql` and `)}
      order by each.created_at desc fetch first ${sql.lit(limit)} rows with ties
    ) as hit`;
}

/**
 * Whether another list has a deal of the same instant: an index tells so in less time than the deal is asked for all else.
 * No list leads within an instant, which has been found in all of them.
 */
function isAlsoIn(lists: readonly DealList[], list: number): Sql {
  const counts = (lists[list]?.branches ?? []).map(
    (_, branch) => sql`cardinality((select ${name("items", list, branch)} from asked))`,
  );
  const same = entriesOf(lists, list, sql`created_at = each.created_at`, sql`created_at`, sql`limit 1`);
  return sql`(
    coalesce(step.leads, ${sql.lit(list)}) = ${sql.lit(list)} or ${sum(counts)} > ${sql.lit(FEW_ITEMS)} or exists (${same})
  )`;
}
