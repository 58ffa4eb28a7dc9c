import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { DealFilter } from "../filter.ts";
import { isPrivileged } from "../../../platform/security/permissions.ts";
import type { Viewer } from "../../../platform/security/principal.ts";
import { before, ROW_BY_ROW } from "../../../platform/database/columns.ts";
import { inOrder } from "../../../platform/database/in-order.ts";
import { askedBy, type SearchedTexts, textsOf } from "./deal-filter.ts";
import type { ChosenDeals, DealRow } from "./deal-rows.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { dealIsVisible } from "../../../platform/database/visibility.ts";
import type { Position } from "../../../platform/security/cursors.ts";

/** A page of a list: the newest `limit` deals that the filter leaves, from a position on. */
export interface DealPage {
  viewer: Viewer;
  filter: DealFilter;
  limit: number;
  after: Position | null;
  /** How many of the newest are looked through one by one before all that match are gathered. */
  nearby?: number | undefined;
}

const NEARBY = 2000;

type Condition = RawBuilder<SqlBool>;

export const visibleDeals = (db: Kysely<Database>, viewer: Viewer): ChosenDeals =>
  ofWorkspace(db, viewer).where(dealIsVisible(viewer));

/**
 * The deals of a page: one index has them in their order, or some are among the newest, or all are gathered and sorted.
 * docs/deals-list.md tells what finds them.
 */
export function dealsOf(db: Kysely<Database>, page: DealPage): ChosenDeals {
  const { viewer, filter, limit, after, nearby = NEARBY } = page;
  const asked = askedBy(filter, viewer.workspaceId);
  const texts = textsOf(filter);
  const isBehind = after === null ? [] : [before("deals.created_at", "deals.id", after)];
  const [lead = [], ...listed] = asked.listed.map((condition) => [condition]);
  // Deals of closed pipelines are passed over in any order; one's own may be few, and are gathered by their indexes.
  const [isOpen, isOwn] = viewer.visibility === "own" ? [[], [dealIsVisible(viewer)]] : [[dealIsVisible(viewer)], []];
  const walked = all(ofWorkspace(db, viewer), [...asked.time, ...isBehind, ...lead, ...isOpen]);
  const rest = [...listed.flat(), ...isOwn];
  const found = texts === null ? [] : [eitherText(viewer, texts)];
  const near = [...rest, ...found, ...asked.others(ROW_BY_ROW)];
  if (near.length === 0) return newest(walked, inOrder(limit));
  const nearest = newest(
    all(db.selectFrom(newest(walked, inOrder(nearby)).as("deals")).selectAll("deals"), near),
    sql`${limit}`,
  );
  const matching = all(walked, [...rest, ...asked.others()]);
  return nearOrGathered(db, page, nearest, branchesOf(matching, texts));
}

/** What a page of all deals asks. */
interface AllAsked {
  workspaceId: string;
  limit: number;
  /** Where the page before ended; without them it is the first. */
  afterAt?: string;
  afterId?: string;
}

/** So many deals are on a page at most, with the one that shows whether there is a next. */
const MOST_OF_ALL = 201;

/** Whether a page is of all deals, so that its statement has one text. */
export const isOfAll = ({ viewer, filter: { values, ranges, ...others }, limit }: DealPage): boolean =>
  limit <= MOST_OF_ALL &&
  isPrivileged(viewer.role) &&
  viewer.visibility === "all" &&
  values.length === 0 &&
  ranges.length === 0 &&
  Object.entries(others).every(([key, value]) => key === "timeZone" || value === undefined);

/**
 * The same as `dealsOf` of such a page. A limit that is unknown while planning is taken for a tenth of all deals, so that
 * PostgreSQL would plan anew each time, for less: it is told of the most that there can be.
 */
export function allDeals(db: Kysely<Database>, { workspaceId, limit, afterAt, afterId }: AllAsked): ChosenDeals {
  const every = db.selectFrom("deals").selectAll("deals").where("deals.workspace_id", "=", workspaceId);
  const left =
    afterAt === undefined
      ? every
      : every.where(sql<SqlBool>`(deals.created_at, deals.id) < (${afterAt}::timestamptz, ${afterId}::text)`);
  const most = newest(left, sql<number>`${sql.lit(MOST_OF_ALL)}`);
  return db.selectFrom(most.as("deals")).selectAll("deals").limit(limit);
}

const ofWorkspace = (db: Kysely<Database>, { workspaceId }: Viewer): ChosenDeals =>
  db.selectFrom("deals").selectAll("deals").where("deals.workspace_id", "=", workspaceId);

const all = (deals: ChosenDeals, conditions: readonly Condition[]): ChosenDeals =>
  conditions.reduce((those, condition) => those.where(condition), deals);

const newest = (deals: ChosenDeals, limit: RawBuilder<unknown>): ChosenDeals =>
  deals
    .orderBy("deals.created_at", "desc")
    .orderBy("deals.id", "desc")
    .limit(limit as RawBuilder<number>);

/** Deal by deal: of all contacts whose text matches, there may be as many as deals. */
const eitherText = ({ workspaceId }: Viewer, { own, person }: SearchedTexts): Condition => sql<SqlBool>`(
  ${own} or exists (
    select 1 from contacts as person
    where person.workspace_id = ${workspaceId} and person.id = deals.contact_id and ${person} ${ROW_BY_ROW}
  ))`;

/** Deals by what one table knows of them: PostgreSQL has no plan for one table's text or the other's. */
function branchesOf(matching: ChosenDeals, texts: SearchedTexts | null): RawBuilder<unknown>[] {
  const keys = matching.clearSelect().select(["deals.created_at", "deals.id"]);
  if (texts === null) return [sql`${keys.offset(sql`0`)}`];
  const ofPeople = keys.innerJoin("contacts as person", (join) =>
    join.onRef("person.workspace_id", "=", "deals.workspace_id").onRef("person.id", "=", "deals.contact_id"),
  );
  return [sql`${keys.where(texts.own).offset(sql`0`)}`, sql`${ofPeople.where(texts.person).offset(sql`0`)}`];
}

/**
 * In one statement, so that a page is of one moment. `offset 0` within a branch: all of it is to be found and sorted,
 * whatever the planner thinks of walking along an order until there are enough.
 */
function nearOrGathered(
  db: Kysely<Database>,
  { viewer, limit }: DealPage,
  nearest: ChosenDeals,
  branches: readonly RawBuilder<unknown>[],
): ChosenDeals {
  const first = sql`order by created_at desc, id desc limit ${limit}`;
  const firsts = branches.map((branch) => sql`(select * from (${branch}) as matching ${first})`);
  const page = sql<DealRow>`(
    with near as materialized (${nearest.clearSelect().select(["deals.created_at", "deals.id"])}),
    page as (
      select * from near where (select count(*) from near) = ${limit}
      union all (
        select * from (${sql.join(firsts, sql` union `)}) as gathered
        where (select count(*) from near) < ${limit} ${first}
      )
    )
    select deals.* from page cross join lateral (
      select * from deals where deals.workspace_id = ${viewer.workspaceId} and deals.id = page.id ${ROW_BY_ROW}
    ) as deals
  )`;
  return newest(db.selectFrom(page.as("deals")).selectAll("deals") as unknown as ChosenDeals, sql`${limit}`);
}
