import { isPrivileged } from "../../../platform/security/permissions.ts";
import { done, found, refused } from "../../../platform/service/outcome.ts";
import type { ReferenceStore } from "../reference.ts";
import type { Handlers } from "../../../platform/service/handlers.ts";

type UserOperation = "listUsers" | "getUser" | "getWorkspace" | "updateWorkspace";

interface Stores {
  reference: Pick<ReferenceStore, "users" | "workspace" | "setAutomationReview">;
  channels: { list(workspaceId: string): Promise<readonly { kind: string }[]> };
}

/** A workspace and its members. They are managed elsewhere, and only read here, but for its reviews. */
export function createUserService(
  { reference, channels }: Stores,
  callsPrivateAddresses: boolean,
): Pick<Handlers, UserOperation> {
  const told = async (workspaceId: string) => {
    const [workspace, all] = await Promise.all([reference.workspace(workspaceId), channels.list(workspaceId)]);
    const channelKinds = [...new Set(all.map(({ kind }) => kind))].toSorted();
    return done({ ...workspace, channelKinds, callsPrivateAddresses });
  };
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
