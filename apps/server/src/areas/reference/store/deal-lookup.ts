import type { Kysely } from "kysely";
import type { DealReference } from "../lookups.ts";
import type { Viewer } from "../../../platform/security/principal.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { dealIsVisible } from "../../../platform/database/visibility.ts";

/** The deal of this number, if the viewer may see it. */
export async function findVisibleDeal(
  db: Kysely<Database>,
  viewer: Viewer,
  seq: number,
): Promise<DealReference | null> {
  return (await visibleDeal(db, viewer, seq).executeTakeFirst()) ?? null;
}

/** The same; until the transaction ends, nobody removes it. */
export async function holdVisibleDeal(
  trx: Kysely<Database>,
  viewer: Viewer,
  seq: number,
): Promise<DealReference | null> {
  return (await visibleDeal(trx, viewer, seq).forKeyShare().executeTakeFirst()) ?? null;
}

const visibleDeal = (db: Kysely<Database>, viewer: Viewer, seq: number) =>
  db
    .selectFrom("deals")
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
