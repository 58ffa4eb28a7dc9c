import type { ListedAutomation } from "@trilho/contract";
import { type Kysely, sql } from "kysely";
import { iso } from "../../platform/database/columns.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { stateOf } from "./reviews/review-rows.ts";
import { pausesOf, SERVER_PAUSE } from "./pause-rows.ts";

export async function listAll(db: Kysely<Database>, workspaceId: string): Promise<ListedAutomation[]> {
  const rows = await db
    .selectFrom("automations")
    .innerJoin("workspaces", "workspaces.id", "automations.workspace_id")
    .leftJoin("members", (join) =>
      join
        .onRef("members.workspace_id", "=", "automations.workspace_id")
        .onRef("members.id", "=", "automations.owner_id"),
    )
    .leftJoin("automation_drafts as draft", (join) =>
      join
        .onRef("draft.workspace_id", "=", "automations.workspace_id")
        .onRef("draft.automation_id", "=", "automations.id"),
    )
    .leftJoin("members as editor", (join) =>
      join.onRef("editor.workspace_id", "=", "draft.workspace_id").onRef("editor.id", "=", "draft.by_member_id"),
    )
    .leftJoin("automation_reviews as review", (join) =>
      join
        .onRef("review.workspace_id", "=", "automations.workspace_id")
        .onRef("review.automation_id", "=", "automations.id"),
    )
    .leftJoin("members as asker", (join) =>
      join.onRef("asker.workspace_id", "=", "review.workspace_id").onRef("asker.id", "=", "review.by_member_id"),
    )
    .where("automations.workspace_id", "=", workspaceId)
    .orderBy("automations.created_at", "desc")
    .orderBy("automations.id", "desc")
    .select([
      "automations.id",
      "automations.name",
      "automations.version",
      "automations.enabled",
      "automations.trigger_type",
      "automations.outline",
      "automations.labels",
      "automations.owner_id",
      "members.name as owner_name",
      "editor.name as edited_by",
      "draft.edited_at",
      "draft.revision as draft_now",
      "workspaces.automation_review as reviewed",
      "review.revision",
      "review.draft_revision",
      "review.base_version",
      "review.by_member_id as asked_by",
      "asker.name as asker_name",
      "review.asked_at",
      "review.sent_back_at",
      "automations.created_at",
      "automations.updated_at",
      "automations.runs_paused_at as automation",
      "workspaces.runs_paused_at as workspace",
      sql<string | null>`(select ${SERVER_PAUSE})`.as("server"),
    ])
    .execute();
  return rows.map(({ outline, ...row }) => {
    const pauses = pausesOf(row);
    return {
      id: row.id,
      name: row.name,
      version: row.version,
      enabled: row.enabled,
      triggerType: row.trigger_type,
      ...outline,
      labels: row.labels,
      owner: row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name },
      draft: row.edited_at === null ? null : { editedBy: row.edited_by, editedAt: iso(row.edited_at) },
      review: reviewOf(row),
      createdAt: iso(row.created_at),
      updatedAt: iso(row.updated_at),
      ...(pauses.length > 0 && { pauses }),
    };
  });
}

type Asked = Parameters<typeof stateOf>[0] & {
  asked_by: string | null;
  asker_name: string | null;
  asked_at: Date | null;
  /** Whether the workspace has its automations reviewed. */
  reviewed: boolean;
};

function reviewOf(row: Asked): ListedAutomation["review"] {
  const state = row.reviewed ? stateOf(row) : null;
  if (state === null || row.asked_by === null || row.asked_at === null) return null;
  return { state, askedBy: { id: row.asked_by, name: row.asker_name }, askedAt: iso(row.asked_at) };
}
