import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { DealFilter } from "../domain/deals/filter.ts";
import type { Position, Viewer } from "../domain/model.ts";
import { before } from "./columns.ts";
import type { ChosenDeals } from "./deal-cards.ts";
import { foundByText, marking, ordered, searching } from "./deal-filter.ts";
import { type Marks, marksOf } from "./deal-marks.ts";
import type { DealRow } from "./deal-rows.ts";
import type { Database } from "./schema.ts";
import { dealIsVisible } from "./visibility.ts";

/** A page of a list: the newest `limit` deals that the filter leaves, from a position on. */
export interface DealPage {
  viewer: Viewer;
  filter: DealFilter;
  limit: number;
  after: Position | null;
}

export const visibleDeals = (db: Kysely<Database>, viewer: Viewer): ChosenDeals =>
  db
    .selectFrom("deals")
    .selectAll("deals")
    .where("deals.workspace_id", "=", viewer.workspaceId)
    .where(dealIsVisible(viewer));

/**
 * How many of the newest deals that its columns leave are looked through for what else a list asks, before the rest is
 * asked where such deals are.
 */
export const NEAR: readonly number[] = [1000, 10_000];

/**
 * Choices of deals, to be tried one after the other: the first that fills its page is the page, else the last one is.
 * docs/deals-list.md tells which index serves which.
 */
export async function* choicesOf(
  db: Kysely<Database>,
  page: DealPage,
  nearby: readonly number[] = NEAR,
): AsyncGenerator<ChosenDeals> {
  const { viewer, filter, limit, after } = page;
  const { workspaceId } = viewer;
  const ofOrder = inOrder(db, page);
  const searches = searching(filter, workspaceId);
  if (searches.length === 0) return yield newest(ofOrder, limit);
  const marks = marksOf(filter, workspaceId);
  const isNarrow = ordered(filter, workspaceId).length > 0 || viewer.visibility === "own";
  const windows = windowsOf(filter, isNarrow, marks.length, nearby);
  for (const near of windows) yield newest(where(among(db, newest(ofOrder, near)), searches), limit);
  const last = windows.at(-1);
  // All that the columns leave has been looked through.
  if (isNarrow && last !== undefined && !(await hasMoreThan(ofOrder, last))) return;
  if (filter.search !== undefined) {
    const found = where(ofOrder, [foundByText(filter, workspaceId), ...marking(filter, workspaceId)]);
    return yield newest(among(db, found), limit);
  }
  const fewest = await rarest(db, marks);
  const isMarkAlone = !isNarrow && marks.length === 1;
  const end = last === undefined || isMarkAlone ? null : await endOf(db, fewest, after, last);
  yield walkAlong(db, page, fewest, end);
  // Many have each of what is asked, and hardly any all of it.
  if (end !== null) yield newest(among(db, where(ofOrder, [...marks.map(hasMark), ...searches])), limit);
}

const hasMark = (marks: Marks): RawBuilder<SqlBool> =>
  sql<SqlBool>`deals.seq in (select seq from deal_marks where mark = any(${marks}))`;

/** When so many deals of the marks are left behind, counted from a position on; null when they have no more. */
async function endOf(db: Kysely<Database>, marks: Marks, after: Position | null, count: number): Promise<Date | null> {
  const { rows } = await sql<{ end: Date | null }>`
    select max(last.created_at) as end from unnest(${marks}) as list(mark) cross join lateral (
      select created_at from deal_marks where mark = list.mark ${notAfter(after)}
      order by created_at desc offset ${count} limit 1
    ) as last`.execute(db);
  return rows[0]?.end ?? null;
}

const notAfter = (position: Position | null): RawBuilder<unknown> =>
  position === null ? sql`` : sql`and created_at <= ${new Date(position.at)}::timestamptz`;

/** Deals of one mark are found at once. Texts are rare, and their index is quick to say where they are. */
function windowsOf({ search, values }: DealFilter, isNarrow: boolean, marks: number, nearby: readonly number[]) {
  if (isNarrow || marks > 1 || (search !== undefined && marks > 0)) return nearby;
  // Fields that are often empty are empty in many ways.
  return search !== undefined || values.some(({ emptySlug }) => emptySlug !== null) ? nearby.slice(0, 1) : [];
}

/** The deals from a position on that conditions of the list's own order leave. */
function inOrder(db: Kysely<Database>, { viewer, filter, after }: DealPage): ChosenDeals {
  const deals = where(visibleDeals(db, viewer), ordered(filter, viewer.workspaceId));
  return after === null ? deals : deals.where(before("deals.created_at", "deals.id", after));
}

const where = (deals: ChosenDeals, conditions: readonly RawBuilder<SqlBool>[]): ChosenDeals =>
  conditions.reduce((narrowed, condition) => narrowed.where(condition), deals);

const newest = (deals: ChosenDeals, limit: number): ChosenDeals =>
  deals.orderBy("deals.created_at", "desc").orderBy("deals.id", "desc").limit(limit);

/**
 * A choice out of another one. `offset 0` keeps them apart: how the inner one is found is decided without a thought of
 * the outer one's limit, which tempts the planner to walk through all deals in order in the hope of an early end.
 */
const among = (db: Kysely<Database>, deals: ChosenDeals): ChosenDeals =>
  db.selectFrom(deals.offset(sql<number>`0`).as("deals")).selectAll("deals") as unknown as ChosenDeals;

async function hasMoreThan(deals: ChosenDeals, count: number): Promise<boolean> {
  const further = deals.clearSelect().select("deals.seq");
  return (
    (await newest(further as unknown as ChosenDeals, 1)
      .offset(count)
      .executeTakeFirst()) !== undefined
  );
}

/**
 * A walk along the deals of each mark, newest first, that ends as soon as it has a page of those that pass every
 * condition, or comes to deals older than `end`. Each deal is asked by its number (`offset 0`), so that nothing else can
 * be planned. With ties: deals of the same instant follow each other by their ids, which marks do not know.
 */
function walkAlong(
  db: Kysely<Database>,
  { viewer, filter, limit, after }: DealPage,
  marks: Marks,
  end: Date | null,
): ChosenDeals {
  const passing = where(
    inOrder(db, { viewer, filter, limit, after }).where(sql<SqlBool>`deals.seq = marks.seq`),
    searching(filter, viewer.workspaceId),
  ).offset(sql<number>`0`);
  const walked = sql<DealRow>`(
    select distinct on (found.created_at, found.id) found.*
    from unnest(${marks}) as list(mark) cross join lateral (
      select passing.* from (
        select created_at, seq from deal_marks
        where mark = list.mark ${notAfter(after)} ${end === null ? sql`` : sql`and created_at > ${end}::timestamptz`}
      ) as marks cross join lateral (${passing}) as passing
      order by marks.created_at desc fetch first (${limit}) rows with ties
    ) as found
  )`;
  return newest(db.selectFrom(walked.as("deals")).selectAll("deals") as unknown as ChosenDeals, limit);
}

/** Deals that several marks are asked of are looked for along those that the fewest have. */
async function rarest(db: Kysely<Database>, marks: readonly Marks[]): Promise<Marks> {
  const [first, ...others] = marks;
  if (first === undefined) throw new Error("A filter without marks has no walk along them");
  if (others.length === 0) return first;
  const counts = marks.map(
    (list) => sql`(select count(*)::integer from (
      select 1 from unnest(${list}) as list(mark)
      cross join lateral (select 1 from deal_marks where deal_marks.mark = list.mark limit ${COUNTED}) as counted
      limit ${COUNTED}) as deals)`,
  );
  const { rows } = await sql<{ sizes: number[] }>`select array[${sql.join(counts)}] as sizes`.execute(db);
  const sizes = rows[0]?.sizes ?? [];
  return marks[sizes.indexOf(Math.min(...sizes))] ?? first;
}

/** What has more deals than that is not told apart. */
const COUNTED = 2000;
