import type { DealActivity } from "@trilho/contract";
import type { Position } from "../../platform/security/cursors.ts";

export interface ActivityFilter {
  types?: readonly string[];
  actorTypes?: readonly string[];
  actorUserId?: string;
}

export interface ActivityStore {
  /** Newest first. */
  list(
    workspaceId: string,
    dealId: string,
    filter: ActivityFilter,
    limit: number,
    after: Position | null,
  ): Promise<DealActivity[]>;
  /** Whether this is a member of the workspace, active or not. */
  isMember(workspaceId: string, id: string): Promise<boolean>;
}
