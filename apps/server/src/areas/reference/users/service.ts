import { isPrivileged } from "../../../platform/security/permissions.ts";
import { done, found, refused } from "../../../platform/service/outcome.ts";
import type { ReferenceStore } from "../reference.ts";
import type { Handlers } from "../../../platform/service/handlers.ts";

type UserOperation = "listUsers" | "getUser" | "getWorkspace" | "updateWorkspace";

/** A workspace and its members. They are managed elsewhere, and only read here, but for its reviews. */
export function createUserService(
  reference: Pick<ReferenceStore, "users" | "workspace" | "setAutomationReview">,
  callsPrivateAddresses: boolean,
): Pick<Handlers, UserOperation> {
  const told = async (workspaceId: string) =>
    done({ ...(await reference.workspace(workspaceId)), callsPrivateAddresses });
  return {
    listUsers: async ({ principal: { workspaceId } }) => done(await reference.users(workspaceId)),
    getUser: async ({ principal: { workspaceId }, params: { id } }) =>
      found((await reference.users(workspaceId)).find((user) => user.id === id) ?? null, "user"),
    getWorkspace: ({ principal: { workspaceId } }) => told(workspaceId),

    async updateWorkspace({ principal: { workspaceId, role }, body: { automationReview } }) {
      if (!isPrivileged(role)) return refused(NOT_YOURS);
      await reference.setAutomationReview(workspaceId, automationReview);
      return told(workspaceId);
    },
  };
}

/** Else whoever may edit automations could do without a review. */
const NOT_YOURS = {
  code: "FORBIDDEN",
  message: "Owners and admins decide whether automations are reviewed.",
} as const;
