import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DealRow, Stopped, WalkedDeals } from "./deal-rows.ts";
import { type Asked, hitsOf, itemsOf, stepOf } from "./deal-steps.ts";
import type { Database } from "../../../platform/database/schema/database.ts";

export interface Walk extends Omit<Asked, "atOnce"> {
  /** All that is newer has been walked along. `below` is an id: deals of that instant follow if theirs is less. */
  from: { upto: RawBuilder<Date>; below: string };
  /** An instant, which is left out. */
  to: RawBuilder<Date>;
  /** So many looks into indexes and at deals are enough; the step that comes to it is the last. */
  looks: number;
}

/** So many deals are looked at in one step at most: as many as a block of texts has. */
const MOST_AT_ONCE = 4096;

/** How many deals of the rarest list a step looks at: few at first, more where they are far between. */
const STEPS = { first: 64, longest: 2048 };

/** Fewer at first where a list has so many items that each would be read too far. */
const MOST_READ_AT_FIRST = 32_768;

/** A block of texts is looked into in the time in which so many deals are asked for theirs. */
const STEPS_BESIDE_TEXTS = { first: 16, longest: 16 };

/**
 * The newest deals that are in all lists, contain the text and pass; some more may follow them. Step by step from the
 * newest to the oldest, until there are enough or enough has been looked at.
 */
export function walkAlong(db: Kysely<Database>, walk: Walk): WalkedDeals {
  const { workspaceId, lists, search, from, to, limit, looks } = walk;
  const asked = { ...walk, atOnce: Math.min(MOST_AT_ONCE, looks) };
  const { first, longest } = search === null ? STEPS : STEPS_BESIDE_TEXTS;
  const tied = from.below === "" ? sql`null` : from.upto;
  const goesOn = sql`walk.found < ${limit} and (walk.upto, walk.below) > (${to}, '')`;
  const walked = sql<DealRow & Stopped>`(
    with recursive asked as materialized (${itemsOf(lists)}),
    walk(upto, below, tied, size, found, looked, seqs) as (
      select ${from.upto}, ${from.below}::text collate "C", ${tied}::timestamptz,
        (select least(${first}::integer, 1 + ${MOST_READ_AT_FIRST}::integer / greatest(1, items)) from asked), 0, 0, '{}'::integer[]
      union all
      select step.upto, step.below, step.tied,
        case when cardinality(step.seqs) < walk.size or step.looks > ${asked.atOnce}::integer then walk.size
          else least(walk.size * 2, ${longest}::integer) end,
        walk.found + cardinality(hits.seqs), walk.looked + step.looks, hits.seqs
      from walk
      cross join lateral (${stepOf(asked)}) as step
      cross join lateral (select array(${hitsOf(asked)}) as seqs offset 0) as hits
      where ${goesOn} and walk.looked < ${looks}::integer
    )
    select deals.*, stop.stopped_at, stop.stopped_below
    from (select) as one
    left join (
      select walk.upto as stopped_at, walk.below as stopped_below from walk where ${goesOn} and walk.looked >= ${looks}::integer
    ) as stop on true
    left join (
      walk cross join lateral unnest(walk.seqs) as hit(seq)
      inner join deals on deals.workspace_id = ${workspaceId} and deals.seq = hit.seq
    ) on true
  )`;
  return db.selectFrom(walked.as("deals")).selectAll("deals") as unknown as WalkedDeals;
}
