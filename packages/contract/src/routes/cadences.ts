import { Type } from "typebox";
import { EXAMPLE_IDS, EXAMPLE_SEQS } from "../examples/ids.ts";
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
import { described, listOf } from "../schema.ts";
import { cursor, dealBySeq, dealSeq, idOf, limit, PAGE_SIZES } from "./parameters.ts";

const group = {
  group: "Cadences",
  features: ["API_ACCESS", "ADVANCED_API", "CADENCE"],
  unknownQuery: "ignore",
} as const;
const read = { ...group, method: "GET", permission: null } as const;
const define = { ...group, permission: "settings.pipelines" } as const;
const work = { ...group, method: "POST", permission: "deals.edit" } as const;

const byId = Type.Object({ id: idOf("the cadence", EXAMPLE_IDS.cadence) });
const byTask = (task: string) =>
  Type.Object({ seq: dealSeq(EXAMPLE_SEQS.cadenceDeal), taskId: idOf("the task in the deal's cadence", task) });
const one = { status: 200, schema: envelope(Cadence) } as const;
const instance = { status: 200, schema: envelope(DealCadenceInstance) } as const;
const execution = { status: 200, schema: envelope(TaskExecution) } as const;

export const CADENCE_ROUTES = {
  listCadences: {
    ...read,
    client: "cadences.list",
    path: "/cadences",
    summary: "Cadences, newest first",
    description: "Definitions with their steps; `pipelineId` and `active` narrow the list.",
    query: Type.Object({
      pipelineId: Type.Optional(Type.String({ maxLength: 255, description: "Those of this pipeline, by its id." })),
      active: Type.Optional(Type.Boolean({ description: "Those that are on, or off." })),
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
    description:
      "It is on unless `active` says otherwise. With `stageId` it is that stage's playbook, in which deals are " +
      "enrolled as they enter the stage. Texts of steps may hold Liquid.",
    body: CreateCadenceRequest,
    success: { status: 201, schema: envelope(Cadence) },
    errors: [400, 401, 403, 409, 429],
  },
  getCadence: {
    ...read,
    client: "cadences.get",
    path: "/cadences/{id}",
    summary: "One cadence",
    description: "Its definition, and how many deals run it now.",
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
    description:
      "Counts `version` up, unless nothing or `active` alone changes. Send the `version` you read as `baseVersion` " +
      "to learn of another change by a 409.",
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
    description:
      "A cadence that deals still run is a 409: stop theirs, or switch it off instead. What deals did in it stays " +
      "in their histories.",
    params: byId,
    success: { status: 204, schema: null },
    errors: [401, 403, 404, 409, 429],
  },
  listCadenceDeals: {
    ...read,
    client: "cadences.deals",
    path: "/cadences/{id}/deals",
    summary: "Deals enrolled in a cadence, the latest enrollment first",
    description: "With how many of its tasks each deal has done, and when the next is due. `status` narrows the list.",
    params: byId,
    query: Type.Object({
      status: Type.Optional(described(listOf(CadenceInstanceStatus), "Deals whose cadence is in one of these states.")),
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
    description: "The latest one, also after it ended. A deal that never was in one is a 404.",
    params: dealBySeq(EXAMPLE_SEQS.cadenceDeal),
    success: instance,
    errors: [401, 403, 404, 429],
  },
  enrollInCadence: {
    ...work,
    client: "deals.enrollInCadence",
    path: "/deals/{seq}/cadence/enroll",
    summary: "Enroll the deal in an active cadence of its pipeline; replaces the one it has",
    description:
      "422 where the cadence belongs to another pipeline or the contact may not be written to, 409 where it is off " +
      "or the deal closed. With `startDay` the days before it have no tasks.",
    params: dealBySeq(EXAMPLE_SEQS.freeDeal),
    body: EnrollInCadenceRequest,
    success: instance,
    errors: [400, 401, 403, 404, 409, 422, 429],
  },
  pauseDealCadence: {
    ...work,
    client: "deals.pauseCadence",
    path: "/deals/{seq}/cadence/pause",
    summary: "Pause the deal's cadence: nothing becomes due until it is resumed",
    description: "Only an active cadence can be paused; else 409.",
    params: dealBySeq(EXAMPLE_SEQS.pausableDeal),
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
    description: "Only a paused cadence can be resumed; else 409.",
    params: dealBySeq(EXAMPLE_SEQS.pausedDeal),
    success: instance,
    errors: [401, 403, 404, 409, 429],
  },
  stopDealCadence: {
    ...work,
    client: "deals.stopCadence",
    path: "/deals/{seq}/cadence/stop",
    summary: "Stop the deal's cadence for good; open tasks are canceled",
    description: "A cadence that has ended already is a 409. To begin again, enroll the deal anew.",
    params: dealBySeq(EXAMPLE_SEQS.stoppableDeal),
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
    description:
      "Sends WhatsApp or e-mail to a real person with a live key, and may cost money; calls and research are " +
      "recorded as done. Texts of the request come before those of the step. The same `idempotencyKey` again sends " +
      "nothing and answers with `duplicated: true`. What a server was sending when it stopped may have gone out: the " +
      "key answers `ok: false`, and only a new one sends again.",
    params: byTask(EXAMPLE_IDS.cadenceTasks.execute),
    body: ExecuteCadenceTaskRequest,
    success: execution,
    errors: [400, 401, 403, 404, 409, 422, 429],
  },
  completeCadenceTask: {
    ...work,
    client: "deals.completeCadenceTask",
    path: "/deals/{seq}/cadence/tasks/{taskId}/complete-manual",
    summary: "Mark a task as done by hand; nothing is sent",
    description:
      "For what was done elsewhere. A task that is over already is a 409; the last open one completes the cadence.",
    params: byTask(EXAMPLE_IDS.cadenceTasks.complete),
    success: execution,
    errors: [401, 403, 404, 409, 429],
  },
  skipCadenceTask: {
    ...work,
    client: "deals.skipCadenceTask",
    path: "/deals/{seq}/cadence/tasks/{taskId}/skip",
    summary: "Leave a task out; nothing is sent",
    description:
      "The task ends as `skipped`. One that is over already is a 409; the last open one completes the cadence.",
    params: byTask(EXAMPLE_IDS.cadenceTasks.skip),
    body: CadenceReasonRequest,
    bodyIsOptional: true,
    success: execution,
    errors: [400, 401, 403, 404, 409, 429],
  },
} as const satisfies Record<string, Route>;
