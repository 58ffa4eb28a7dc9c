import { type Kysely, type SqlBool, sql } from "kysely";
import type { DealKey, DealStore } from "../port.ts";
import type { JsonObject } from "@trilho/engine/contract";
import { behind, canBeStored, iso } from "../../../platform/database/columns.ts";
import { readCards } from "./deal-cards.ts";
import { readCatalogue, readDealFields } from "./deal-catalogue.ts";
import { changeDeal, createDeal } from "./deal-changes.ts";
import { feedConditions } from "./deal-filter.ts";
import { type DealPage, dealsOf, visibleDeals } from "./deal-list.ts";
import { toDeal } from "./deal-rows.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { dealIsVisible, visibilityOf } from "../../../platform/database/visibility.ts";

/** `nearby`: see `DealPage`. */
export function createDealStore(db: Kysely<Database>, { nearby }: Pick<DealPage, "nearby"> = {}): DealStore {
  return {
    catalogue: (workspaceId, companyId) => readCatalogue(db, workspaceId, companyId),
    fields: (workspaceId) => readDealFields(db, workspaceId),

    list: (viewer, filter, limit, after, at) =>
      readCards(db, dealsOf(db, { viewer, filter, limit, after, nearby }), at),

    async get(viewer, key, at) {
      if (!isStorable(key)) return null;
      const ready = `deal_by_${"seq" in key ? "seq" : "id"}_${visibilityOf(viewer)}`;
      const [card] = await readCards(db, visibleDeals(db, viewer).where(isDeal(key)), at, ready);
      return card ?? null;
    },

    async row(viewer, key) {
      if (!isStorable(key)) return null;
      const ready = sql.raw(`/* ready: deal_row_by_${"seq" in key ? "seq" : "id"}_${visibilityOf(viewer)} */`);
      const row = await visibleDeals(db, viewer).where(isDeal(key)).modifyFront(ready).executeTakeFirst();
      return row === undefined ? null : toDeal(row);
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

    create: (viewer, actor, plan) => createDeal(db, viewer, actor, plan),
    change: (viewer, key, actor, decide) =>
      isStorable(key) ? changeDeal(db, viewer, key, actor, decide) : Promise.resolve(null),
  };
}

const isStorable = (key: DealKey): boolean => "seq" in key || canBeStored(key.id);

const isDeal = (key: DealKey) =>
  "seq" in key ? sql<SqlBool>`deals.seq = ${key.seq}` : sql<SqlBool>`deals.id = ${key.id}`;
