import { done, found } from "../../../platform/service/outcome.ts";
import type { ReferenceStore } from "../reference.ts";
import type { Handlers } from "../../../platform/service/handlers.ts";

type UserOperation = "listUsers" | "getUser" | "getWorkspace";

/** A workspace and its members. They are managed elsewhere, and only read here. */
export const createUserService = (
  reference: Pick<ReferenceStore, "users" | "workspace">,
  callsPrivateAddresses: boolean,
): Pick<Handlers, UserOperation> => ({
  listUsers: async ({ principal: { workspaceId } }) => done(await reference.users(workspaceId)),
  getUser: async ({ principal: { workspaceId }, params: { id } }) =>
    found((await reference.users(workspaceId)).find((user) => user.id === id) ?? null, "user"),
  getWorkspace: async ({ principal: { workspaceId } }) =>
    done({ ...(await reference.workspace(workspaceId)), callsPrivateAddresses }),
});
