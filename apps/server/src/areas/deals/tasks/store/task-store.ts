import { randomUUID } from "node:crypto";
import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import { isTest, type Actor } from "../../../activities/history.ts";
import type { Viewer } from "../../../../platform/security/principal.ts";
import { done } from "../../../../platform/service/outcome.ts";
import type { StoredTask, TaskDeal, TaskFilter, TaskState, TaskStore } from "../port.ts";
import { behind, iso } from "../../../../platform/database/columns.ts";
import type { Database } from "../../../../platform/database/schema/database.ts";
import { recordTask, recordTaskChange } from "./task-history.ts";
import { selectTasks, toTask } from "./task-rows.ts";
import { inTransaction } from "../../../../platform/database/transaction.ts";
import { dealIsVisible } from "../../../../platform/database/visibility.ts";
import type { Position } from "../../../../platform/security/cursors.ts";

export function createTaskStore(db: Kysely<Database>): TaskStore {
  return {
    list: (viewer, filter, now, limit, after) => list(db, viewer, filter, now, limit, after),

    get: (workspaceId, dealId, id) => get(db, workspaceId, dealId, id),

    create: (workspaceId, actor, deal, draft) =>
      inTransaction(db, async (trx) => {
        const id = randomUUID();
        const values = { ...columnsOf(draft), workspace_id: workspaceId, id, deal_id: deal.id };
        await trx
          .insertInto("tasks")
          .values({ ...values, created_by_user_id: actor.userId, is_test: isTest(actor) })
          .execute();
        const task = await written(trx, workspaceId, deal.id, id);
        await recordTask(trx, workspaceId, actor, deal.id, "TASK_CREATED", task);
        return task;
      }),

    update: (workspaceId, actor, deal, id, now, decide) =>
      inTransaction(db, async (trx) => {
        const current = await hold(trx, workspaceId, deal.id, id);
        if (current === null) return null;
        const decision = await decide(current);
        if (!decision.ok) return decision;
        if (isUnchanged(current, decision.value)) return done(current);
        return done(await write(trx, workspaceId, actor, deal, current, decision.value, now));
      }),

    delete: (workspaceId, actor, dealId, id) =>
      inTransaction(db, async (trx) => {
        const task = await hold(trx, workspaceId, dealId, id);
        if (task === null) return false;
        await trx.deleteFrom("tasks").where("workspace_id", "=", workspaceId).where("id", "=", id).execute();
        await recordTask(trx, workspaceId, actor, dealId, "TASK_DELETED", task);
        return true;
      }),
  };
}

async function list(
  db: Kysely<Database>,
  viewer: Viewer,
  filter: TaskFilter,
  now: string,
  limit: number,
  after: Position | null,
): Promise<{ task: StoredTask; order: Position }[]> {
  const { dealId, assigneeUserId, statuses, dueFrom, dueTo } = filter;
  let query = selectTasks(db, viewer.workspaceId).where(dealIsVisible(viewer));
  if (dealId !== undefined) query = query.where("tasks.deal_id", "=", dealId);
  if (assigneeUserId !== undefined) query = query.where("tasks.assignee_user_id", "=", assigneeUserId);
  // The order's column where it says the same, so that the index seeks.
  if (dueFrom !== undefined) {
    query = query.where("tasks.due_order", ">=", new Date(dueFrom)).where("tasks.due_at", "is not", null);
  }
  if (dueTo !== undefined) query = query.where("tasks.due_order", "<", new Date(dueTo));
  if (statuses !== undefined) query = query.where((eb) => eb.or(statuses.map((status) => HAS[status](eb, now))));
  if (after !== null) query = query.where(behind("tasks.due_order", "tasks.id", after));
  const rows = await query.orderBy("tasks.due_order").orderBy("tasks.id").limit(limit).execute();
  return rows.map((row) => ({ task: toTask(row), order: { at: iso(row.due_order), id: row.id } }));
}

type Tables = ExpressionBuilder<Database, "tasks">;

const HAS = {
  pending: (eb: Tables) => eb("tasks.done_at", "is", null),
  done: (eb: Tables) => eb("tasks.done_at", "is not", null),
  overdue: (eb: Tables, now: string) =>
    eb.and([eb("tasks.done_at", "is", null), eb("tasks.due_order", "<", new Date(now))]),
};

const selectTask = (db: Kysely<Database>, workspaceId: string, dealId: string, id: string) =>
  selectTasks(db, workspaceId).where("tasks.deal_id", "=", dealId).where("tasks.id", "=", id);

async function get(db: Kysely<Database>, workspaceId: string, dealId: string, id: string): Promise<StoredTask | null> {
  const row = await selectTask(db, workspaceId, dealId, id).executeTakeFirst();
  return row === undefined ? null : toTask(row);
}

/** The task; until the transaction ends, nobody else changes it. */
async function hold(
  trx: Kysely<Database>,
  workspaceId: string,
  dealId: string,
  id: string,
): Promise<StoredTask | null> {
  const ofThis = trx.selectFrom("tasks").where("workspace_id", "=", workspaceId).where("id", "=", id);
  await ofThis.select("id").forUpdate().execute();
  return get(trx, workspaceId, dealId, id);
}

/** A task that this transaction has just written. */
const written = async (trx: Kysely<Database>, workspaceId: string, dealId: string, id: string): Promise<StoredTask> =>
  toTask(await selectTask(trx, workspaceId, dealId, id).executeTakeFirstOrThrow());

async function write(
  trx: Kysely<Database>,
  workspaceId: string,
  actor: Actor,
  deal: TaskDeal,
  current: StoredTask,
  { done: isDone, ...draft }: TaskState,
  now: string,
): Promise<StoredTask> {
  const completed = { done_at: new Date(now), done_by_user_id: actor.userId };
  const opened = { done_at: null, done_by_user_id: null };
  const wasDone = current.doneAt !== null;
  await trx
    .updateTable("tasks")
    .set({ ...columnsOf(draft), updated_at: sql<Date>`now()` })
    .$if(isDone !== wasDone, (query) => query.set(isDone ? completed : opened))
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", current.id)
    .execute();
  const task = await written(trx, workspaceId, deal.id, current.id);
  await recordTaskChange(trx, workspaceId, actor, deal, current, task);
  return task;
}

const columnsOf = (draft: Omit<TaskState, "done">) => ({
  title: draft.title,
  description: draft.description,
  due_at: draft.dueAt === null ? null : new Date(draft.dueAt),
  assignee_user_id: draft.assigneeUserId,
  category_name: draft.categoryName,
  category_color: draft.categoryColor,
});

const isUnchanged = (task: StoredTask, { done: isDone, ...draft }: TaskState): boolean =>
  (task.doneAt !== null) === isDone &&
  task.title === draft.title &&
  task.description === draft.description &&
  task.dueAt === draft.dueAt &&
  task.assigneeUserId === draft.assigneeUserId &&
  task.categoryName === draft.categoryName &&
  task.categoryColor === draft.categoryColor;
