import type { Kysely } from "kysely";
import type { Actor, NewActivity } from "../../../activities/history.ts";
import type { StoredTask, TaskDeal } from "../port.ts";
import { insertActivities, insertHistory } from "../../../activities/history-store.ts";
import type { Database } from "../../../../platform/database/schema/database.ts";

const FIELDS = ["title", "description", "dueAt", "assigneeUserId", "categoryName", "categoryColor"] as const;

type ChangedTask = Pick<StoredTask, "id" | "doneAt" | (typeof FIELDS)[number]>;

const nameOf = ({ id, title }: ChangedTask) => ({ taskId: id, title });

/** Writes what a change of a task means to its deal's history, and to automations. */
export async function recordTaskChange(
  trx: Kysely<Database>,
  workspaceId: string,
  actor: Actor,
  deal: TaskDeal,
  before: ChangedTask,
  after: ChangedTask,
): Promise<void> {
  const metadata = nameOf(after);
  const changed = FIELDS.filter((field) => before[field] !== after[field]).map((field): NewActivity => ({
    dealId: deal.id,
    type: "TASK_UPDATED",
    field,
    changes: { from: before[field], to: after[field] },
    metadata,
  }));
  const wasDone = before.doneAt !== null;
  const isDone = after.doneAt !== null;
  const completed: NewActivity[] = [
    ...(isDone && !wasDone ? [{ dealId: deal.id, type: "TASK_COMPLETED" as const, metadata }] : []),
    ...(wasDone && !isDone
      ? [
          {
            dealId: deal.id,
            type: "TASK_UPDATED" as const,
            field: "done",
            changes: { from: true, to: false },
            metadata,
          },
        ]
      : []),
  ];
  const activities = [...changed, ...completed];
  if (!isDone || wasDone) return insertActivities(trx, workspaceId, actor, activities);
  const payload = { ...metadata, assigneeUserId: after.assigneeUserId, dueAt: after.dueAt };
  const event = { type: "task_completed" as const, dealId: deal.id, contactId: deal.contactId, payload };
  await insertHistory(trx, workspaceId, actor, { activities, events: [event] });
}

export const recordTask = (
  trx: Kysely<Database>,
  workspaceId: string,
  actor: Actor,
  dealId: string,
  type: "TASK_CREATED" | "TASK_DELETED",
  task: ChangedTask,
): Promise<void> => {
  const metadata = { ...nameOf(task), assigneeUserId: task.assigneeUserId };
  return insertActivities(trx, workspaceId, actor, [{ dealId, type, metadata }]);
};
