import type { User, Workspace } from "@trilho/contract";
import { done, found, type Outcome } from "../../../platform/service/outcome.ts";
import type { ReferenceStore } from "../reference.ts";

/** A workspace and its members. They are managed elsewhere, and only read here. */
export interface UserService {
  list(workspaceId: string): Promise<Outcome<User[]>>;
  get(workspaceId: string, id: string): Promise<Outcome<User>>;
  workspace(workspaceId: string): Promise<Outcome<Workspace>>;
}

export const createUserService = (reference: Pick<ReferenceStore, "users" | "workspace">): UserService => ({
  list: async (workspaceId) => done(await reference.users(workspaceId)),
  get: async (workspaceId, id) =>
    found((await reference.users(workspaceId)).find((user) => user.id === id) ?? null, "user"),
  workspace: async (workspaceId) => done(await reference.workspace(workspaceId)),
});
