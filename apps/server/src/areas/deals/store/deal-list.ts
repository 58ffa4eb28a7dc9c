import { type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { DealFilter } from "../filter.ts";
import type { Viewer } from "../../../platform/security/principal.ts";
import { isPrivileged } from "../../../platform/security/permissions.ts";
import { before } from "../../../platform/database/columns.ts";
import { ofColumns, ofContents, soughtBy, startOf } from "./deal-filter.ts";
import { allOf, type DealList, listsOf } from "./deal-lists.ts";
import type { ChosenDeals, WalkedDeals } from "./deal-rows.ts";
import { type Walk, walkAlong } from "./deal-walk.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { dealIsVisible } from "../../../platform/database/visibility.ts";
import type { Position } from "../../../platform/security/cursors.ts";

/** A page of a list: the newest `limit` deals that the filter leaves, from a position on. */
export interface DealPage {
  viewer: Viewer;
  filter: DealFilter;
  limit: number;
  after: Position | null;
  /** So many looks into indexes and at deals are enough for one page. */
  looks?: number | undefined;
}

const MOST_LOOKS = 50_000;

export const visibleDeals = (db: Kysely<Database>, viewer: Viewer): ChosenDeals =>
  db
    .selectFrom("deals")
    .selectAll("deals")
    .where("deals.workspace_id", "=", viewer.workspaceId)
    .where(dealIsVisible(viewer));

/** The deals of a page. docs/deals-list.md tells which index finds them. */
export function dealsOf(db: Kysely<Database>, page: DealPage): ChosenDeals | WalkedDeals {
  const { viewer, filter, limit, after, looks = MOST_LOOKS } = page;
  const passing = passingDeals(db, page);
  const lists = listsOf(filter, viewer);
  if (isOneIndex(lists, page)) return newest(behind(passing, after), limit);
  const search = soughtBy(filter);
  return newest(
    walkAlong(db, {
      workspaceId: viewer.workspaceId,
      lists: lists.length === 0 && search === null ? [allOf(viewer.workspaceId)] : lists,
      search,
      passing,
      ...endsOf(page),
      limit,
      looks,
    }),
    limit,
  );
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
  const all = db.selectFrom("deals").selectAll("deals").where("deals.workspace_id", "=", workspaceId);
  const left =
    afterAt === undefined
      ? all
      : all.where(sql<SqlBool>`(deals.created_at, deals.id) < (${afterAt}::timestamptz, ${afterId}::text)`);
  const most = newest(left, sql<number>`${sql.lit(MOST_OF_ALL)}`);
  return db.selectFrom(most.as("deals")).selectAll("deals").limit(limit);
}

/** Whether one index has the deals of the page and no others, so that none is looked at in vain. */
const isOneIndex = ([first, ...others]: readonly DealList[], { viewer, filter }: DealPage): boolean =>
  others.length === 0 &&
  (first === undefined || first.isOneIndex) &&
  filter.search === undefined &&
  filter.returning !== false &&
  isPrivileged(viewer.role);

function endsOf({ filter, after }: DealPage): Pick<Walk, "from" | "to"> {
  const { createdFrom, createdTo, timeZone } = filter;
  const latest = createdTo === undefined ? sql<Date>`'infinity'::timestamptz` : startOf(createdTo, timeZone, 1);
  return {
    from: after === null ? { upto: latest, below: "" } : { upto: instant(after.at), below: after.id },
    to: createdFrom === undefined ? sql<Date>`'-infinity'::timestamptz` : startOf(createdFrom, timeZone),
  };
}

const instant = (at: string) => sql<Date>`${new Date(at)}::timestamptz`;

const behind = (deals: ChosenDeals, after: Position | null): ChosenDeals =>
  after === null ? deals : deals.where(before("deals.created_at", "deals.id", after));

const newest = <Row>(
  deals: SelectQueryBuilder<Database, "deals", Row>,
  limit: number | RawBuilder<number>,
): typeof deals => deals.orderBy("deals.created_at", "desc").orderBy("deals.id", "desc").limit(limit);

/** The deals that pass every condition of the filter. */
function passingDeals(db: Kysely<Database>, { viewer, filter }: DealPage): ChosenDeals {
  const conditions: RawBuilder<SqlBool>[] = [
    ...ofColumns(filter, viewer.workspaceId),
    ...ofContents(filter, viewer.workspaceId),
  ];
  return conditions.reduce((deals, condition) => deals.where(condition), visibleDeals(db, viewer));
}
