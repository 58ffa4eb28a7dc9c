import { type Kysely, type SqlBool, sql } from "kysely";
import type { DealKey, DealStore } from "../port.ts";
import type { JsonObject } from "@trilho/engine/contract";
import { behind, iso } from "../../../platform/database/columns.ts";
import { readCards, readReadyCards } from "./deal-cards.ts";
import { readCatalogue, readDealFields } from "./deal-catalogue.ts";
import { changeDeal, createDeal } from "./deal-changes.ts";
import { feedConditions } from "./deal-filter.ts";
import { allDeals, type DealPage, dealsOf, isOfAll, visibleDeals } from "./deal-list.ts";
import { toDeal } from "./deal-rows.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { dealIsVisible, visibilityOf } from "../../../platform/database/visibility.ts";
import { nextSeq } from "../../../platform/database/workspace-rows.ts";

/** `nearby`: see `DealPage`. */
export function createDealStore(db: Kysely<Database>, { nearby }: Pick<DealPage, "nearby"> = {}): DealStore {
  return {
    catalogue: (workspaceId, companyId) => readCatalogue(db, workspaceId, companyId),
    fields: (workspaceId) => readDealFields(db, workspaceId),

    async list(viewer, filter, limit, after, at) {
      const { workspaceId } = viewer;
      const page = { viewer, filter, limit, after, nearby };
      if (!isOfAll(page)) return readCards(db, dealsOf(db, page), { workspaceId, at });
      const asked = { workspaceId, at, limit, ...(after !== null && { afterAt: after.at, afterId: after.id }) };
      return readReadyCards(db, after === null ? "deals" : "deals_after", asked, (places) => allDeals(db, places));
    },

    async get(viewer, key, at) {
      const { workspaceId, memberId } = viewer;
      const name = `deal_by_${"seq" in key ? "seq" : "id"}_${visibilityOf(viewer)}`;
      const [card] = await readReadyCards(db, name, { workspaceId, memberId, at, ...key }, (places) =>
        visibleDeals(db, { ...viewer, ...places }).where(isDeal(places)),
      );
      return card ?? null;
    },

    async row(viewer, key) {
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

    async externalDeal(workspaceId, externalId) {
      const named = await db
        .selectFrom("deal_external_ids")
        .select("deal_id")
        .where("workspace_id", "=", workspaceId)
        .where("external_id", "=", externalId)
        .executeTakeFirst();
      return named?.deal_id ?? null;
    },

    async isNamedExternally(workspaceId, dealId) {
      const named = await db
        .selectFrom("deal_external_ids")
        .select("deal_id")
        .where("workspace_id", "=", workspaceId)
        .where("deal_id", "=", dealId)
        .executeTakeFirst();
      return named !== undefined;
    },

    async nameExternally(workspaceId, dealId, externalId) {
      await db
        .insertInto("deal_external_ids")
        .values({ workspace_id: workspaceId, external_id: externalId, deal_id: dealId })
        .execute();
    },

    async takeBatchTurn(workspaceId) {
      await nextSeq(db, workspaceId, "deal_batch");
    },

    create: (viewer, actor, plan) => createDeal(db, viewer, actor, plan),
    change: (viewer, key, actor, decide) => changeDeal(db, viewer, key, actor, decide),
  };
}

const isDeal = (key: DealKey) =>
  "seq" in key ? sql<SqlBool>`deals.seq = ${key.seq}` : sql<SqlBool>`deals.id = ${key.id}`;
