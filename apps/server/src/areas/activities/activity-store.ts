import type { DealActivity } from "@trilho/contract";
import type { JsonObject } from "@trilho/engine/contract";
import type { Kysely } from "kysely";
import type { ActivityFilter, ActivityStore } from "./port.ts";
import { before, iso } from "../../platform/database/columns.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import type { Position } from "../../platform/security/cursors.ts";

export function createActivityStore(db: Kysely<Database>): ActivityStore {
  return {
    list: (workspaceId, dealId, filter, limit, after) => list(db, workspaceId, dealId, filter, limit, after),

    async isMember(workspaceId, id) {
      const row = await db
        .selectFrom("members")
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", id)
        .select("id")
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

async function list(
  db: Kysely<Database>,
  workspaceId: string,
  dealId: string,
  { types, actorTypes, actorUserId }: ActivityFilter,
  limit: number,
  after: Position | null,
): Promise<DealActivity[]> {
  let query = selectActivities(db, workspaceId).where("activities.deal_id", "=", dealId);
  if (types !== undefined) query = query.where("activities.type", "in", types);
  if (actorTypes !== undefined) query = query.where("activities.actor_type", "in", actorTypes);
  if (actorUserId !== undefined) query = query.where("activities.actor_user_id", "=", actorUserId);
  if (after !== null) query = query.where(before("activities.occurred_at", "activities.id", after));
  const rows = await query
    .orderBy("activities.occurred_at", "desc")
    .orderBy("activities.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(toActivity);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectActivities>["execute"]>>[number];

/** Activities with the names of who acted; what was removed since has none. */
export const selectActivities = (db: Kysely<Database>, workspaceId: string) =>
  db
    .selectFrom("activities")
    .leftJoin("members", (join) =>
      join
        .onRef("members.workspace_id", "=", "activities.workspace_id")
        .onRef("members.id", "=", "activities.actor_user_id"),
    )
    .leftJoin("automations", (join) =>
      join
        .onRef("automations.workspace_id", "=", "activities.workspace_id")
        .onRef("automations.id", "=", "activities.actor_automation_id"),
    )
    .where("activities.workspace_id", "=", workspaceId)
    .selectAll("activities")
    .select(["members.name as user_name", "members.image as user_image", "automations.name as automation_name"]);

export const toActivity = (row: Row): DealActivity => ({
  id: row.id,
  dealId: row.deal_id,
  type: row.type,
  field: row.field,
  changes: row.changes as JsonObject | null,
  metadata: row.metadata as JsonObject | null,
  occurredAt: iso(row.occurred_at),
  ...(isMarked(row.metadata) && { test: true }),
  ...(row.actor_run_id !== null && { step: { runId: row.actor_run_id, nodeId: row.actor_node_id ?? "" } }),
  actor: {
    actorType: row.actor_type,
    userId: row.actor_user_id,
    userName: row.user_name,
    userAvatarUrl: row.user_image,
    automationId: row.actor_automation_id,
    automationName: row.automation_name,
    // The assistant's activities are identified by their type; they have no record of their own.
    copilotActionId: null,
    apiKeyId: row.actor_api_key_id,
  },
});

const isMarked = (metadata: unknown): boolean => (metadata as JsonObject | null)?.["test"] === true;
