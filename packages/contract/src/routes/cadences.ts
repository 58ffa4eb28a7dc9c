import { Type } from "typebox";
import { envelope, page } from "../envelopes.ts";
import {
  Cadence,
  CadenceEnrollment,
  CadenceInstanceStatus,
  CreateCadenceRequest,
  ReplaceCadenceRequest,
} from "../resources/cadence.ts";
import {
  CadenceReasonRequest,
  DealCadenceInstance,
  EnrollInCadenceRequest,
  ExecuteCadenceTaskRequest,
  TaskExecution,
} from "../resources/cadence-instance.ts";
import type { Route } from "../route.ts";
import { listOf } from "../schema.ts";
import { cursor, limit, PAGE_SIZES } from "./parameters.ts";

const group = {
  group: "Cadences",
  features: ["API_ACCESS", "ADVANCED_API", "CADENCE"],
  unknownQuery: "ignore",
} as const;
const read = { ...group, method: "GET", permission: null } as const;
const define = { ...group, permission: "settings.pipelines" } as const;
const work = { ...group, method: "POST", permission: "deals.edit" } as const;

const byId = Type.Object({ id: Type.String() });
const ofDeal = { seq: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) };
const byDeal = Type.Object(ofDeal);
const byTask = Type.Object({ ...ofDeal, taskId: Type.String() });
const one = { status: 200, schema: envelope(Cadence) } as const;
const instance = { status: 200, schema: envelope(DealCadenceInstance) } as const;
const execution = { status: 200, schema: envelope(TaskExecution) } as const;

export const CADENCE_ROUTES = {
  listCadences: {
    ...read,
    client: "cadences.list",
    path: "/cadences",
    summary: "Cadences, newest first",
    query: Type.Object({
      pipelineId: Type.Optional(Type.String({ maxLength: 255 })),
      active: Type.Optional(Type.Boolean()),
      limit: limit(PAGE_SIZES.cadences),
      cursor: cursor(),
    }),
    success: { status: 200, schema: envelope(page(Cadence)) },
    errors: [400, 401, 403, 429],
  },
  createCadence: {
    ...define,
    client: "cadences.create",
    method: "POST",
    path: "/cadences",
    summary: "Create a cadence of a pipeline, or the playbook of one of its stages",
    body: CreateCadenceRequest,
    success: { status: 201, schema: envelope(Cadence) },
    errors: [400, 401, 403, 409, 429],
  },
  getCadence: {
    ...read,
    client: "cadences.get",
    path: "/cadences/{id}",
    summary: "One cadence",
    params: byId,
    success: one,
    errors: [401, 403, 404, 429],
  },
  replaceCadence: {
    ...define,
    client: "cadences.replace",
    method: "PUT",
    path: "/cadences/{id}",
    summary: "Replace a cadence; deals that run it keep the steps they were enrolled with",
    params: byId,
    body: ReplaceCadenceRequest,
    success: one,
    errors: [400, 401, 403, 404, 409, 429],
  },
  deleteCadence: {
    ...define,
    client: "cadences.delete",
    method: "DELETE",
    path: "/cadences/{id}",
    summary: "Remove a cadence that no deal runs",
    params: byId,
    success: { status: 204, schema: null },
    errors: [401, 403, 404, 409, 429],
  },
  listCadenceDeals: {
    ...read,
    client: "cadences.deals",
    path: "/cadences/{id}/deals",
    summary: "Deals enrolled in a cadence, the latest enrollment first",
    params: byId,
    query: Type.Object({
      status: Type.Optional(listOf(CadenceInstanceStatus)),
      limit: limit(PAGE_SIZES.cadenceDeals),
      cursor: cursor(),
    }),
    unknownValues: { status: "reject" },
    success: { status: 200, schema: envelope(page(CadenceEnrollment)) },
    errors: [400, 401, 403, 404, 429],
  },
  getDealCadence: {
    ...read,
    client: "deals.cadence",
    path: "/deals/{seq}/cadence",
    summary: "The deal's cadence with its tasks",
    params: byDeal,
    success: instance,
    errors: [401, 403, 404, 429],
  },
  enrollInCadence: {
    ...work,
    client: "deals.enrollInCadence",
    path: "/deals/{seq}/cadence/enroll",
    summary: "Enroll the deal in an active cadence of its pipeline; replaces the one it has",
    params: byDeal,
    body: EnrollInCadenceRequest,
    success: instance,
    errors: [400, 401, 403, 404, 409, 422, 429],
  },
  pauseDealCadence: {
    ...work,
    client: "deals.pauseCadence",
    path: "/deals/{seq}/cadence/pause",
    summary: "Pause the deal's cadence: nothing becomes due until it is resumed",
    params: byDeal,
    body: CadenceReasonRequest,
    bodyIsOptional: true,
    success: instance,
    errors: [400, 401, 403, 404, 409, 429],
  },
  resumeDealCadence: {
    ...work,
    client: "deals.resumeCadence",
    path: "/deals/{seq}/cadence/resume",
    summary: "Resume the deal's cadence; open tasks move on by as many days as it was paused",
    params: byDeal,
    success: instance,
    errors: [401, 403, 404, 409, 429],
  },
  stopDealCadence: {
    ...work,
    client: "deals.stopCadence",
    path: "/deals/{seq}/cadence/stop",
    summary: "Stop the deal's cadence for good; open tasks are canceled",
    params: byDeal,
    body: CadenceReasonRequest,
    bodyIsOptional: true,
    success: instance,
    errors: [400, 401, 403, 404, 409, 429],
  },
  executeCadenceTask: {
    ...work,
    client: "deals.executeCadenceTask",
    path: "/deals/{seq}/cadence/tasks/{taskId}/execute",
    summary: "Really send a task, once for each idempotency key",
    params: byTask,
    body: ExecuteCadenceTaskRequest,
    success: execution,
    errors: [400, 401, 403, 404, 409, 422, 429],
  },
  completeCadenceTask: {
    ...work,
    client: "deals.completeCadenceTask",
    path: "/deals/{seq}/cadence/tasks/{taskId}/complete-manual",
    summary: "Mark a task as done by hand; nothing is sent",
    params: byTask,
    success: execution,
    errors: [401, 403, 404, 409, 429],
  },
  skipCadenceTask: {
    ...work,
    client: "deals.skipCadenceTask",
    path: "/deals/{seq}/cadence/tasks/{taskId}/skip",
    summary: "Leave a task out; nothing is sent",
    params: byTask,
    body: CadenceReasonRequest,
    bodyIsOptional: true,
    success: execution,
    errors: [400, 401, 403, 404, 409, 429],
  },
} as const satisfies Record<string, Route>;
