import type { FieldError, Task, UpdateTaskRequest } from "@trilho/contract";
import type { Cursors } from "../../../platform/security/cursors.ts";
import { ofDeal } from "../../reference/of-deal.ts";
import { INSTANT, readBounds } from "../../../platform/service/bounds.ts";
import { instantOf } from "../../../platform/service/texts.ts";
import { actorOf } from "../../activities/history.ts";
import type { Lookups } from "../../reference/lookups.ts";
import type { Viewer } from "../../../platform/security/principal.ts";
import { done, found, invalid, notFound, refused, type Outcome } from "../../../platform/service/outcome.ts";
import { readPage, type Page } from "../../../platform/service/page.ts";
import type { TaskDraft, TaskFilter, TaskState, TaskStore } from "./port.ts";
import { presentTask } from "./present.ts";
import type { Atomic } from "../../../platform/service/atomic.ts";
import type { BodyChecks, Handlers } from "../../../platform/service/handlers.ts";

type TaskOperation = "listTasks" | "listDealTasks" | "createTask" | "getTask" | "updateTask" | "deleteTask";

export interface TaskServiceParts {
  store: Atomic<{ tasks: TaskStore; lookups: Lookups }>;
  cursors: Cursors;
  /** Unix ms. */
  now: () => number;
}

/** What is to be done for deals. A deal that the member may not see is not there, and neither are its tasks. */
export function createTaskService({ store, cursors, now }: TaskServiceParts): Pick<Handlers, TaskOperation> {
  const page = (
    viewer: Viewer,
    operationId: string,
    filter: TaskFilter,
    { limit, cursor }: { limit: number; cursor?: string | undefined },
  ): Promise<Outcome<Page<Task>>> => {
    const at = now();
    return readPage({
      cursors,
      cursor,
      limit,
      scope: { workspaceId: viewer.workspaceId, operationId, filters: { ...filter } },
      read: (count, after) => store.tasks.list(viewer, filter, new Date(at).toISOString(), count, after),
      positionOf: ({ order }) => order,
      present: ({ task }) => presentTask(task, at),
    });
  };

  return {
    async listTasks({ principal: viewer, query: { status, assigneeUserId, dueFrom, dueTo, ...query } }) {
      const { from, to, problems } = readBounds(["dueFrom", dueFrom], ["dueTo", dueTo], viewer.timeZone, INSTANT);
      if (problems.length > 0) return refused(invalid(problems));
      const filter: TaskFilter = {
        ...statusesOf(status),
        ...(assigneeUserId !== undefined && { assigneeUserId }),
        ...(from && { dueFrom: from.instant }),
        ...(to && { dueTo: to.instant }),
      };
      return page(viewer, "listTasks", filter, query);
    },

    listDealTasks: ({ principal: viewer, params: { seq }, query: { status, ...query } }) =>
      ofDeal(store.lookups.deal(viewer, seq), async (deal) => {
        return page(viewer, "listDealTasks", { dealId: deal.id, ...statusesOf(status) }, query);
      }),

    getTask: ({ principal: viewer, params: { seq, taskId: id } }) =>
      ofDeal(store.lookups.deal(viewer, seq), async (deal) => {
        const task = await store.tasks.get(viewer.workspaceId, deal.id, id);
        return found(task && presentTask(task, now()), "task");
      }),

    createTask: ({ principal: member, params: { seq }, body }) =>
      store.transaction(({ lookups, tasks }) =>
        ofDeal(lookups.holdDeal(member, seq), async (deal) => {
          const assigneeUserId = body.assigneeUserId ?? deal.responsibleUserId;
          const draft = merged({ ...EMPTY, assigneeUserId, done: false }, { ...body, assigneeUserId });
          const problems = await problemsOf(lookups, member.workspaceId, body);
          if (problems.length > 0) return refused(invalid(problems));
          const task = await tasks.create(member.workspaceId, actorOf(member), deal, draft);
          return done(presentTask(task, now()));
        }),
      ),

    /** `done` completes a task or opens it again; completing a done one changes nothing. */
    updateTask: ({ principal: member, params: { seq, taskId: id }, body }) =>
      store.transaction(({ lookups, tasks }) =>
        ofDeal(lookups.holdDeal(member, seq), async (deal) => {
          const at = now();
          const { workspaceId } = member;
          const decide = async (current: TaskDraft & { doneAt: string | null }): Promise<Outcome<TaskState>> => {
            const assigneeUserId = body.assigneeUserId === null ? deal.responsibleUserId : body.assigneeUserId;
            const isReassigned = assigneeUserId !== undefined && assigneeUserId !== current.assigneeUserId;
            // Whoever has the task keeps it, even after leaving.
            const checked = isReassigned ? { ...body, assigneeUserId } : { ...body, assigneeUserId: null };
            const problems = await problemsOf(lookups, workspaceId, checked);
            if (problems.length > 0) return refused(invalid(problems));
            return done(merged({ ...current, done: current.doneAt !== null }, { ...body, assigneeUserId }));
          };
          const iso = new Date(at).toISOString();
          const outcome = await tasks.update(workspaceId, actorOf(member), deal, id, iso, decide);
          if (outcome === null) return refused(notFound("task"));
          return outcome.ok ? done(presentTask(outcome.value, at)) : outcome;
        }),
      ),

    deleteTask: ({ principal: member, params: { seq, taskId: id } }) =>
      store.transaction(({ lookups, tasks }) =>
        ofDeal(lookups.holdDeal(member, seq), async (deal) => {
          const isDeleted = await tasks.delete(member.workspaceId, actorOf(member), deal.id, id);
          return isDeleted ? done(null) : refused(notFound("task"));
        }),
      ),
  };
}

const EMPTY = { title: "", description: null, dueAt: null, categoryName: null, categoryColor: null };

type Change = Omit<UpdateTaskRequest, "assigneeUserId"> & { assigneeUserId: string | undefined };

/** A task with what a body says about it; what it leaves out stays. */
const merged = (current: TaskState, body: Change): TaskState => ({
  title: body.title?.trim() ?? current.title,
  description: body.description === undefined ? current.description : body.description,
  dueAt: body.dueAt === undefined ? current.dueAt : body.dueAt && instantOf(body.dueAt),
  assigneeUserId: body.assigneeUserId ?? current.assigneeUserId,
  categoryName: body.categoryName === undefined ? current.categoryName : (body.categoryName?.trim() ?? null),
  categoryColor: body.categoryColor === undefined ? current.categoryColor : body.categoryColor,
  done: body.done ?? current.done,
});

async function problemsOf(
  lookups: Lookups,
  workspaceId: string,
  { dueAt, assigneeUserId }: Pick<UpdateTaskRequest, "dueAt" | "assigneeUserId">,
): Promise<FieldError[]> {
  const problems = dueAt && instantOf(dueAt) === null ? [{ field: "dueAt", message: INSTANT.wrong }] : [];
  const isUnknown = typeof assigneeUserId === "string" && (await lookups.member(workspaceId, assigneeUserId)) === null;
  return isUnknown ? [...problems, NO_MEMBER] : problems;
}

export const taskBodyChecks = (lookups: Lookups): BodyChecks => ({
  createTask: ({ principal, sound }) => problemsOf(lookups, principal.workspaceId, sound),
});

const NO_MEMBER = { field: "assigneeUserId", message: "is no active member of this workspace" };

const statusesOf = (status: readonly ("pending" | "done" | "overdue")[] | undefined): Pick<TaskFilter, "statuses"> =>
  status === undefined || status.length === 0 ? {} : { statuses: [...new Set(status)].toSorted() };
