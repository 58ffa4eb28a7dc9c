import { PAGE_SIZES } from "@trilho/contract";
import type { CadenceDefinitions } from "./definitions.ts";
import type { CadenceExecution } from "./execution.ts";
import type { CadenceService } from "./service.ts";
import type { BodyChecks, Handlers } from "../../platform/http/handlers.ts";

type CadenceOperation =
  | "listCadences"
  | "createCadence"
  | "getCadence"
  | "replaceCadence"
  | "deleteCadence"
  | "listCadenceDeals"
  | "getDealCadence"
  | "enrollInCadence"
  | "pauseDealCadence"
  | "resumeDealCadence"
  | "stopDealCadence"
  | "executeCadenceTask"
  | "completeCadenceTask"
  | "skipCadenceTask";

export interface CadenceServices {
  definitions: CadenceDefinitions;
  instances: CadenceService;
  execution: CadenceExecution;
}

export const cadenceHandlers = ({
  definitions,
  instances,
  execution,
}: CadenceServices): Pick<Handlers, CadenceOperation> => ({
  listCadences: ({ principal, query }) =>
    definitions.list(principal.workspaceId, { limit: PAGE_SIZES.cadences.default, ...query }),
  createCadence: ({ principal, body }) => definitions.create(principal.workspaceId, body),
  getCadence: ({ principal, params }) => definitions.get(principal.workspaceId, params.id),
  replaceCadence: ({ principal, params, body }) => definitions.replace(principal.workspaceId, params.id, body),
  deleteCadence: ({ principal, params }) => definitions.delete(principal.workspaceId, params.id),
  listCadenceDeals: ({ principal, params, query }) =>
    definitions.deals(principal, params.id, { limit: PAGE_SIZES.cadenceDeals.default, ...query }),
  getDealCadence: ({ principal, params }) => instances.get(principal, params.seq),
  enrollInCadence: ({ principal, params, body }) => instances.enroll(principal, params.seq, body),
  pauseDealCadence: ({ principal, params, body }) => instances.pause(principal, params.seq, body.reason ?? null),
  resumeDealCadence: ({ principal, params }) => instances.resume(principal, params.seq),
  stopDealCadence: ({ principal, params, body }) => instances.stop(principal, params.seq, body.reason ?? null),
  executeCadenceTask: ({ principal, params, body }) => execution.execute(principal, params.seq, params.taskId, body),
  completeCadenceTask: ({ principal, params }) => instances.complete(principal, params.seq, params.taskId),
  skipCadenceTask: ({ principal, params, body }) =>
    instances.skip(principal, params.seq, params.taskId, body.reason ?? null),
});

export const cadenceBodyChecks = ({ definitions }: CadenceServices): BodyChecks => ({
  createCadence: (principal, body) => definitions.problems(principal, body),
  replaceCadence: (principal, body) => definitions.problems(principal, body),
});
