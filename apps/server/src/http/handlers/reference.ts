import type { ReferenceService } from "../../domain/reference.ts";
import type { Handlers } from "../handlers.ts";

type ReferenceOperation =
  "listPipelines" | "getPipeline" | "listTags" | "listCustomFields" | "getCustomField" | "listUsers";

export const referenceHandlers = (service: ReferenceService): Pick<Handlers, ReferenceOperation> => ({
  listPipelines: ({ principal }) => service.pipelines(principal.workspaceId),
  getPipeline: ({ principal, params }) => service.pipeline(principal.workspaceId, params.seq),
  listTags: ({ principal }) => service.tags(principal.workspaceId),
  listCustomFields: ({ principal, query }) => service.customFields(principal.workspaceId, query.entity),
  getCustomField: ({ principal, params }) => service.customField(principal.workspaceId, params.id),
  listUsers: ({ principal }) => service.users(principal.workspaceId),
});
