import type { TagService } from "./service.ts";
import type { Handlers } from "../../../platform/http/handlers.ts";

type TagOperation = "listTags" | "createTag" | "getTag" | "updateTag" | "deleteTag" | "addDealTag" | "removeDealTag";

export const tagHandlers = (service: TagService): Pick<Handlers, TagOperation> => ({
  listTags: ({ principal }) => service.list(principal.workspaceId),
  createTag: ({ principal, body }) => service.create(principal.workspaceId, body),
  getTag: ({ principal, params }) => service.get(principal.workspaceId, params.id),
  updateTag: ({ principal, params, body }) => service.replace(principal.workspaceId, params.id, body),
  deleteTag: ({ principal, params }) => service.delete(principal.workspaceId, params.id),
  addDealTag: ({ principal, params, body }) => service.addToDeal(principal, params.seq, body),
  removeDealTag: ({ principal, params }) => service.removeFromDeal(principal, params.seq, params.tagId),
});
