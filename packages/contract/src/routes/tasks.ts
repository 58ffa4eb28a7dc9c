import { Type } from "typebox";
import { EXAMPLE_IDS } from "../examples/ids.ts";
import { envelope, page } from "../envelopes.ts";
import { CreateTaskRequest, Task, TaskFilterStatus, UpdateTaskRequest } from "../resources/task.ts";
import type { Route } from "../route.ts";
import { dateTime, described, listOf } from "../schema.ts";
import { cursor, dealBySeq, dealSeq, idOf, limit, PAGE_SIZES } from "./parameters.ts";

const group = { group: "Deals", features: ["API_ACCESS"], unknownQuery: "ignore" } as const;
const read = { ...group, method: "GET", permission: null } as const;
const edit = { ...group, permission: "deals.edit" } as const;

const byTask = Type.Object({ seq: dealSeq(), taskId: idOf("the task", EXAMPLE_IDS.task) });
const one = { status: 200, schema: envelope(Task) } as const;
const many = { status: 200, schema: envelope(page(Task)) } as const;

const listed = {
  status: Type.Optional(described(listOf(TaskFilterStatus), "Tasks in one of these states; in all by default.")),
  limit: limit(PAGE_SIZES.tasks),
  cursor: cursor(),
};
const unknownValues = { status: "reject" } as const;

export const TASK_ROUTES = {
  listTasks: {
    ...read,
    client: "tasks.list",
    path: "/tasks",
    summary: "Tasks of all visible deals, the ones due first first",
    description:
      "Those without a date come last. `overdue` are the pending ones whose time has passed; `dueFrom` is " +
      "inclusive, `dueTo` exclusive.",
    query: Type.Object({
      ...listed,
      assigneeUserId: Type.Optional(Type.String({ description: "Tasks of this member." })),
      dueFrom: Type.Optional(described(dateTime(), "Due at or after this instant.")),
      dueTo: Type.Optional(described(dateTime(), "Due before this instant.")),
    }),
    unknownValues,
    success: many,
    errors: [400, 401, 403, 429],
  },
  listDealTasks: {
    ...read,
    client: "deals.listTasks",
    path: "/deals/{seq}/tasks",
    summary: "Tasks of a deal, the ones due first first",
    description: "Those without a date come last, done ones included unless `status` says otherwise.",
    params: dealBySeq(),
    query: Type.Object(listed),
    unknownValues,
    success: many,
    errors: [400, 401, 403, 404, 429],
  },
  createTask: {
    ...edit,
    client: "deals.createTask",
    method: "POST",
    path: "/deals/{seq}/tasks",
    summary: "Create a task of a deal; without an assignee it is its responsible's",
    description: "Told in the deal's history. `dueAt` may be left out.",
    params: dealBySeq(),
    body: CreateTaskRequest,
    success: { status: 201, schema: envelope(Task) },
    errors: [400, 401, 403, 404, 429],
  },
  getTask: {
    ...read,
    client: "deals.getTask",
    path: "/deals/{seq}/tasks/{taskId}",
    summary: "One task of a deal",
    description: "`isOverdue` holds at the moment of reading.",
    params: byTask,
    success: one,
    errors: [400, 401, 403, 404, 429],
  },
  updateTask: {
    ...edit,
    client: "deals.updateTask",
    method: "PATCH",
    path: "/deals/{seq}/tasks/{taskId}",
    summary: "Change a task; `done` completes it or opens it again",
    description:
      "What is left out stays. Each changed field is a line of the deal's history; a task that becomes done may " +
      "start automations.",
    params: byTask,
    body: UpdateTaskRequest,
    success: one,
    errors: [400, 401, 403, 404, 429],
  },
  deleteTask: {
    ...edit,
    client: "deals.deleteTask",
    method: "DELETE",
    path: "/deals/{seq}/tasks/{taskId}",
    summary: "Remove a task for good",
    description: "The deal's history keeps that there was one.",
    params: byTask,
    success: { status: 204, schema: null },
    errors: [400, 401, 403, 404, 429],
  },
} as const satisfies Record<string, Route>;
