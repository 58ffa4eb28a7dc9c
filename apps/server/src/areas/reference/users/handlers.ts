import type { UserService } from "./service.ts";
import type { Handlers } from "../../../platform/http/handlers.ts";

export const userHandlers = (service: UserService): Pick<Handlers, "listUsers" | "getUser" | "getWorkspace"> => ({
  listUsers: ({ principal }) => service.list(principal.workspaceId),
  getUser: ({ principal, params }) => service.get(principal.workspaceId, params.id),
  getWorkspace: ({ principal }) => service.workspace(principal.workspaceId),
});
