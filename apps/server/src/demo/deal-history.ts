import { randomUUID } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import type { ActivityType } from "../areas/activities/history.ts";
import type { Database } from "../platform/database/schema/database.ts";

type Recorded = Pick<
  Selectable<Database["deals"]>,
  "id" | "status" | "stage_id" | "responsible_user_id" | "lost_reason" | "source"
> & { workspace_id: string; created_at: Date; stage_changed_at: Date };

/** Tells how each deal came, moved and ended: by its responsible, from the first stage of its pipeline. */
export async function insertDealHistory(
  trx: Kysely<Database>,
  deals: readonly Recorded[],
  firstStageOf: (deal: Recorded) => string,
): Promise<void> {
  await trx
    .insertInto("activities")
    .values(deals.flatMap((deal) => linesOf(deal, firstStageOf(deal))))
    .execute();
}

function linesOf(deal: Recorded, firstStage: string) {
  const { source, stage_id, status, lost_reason: lostReason, created_at, stage_changed_at } = deal;
  const line = (
    type: ActivityType,
    at: Date,
    field: string | null,
    changes: object | null,
    metadata: object | null,
  ) => ({
    workspace_id: deal.workspace_id,
    id: randomUUID(),
    deal_id: deal.id,
    type,
    field,
    changes: changes && JSON.stringify(changes),
    metadata: metadata && JSON.stringify(metadata),
    actor_type: "user",
    actor_user_id: deal.responsible_user_id,
    occurred_at: at,
  });
  const created = line("DEAL_CREATED", created_at, null, null, { source, stageId: firstStage });
  if (stage_id === firstStage) return [created];
  const moved = line("STAGE_CHANGED", stage_changed_at, "stageId", { from: firstStage, to: stage_id }, null);
  if (status === "open") return [created, moved];
  // One moment later: the end is the last that was heard of it.
  const ended = new Date(stage_changed_at.getTime() + 1);
  const outcome = { from: "open", to: status };
  return status === "won"
    ? [created, moved, line("DEAL_WON", ended, "status", outcome, null)]
    : [created, moved, line("DEAL_LOST", ended, "status", outcome, { lostReason })];
}
