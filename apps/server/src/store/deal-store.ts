import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { DealFilter } from "../domain/deals/filter.ts";
import type { DealKey, DealStore } from "../domain/deals/port.ts";
import type { JsonObject } from "@trilho/engine/contract";
import type { Position, Viewer } from "../domain/model.ts";
import { before, behind, canBeStored, iso } from "./columns.ts";
import { type ChosenDeals, readCards } from "./deal-cards.ts";
import { readCatalogue, readDealFields } from "./deal-catalogue.ts";
import { feedConditions, ordered, searching } from "./deal-filter.ts";
import { changeDeal, createDeal } from "./deal-changes.ts";
import type { Database } from "./schema.ts";
import { dealIsVisible } from "./visibility.ts";

export function createDealStore(db: Kysely<Database>): DealStore {
  return {
    catalogue: (workspaceId, companyId) => readCatalogue(db, workspaceId, companyId),
    fields: (workspaceId) => readDealFields(db, workspaceId),

    async list(viewer, filter, limit, after, at) {
      const { workspaceId } = viewer;
      const ofOrder = inOrder(db, viewer, filter, after);
      const searches = searching(filter, workspaceId, "each");
      if (searches.length === 0) return readCards(db, workspaceId, newest(ofOrder, limit), at);
      for (const near of isTextAlone(filter) ? NEAR.slice(0, 1) : NEAR) {
        const looked = newest(where(among(db, newest(ofOrder, near)), searches), limit);
        const cards = await readCards(db, workspaceId, looked, at);
        if (cards.length === limit) return cards;
      }
      const found = where(ofOrder, searching(filter, workspaceId, "index"));
      return readCards(db, workspaceId, newest(among(db, found), limit), at);
    },

    async get(viewer, key, at) {
      if (!isStorable(key)) return null;
      const [card] = await readCards(db, viewer.workspaceId, visibleDeals(db, viewer).where(isDeal(key)), at);
      return card ?? null;
    },

    async fieldValues(viewer, filter, limit, position) {
      let query = db
        .selectFrom("deals")
        .where("deals.workspace_id", "=", viewer.workspaceId)
        .where(dealIsVisible(viewer));
      for (const condition of feedConditions(filter)) query = query.where(condition);
      if (position !== null) query = query.where(behind("deals.updated_at", "deals.id", position));
      const rows = await query
        .select(["deals.id", "deals.custom_fields", "deals.updated_at"])
        .orderBy("deals.updated_at")
        .orderBy("deals.id")
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        customFields: row.custom_fields as JsonObject,
        updatedAt: iso(row.updated_at),
      }));
    },

    create: (workspaceId, actor, plan) => createDeal(db, workspaceId, actor, plan),
    change: (viewer, key, actor, decide) =>
      isStorable(key) ? changeDeal(db, viewer, key, actor, decide) : Promise.resolve(null),
  };
}

const isStorable = (key: DealKey): boolean => "seq" in key || canBeStored(key.id);

const isDeal = (key: DealKey) =>
  "seq" in key ? sql<SqlBool>`deals.seq = ${key.seq}` : sql<SqlBool>`deals.id = ${key.id}`;

const visibleDeals = (db: Kysely<Database>, viewer: Viewer): ChosenDeals =>
  db
    .selectFrom("deals")
    .selectAll("deals")
    .where("deals.workspace_id", "=", viewer.workspaceId)
    .where(dealIsVisible(viewer));

/**
 * How many of the newest deals are looked through for what a list asks, before an index is asked where such deals are.
 * What one deal in a hundred has is found nearby; what is rarer is few enough to be found by its index and sorted.
 */
const NEAR = [1000, 10_000];

/** Texts are rare, and their index is quick to say where they are. */
const isTextAlone = ({ tagIds, values, ranges }: DealFilter): boolean =>
  tagIds === undefined && values.length === 0 && ranges.length === 0;

/** The deals from a position on that conditions of the list's own order leave. */
function inOrder(db: Kysely<Database>, viewer: Viewer, filter: DealFilter, position: Position | null): ChosenDeals {
  const deals = where(visibleDeals(db, viewer), ordered(filter, viewer.workspaceId));
  return position === null ? deals : deals.where(before("deals.created_at", "deals.id", position));
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
