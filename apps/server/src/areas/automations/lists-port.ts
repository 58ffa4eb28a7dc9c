import type { ChangeAutomationsRequest, ListedAutomation } from "@trilho/contract";
import type { Author } from "./port.ts";

/** What is done to each of many automations. */
export type AutomationsChange = Omit<ChangeAutomationsRequest, "ids" | "ownerId"> & {
  owner?: { id: string; name: string | null };
  /** Nothing is switched on that nobody approved. */
  needsApproval?: boolean;
};

/** What became of one of them. */
export type ChangedAutomation = { id: string } & (
  | { outcome: "changed" }
  | { outcome: "same" }
  | { outcome: "missing" }
  | { outcome: "too-many-labels" }
  | { outcome: "unapproved" }
);

/** All automations of a workspace at once. */
export interface AutomationLists {
  /** Newest first. */
  all(workspaceId: string): Promise<ListedAutomation[]>;
  /** Changes all or none of each, and says so in its history. In the order in which they are named. */
  change(
    workspaceId: string,
    ids: readonly string[],
    change: AutomationsChange,
    by: Author,
  ): Promise<ChangedAutomation[]>;
}
