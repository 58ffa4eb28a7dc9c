import type { Tag } from "@trilho/contract";
import type { Actor } from "../../activities/history.ts";

export interface TagDraft {
  name: string;
  color: string;
}

/** The deal whose tags change, and the contact that automations hear of. */
export interface TaggedDeal {
  id: string;
  contactId: string | null;
}

export interface TagStore {
  /** By name. */
  list(workspaceId: string): Promise<Tag[]>;
  get(workspaceId: string, id: string): Promise<Tag | null>;
  /** The one of this name, in capitals or not. */
  named(workspaceId: string, name: string): Promise<Tag | null>;
  create(workspaceId: string, draft: TagDraft): Promise<Tag | "taken">;
  /** Null when there is none. */
  replace(workspaceId: string, id: string, draft: TagDraft): Promise<Tag | "taken" | null>;
  /** From every deal too. False when there is none. */
  delete(workspaceId: string, id: string): Promise<boolean>;
  /**
   * Answers those of these tags that exist, and which of them the deal did not have: each of those becomes a line of
   * its history and an event.
   */
  addToDeal(
    workspaceId: string,
    actor: Actor,
    deal: TaggedDeal,
    tagIds: readonly string[],
  ): Promise<{ tags: Tag[]; added: Tag[] }>;
  /** Answers those that the deal had. */
  removeFromDeal(workspaceId: string, actor: Actor, deal: TaggedDeal, tagIds: readonly string[]): Promise<Tag[]>;
}
