import { type Kysely, type RawBuilder, sql } from "kysely";
import type { ChosenDeals } from "./deal-cards.ts";
import type { Branch, DealList } from "./deal-lists.ts";
import type { DealRow } from "./deal-rows.ts";
import type { Database } from "./schema.ts";

export interface Walk {
  workspaceId: string;
  lists: readonly DealList[];
  /** Lists of parts of texts, all of one of which a deal has; null where texts are not asked for. */
  search: readonly (readonly string[])[] | null;
  /** The deals that pass all that is asked of them, whatever lists say. */
  passing: ChosenDeals;
  /** From an instant back to another one. Both are left out. */
  from: RawBuilder<Date>;
  to: RawBuilder<Date>;
  limit: number;
}

type Sql = RawBuilder<unknown>;

/** How many deals of the rarest list a step looks at: few at first, more where they are far between. */
const STEPS = { first: 64, longest: 2048 };

/** A block of texts is looked into in the time in which so many deals are asked for theirs. */
const STEPS_BESIDE_TEXTS = { first: 16, longest: 16 };

/**
 * The newest deals that are in all lists, contain the text and pass; some more may follow them. A step of the walk:
 * - _landing_: each list is asked for its next deal at or behind that of the list before. Between them nothing is in all
 *   lists, so those that hardly meet are passed in long jumps.
 * - _reach_: how far back a number of each list's deals go from there. The list that goes furthest is the rarest here,
 *   and leads. Texts lead through one block of them.
 * - _hits_: its deals so far, newest first, are asked for all else until there are enough.
 *
 * `offset 0` keeps each of these from being worked out again wherever the next names it, and its plan from being another.
 */
export function walkAlong(db: Kysely<Database>, walk: Walk): ChosenDeals {
  const { workspaceId, lists, search, from, to, limit } = walk;
  const steps = search === null ? STEPS : STEPS_BESIDE_TEXTS;
  const walked = sql<DealRow>`(
    with recursive asked as materialized (select ${itemsOf(lists)}),
    walk(upto, size, found, seqs) as (
      select ${from}, ${steps.first}::integer, 0, '{}'::integer[]
      union all
      select reach.since, least(walk.size * 2, ${steps.longest}::integer), walk.found + cardinality(hits.seqs), hits.seqs
      from walk
      ${landingOn(lists)}
      cross join lateral (${reachOf(walk)}) as reach
      cross join lateral (select array(${hitsOf(walk)}) as seqs offset 0) as hits
      where walk.found < ${limit} and walk.upto > ${to}
    )
    select deals.* from walk cross join lateral unnest(walk.seqs) as hit(seq)
    inner join deals on deals.workspace_id = ${workspaceId} and deals.seq = hit.seq
  )`;
  return db.selectFrom(walked.as("deals")).selectAll("deals") as unknown as ChosenDeals;
}

const union = (selects: readonly Sql[]): Sql => sql.join(selects, sql` union all `);

const name = (kind: string, ...numbers: number[]): Sql => sql.raw([kind, ...numbers].join("_"));

/** Hashed once, not at every step. */
const itemsOf = (lists: readonly DealList[]): Sql =>
  sql.join([
    sql`true`,
    ...lists.flatMap(({ branches }, list) =>
      branches.map(({ items }, branch) => sql`${items} as ${name("items", list, branch)}`),
    ),
  ]);

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

/** `landed_0`, `landed_1` …, each as far back as the one before or further. */
function landingOn(lists: readonly DealList[]): Sql {
  const landings = lists.map((_, list) => {
    const within = list === 0 ? sql`created_at < walk.upto` : sql`created_at <= ${name("landed", list - 1)}.at`;
    const next = entriesOf(lists, list, within, sql`created_at`, sql`limit 1`);
    return sql`cross join lateral (select max(created_at) as at from (${next}) as next) as ${name("landed", list)}`;
  });
  return sql.join(landings, sql` `);
}

/** Where the walk has come to. */
const landed = (lists: readonly DealList[]): Sql =>
  lists.length === 0 ? sql`(walk.upto - interval '1 millisecond')` : sql`${name("landed", lists.length - 1)}.at`;

/** `since` when the step ends, which list `leads`, and the block of texts. */
function reachOf({ workspaceId, lists, search }: Walk): Sql {
  const reaches = lists.map((_, list) => {
    const within = sql`created_at <= ${landed(lists)}`;
    const entries = entriesOf(lists, list, within, sql`created_at`, sql`limit walk.size`);
    return sql`coalesce((
      select created_at from (${entries}) as entry order by created_at desc offset walk.size - 1 limit 1
    ), '-infinity') as ${name("reach", list)}`;
  });
  const block = sql`select start, block from deal_blocks
    where workspace_id = ${workspaceId} and start <= ${landed(lists)} order by start desc limit 1`;
  if (search !== null) reaches.push(sql`coalesce(block.start, '-infinity') as ${name("reach", lists.length)}`);
  const numbers = reaches.map((_, list) => name("reach", list));
  const leads = numbers.map((reach, list) => sql`when ${reach} then ${sql.lit(list)}`);
  return sql`
    select *, case since ${sql.join(leads, sql` `)} end as leads from (
      select *, least(${sql.join(numbers)}) as since from (
        select ${sql.join(reaches)}, coalesce(block.block, 0) as block
        from (select) as one left join lateral (${search === null ? sql`select null::timestamptz as start, 0 as block` : block}) as block on true
        offset 0
      ) as reaches
      offset 0
    ) as shortest
    offset 0`;
}

/** Numbers of the deals of the leading list that pass. With ties: deals of one instant follow each other by their ids. */
function hitsOf({ workspaceId, lists, search, passing, limit }: Walk): Sql {
  const within = sql`created_at <= ${landed(lists)} and created_at >= reach.since`;
  const leading = lists.map(
    (_, list) => sql`
      select entry.* from (${entriesOf(lists, list, within, sql`created_at, seq`, sql`offset 0`)}) as entry
      where reach.leads = ${sql.lit(list)}`,
  );
  if (search !== null)
    leading.push(sql`
      select created_at, seq from deal_texts
      where reach.leads = ${sql.lit(lists.length)} and ${within} and ${hasAnyOf(search, workspaceId)}`);
  // Of that instant: other deals that share a mark's hash stand elsewhere.
  const asked = passing
    .clearSelect()
    .select("deals.seq")
    .where(sql<boolean>`(deals.seq, deals.created_at) = (each.seq, each.created_at)`)
    .offset(sql`0`);
  const others = lists.length + leading.length > 2 ? lists.map((_, list) => isAlsoIn(lists, list)) : [];
  return sql`
    select seq from (
      select each.created_at, passing.seq from (
        select distinct created_at, seq from (${union(leading)}) as led order by created_at desc, seq
      ) as each cross join lateral (${asked}) as passing
      where ${sql.join([sql`true`, ...others], sql` and `)}
      order by each.created_at desc fetch first ${sql.lit(limit)} rows with ties
    ) as hit`;
}

/**
 * Whether another list has a deal of the same instant: an index tells so in less time than the deal is asked for all else. Of
 * many items, it would take more.
 */
function isAlsoIn(lists: readonly DealList[], list: number): Sql {
  const counts = (lists[list]?.branches ?? []).map(
    (_, branch) => sql`cardinality((select ${name("items", list, branch)} from asked))`,
  );
  const same = entriesOf(lists, list, sql`created_at = each.created_at`, sql`created_at`, sql`limit 1`);
  return sql`(
    reach.leads = ${sql.lit(list)} or ${sql.join(counts, sql` + `)} > ${sql.lit(FEW_ITEMS)} or exists (${same})
  )`;
}

const FEW_ITEMS = 3;

const hasAnyOf = (ways: readonly (readonly string[])[], workspaceId: string): Sql => {
  const each = ways.map(
    (parts) => sql`deal_text_keys(workspace_id, block, text)
      @> deal_search_keys(${workspaceId}, reach.block, ${parts}::text[])`,
  );
  return sql`(${sql.join(each, sql` or `)})`;
};
