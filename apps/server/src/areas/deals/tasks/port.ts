import type { Task } from "@trilho/contract";
import type { Actor } from "../../activities/history.ts";
import type { Viewer } from "../../../platform/security/principal.ts";
import type { Outcome } from "../../../platform/service/outcome.ts";
import type { Position } from "../../../platform/security/cursors.ts";

/** A task as stored. Instants are ISO 8601. Whether it is overdue depends on when it is read. */
export type StoredTask = Omit<Task, "status" | "isOverdue">;

/** The writable part of a task. */
export type TaskDraft = Pick<
  Task,
  "title" | "description" | "dueAt" | "assigneeUserId" | "categoryName" | "categoryColor"
>;

/** What a change makes of a task. */
export type TaskState = TaskDraft & { done: boolean };

/** The deal of a task, and the contact that automations hear of. */
export interface TaskDeal {
  id: string;
  contactId: string | null;
}

export interface TaskFilter {
  dealId?: string;
  assigneeUserId?: string;
  /** Any of them; `overdue` ones are pending too. */
  statuses?: readonly ("pending" | "done" | "overdue")[];
  /** Inclusive. */
  dueFrom?: string;
  /** Exclusive. */
  dueTo?: string;
}

/** Changes write the deal's history and what automations start from in the same transaction. Instants are ISO 8601. */
export interface TaskStore {
  /** Of deals that the viewer may see, the ones due first first, those without a due date last. `now` decides what is overdue. */
  list(
    viewer: Viewer,
    filter: TaskFilter,
    now: string,
    limit: number,
    after: Position | null,
  ): Promise<{ task: StoredTask; order: Position }[]>;
  get(workspaceId: string, dealId: string, id: string): Promise<StoredTask | null>;
  create(workspaceId: string, actor: Actor, deal: TaskDeal, draft: TaskDraft): Promise<StoredTask>;
  /** Null when there is no such task. */
  update(
    workspaceId: string,
    actor: Actor,
    deal: TaskDeal,
    id: string,
    now: string,
    decide: (current: StoredTask) => Promise<Outcome<TaskState>>,
  ): Promise<Outcome<StoredTask> | null>;
  /** False when there is none. */
  delete(workspaceId: string, actor: Actor, dealId: string, id: string): Promise<boolean>;
}
