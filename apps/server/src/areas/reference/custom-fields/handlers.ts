import type { CustomFieldService } from "./service.ts";
import type { Handlers } from "../../../platform/http/handlers.ts";

type CustomFieldOperation =
  | "listCustomFields"
  | "createCustomField"
  | "getCustomField"
  | "updateCustomField"
  | "deleteCustomField";

export const customFieldHandlers = (service: CustomFieldService): Pick<Handlers, CustomFieldOperation> => ({
  listCustomFields: ({ principal, query }) => service.list(principal.workspaceId, query.entity),
  createCustomField: ({ principal, body }) => service.create(principal, body),
  getCustomField: ({ principal, params }) => service.get(principal.workspaceId, params.id),
  updateCustomField: ({ principal, params, body }) => service.update(principal, params.id, body),
  deleteCustomField: ({ principal, params }) => service.delete(principal.workspaceId, params.id),
});
