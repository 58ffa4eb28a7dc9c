import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { DealFilter } from "../domain/deals/filter.ts";
import type { Position, Viewer } from "../domain/model.ts";
import { before } from "./columns.ts";
import type { ChosenDeals } from "./deal-cards.ts";
import { ofColumns, ofContents, partsOf, startOf } from "./deal-filter.ts";
import { type DealList, listsOf } from "./deal-lists.ts";
import { walkAlong } from "./deal-walk.ts";
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

/** The deals of a page. docs/deals-list.md tells which index finds them. */
export function dealsOf(db: Kysely<Database>, page: DealPage): ChosenDeals {
  const { viewer, filter, limit, after } = page;
  const [lists, search] = [listsOf(filter, viewer), partsOf(filter)];
  const passing = passingDeals(db, page);
  if (search === null && isOneIndex(lists)) return newest(passing, limit);
  const { createdFrom, createdTo, timeZone } = filter;
  const ends = [
    ...(after === null ? [] : [sql`${new Date(after.at)}::timestamptz + interval '1 millisecond'`]),
    ...(createdTo === undefined ? [] : [startOf(createdTo, timeZone, 1)]),
  ];
  const from = sql<Date>`least(${sql.join([sql`'infinity'::timestamptz`, ...ends])})`;
  const to = createdFrom === undefined ? sql<Date>`'-infinity'::timestamptz` : startOf(createdFrom, timeZone);
  return newest(walkAlong(db, { workspaceId: viewer.workspaceId, lists, search, passing, from, to, limit }), limit);
}

/** Whether the deals follow each other in an index, as what is asked of them leaves them. */
const isOneIndex = ([first, ...others]: readonly DealList[]): boolean =>
  others.length === 0 && (first === undefined || first.isOneIndex);

const newest = (deals: ChosenDeals, limit: number): ChosenDeals =>
  deals.orderBy("deals.created_at", "desc").orderBy("deals.id", "desc").limit(limit);

/** The deals from a position on that pass every condition of the filter. */
function passingDeals(db: Kysely<Database>, { viewer, filter, after }: DealPage): ChosenDeals {
  const conditions: RawBuilder<SqlBool>[] = [
    ...ofColumns(filter, viewer.workspaceId),
    ...ofContents(filter, viewer.workspaceId),
    ...(after === null ? [] : [before("deals.created_at", "deals.id", after)]),
  ];
  return conditions.reduce((deals, condition) => deals.where(condition), visibleDeals(db, viewer));
}
