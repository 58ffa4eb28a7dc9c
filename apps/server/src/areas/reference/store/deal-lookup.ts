import { type Kysely, sql } from "kysely";
import type { DealReference } from "../lookups.ts";
import type { Viewer } from "../../../platform/security/principal.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { dealIsVisible, visibilityOf } from "../../../platform/database/visibility.ts";

/** The deal of this number, if the viewer may see it. */
export async function findVisibleDeal(
  db: Kysely<Database>,
  viewer: Viewer,
  seq: number,
): Promise<DealReference | null> {
  return (await visibleDeal(db, viewer, seq, "find_deal").executeTakeFirst()) ?? null;
}

/** The same; until the transaction ends, nobody removes it. */
export async function holdVisibleDeal(
  trx: Kysely<Database>,
  viewer: Viewer,
  seq: number,
): Promise<DealReference | null> {
  return (await visibleDeal(trx, viewer, seq, "hold_deal").forKeyShare().executeTakeFirst()) ?? null;
}

/** `name` is for sessions to keep the statement by: one for each text. */
const visibleDeal = (db: Kysely<Database>, viewer: Viewer, seq: number, name: string) =>
  db
    .selectFrom("deals")
    .modifyFront(sql.raw(`/* ready: ${name}_${visibilityOf(viewer)} */`))
    .where("deals.workspace_id", "=", viewer.workspaceId)
    .where("deals.seq", "=", seq)
    .where(dealIsVisible(viewer))
    .select([
      "deals.id",
      "deals.seq",
      "deals.name",
      "deals.status",
      "deals.pipeline_id as pipelineId",
      "deals.stage_id as stageId",
      "deals.contact_id as contactId",
      "deals.responsible_user_id as responsibleUserId",
    ]);
