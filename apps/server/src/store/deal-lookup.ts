import type { Kysely } from "kysely";
import type { Viewer } from "../domain/model.ts";
import type { Database } from "./schema.ts";
import { dealIsVisible } from "./visibility.ts";

/** What other areas need to know of a deal that they belong to. */
export interface DealReference {
  id: string;
  seq: number;
  name: string;
  status: string;
  pipelineId: string;
  stageId: string;
  contactId: string | null;
  responsibleUserId: string;
}

/** The deal of this number, if the viewer may see it. */
export async function findVisibleDeal(
  db: Kysely<Database>,
  viewer: Viewer,
  seq: number,
): Promise<DealReference | null> {
  const row = await db
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
    ])
    .executeTakeFirst();
  return row ?? null;
}
