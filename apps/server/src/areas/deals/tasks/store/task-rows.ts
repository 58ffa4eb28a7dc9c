import type { Kysely, Selectable } from "kysely";
import type { StoredTask } from "../port.ts";
import { iso, isoOrNull } from "../../../../platform/database/columns.ts";
import type { Database } from "../../../../platform/database/schema/database.ts";

type Row = Selectable<Database["tasks"]> & {
  deal_seq: number;
  deal_name: string;
  assignee_name: string | null;
};

/** Tasks with the names of what they belong to. */
export const selectTasks = (db: Kysely<Database>, workspaceId: string) =>
  db
    .selectFrom("tasks")
    .innerJoin("deals", (join) =>
      join.onRef("deals.workspace_id", "=", "tasks.workspace_id").onRef("deals.id", "=", "tasks.deal_id"),
    )
    .leftJoin("members", (join) =>
      join.onRef("members.workspace_id", "=", "tasks.workspace_id").onRef("members.id", "=", "tasks.assignee_user_id"),
    )
    .where("tasks.workspace_id", "=", workspaceId)
    .selectAll("tasks")
    .select(["deals.seq as deal_seq", "deals.name as deal_name", "members.name as assignee_name"]);

export const toTask = (row: Row): StoredTask => ({
  id: row.id,
  dealId: row.deal_id,
  dealSeq: row.deal_seq,
  dealName: row.deal_name,
  title: row.title,
  description: row.description,
  dueAt: isoOrNull(row.due_at),
  assigneeUserId: row.assignee_user_id,
  assigneeName: row.assignee_name,
  categoryName: row.category_name,
  categoryColor: row.category_color,
  doneAt: isoOrNull(row.done_at),
  doneByUserId: row.done_by_user_id,
  createdByUserId: row.created_by_user_id,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
  ...(row.is_test && { test: true as const }),
});
