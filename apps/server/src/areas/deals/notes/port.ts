import type { AttachmentReceipt, DealAttachment, Note } from "@trilho/contract";
import type { NewFile, StoredFile } from "../../../platform/service/files.ts";
import type { Actor } from "../../activities/history.ts";
import type { Outcome } from "../../../platform/service/outcome.ts";
import type { Position } from "../../../platform/security/cursors.ts";

/** A note as stored: what the contract answers. */
export type StoredNote = Note;

export interface NewNote {
  dealId: string;
  content: string;
  /** Null for a note that no member wrote. */
  authorMemberId: string | null;
  /** Files of the deal that no note has yet. */
  attachmentIds: readonly string[];
}

/** Changes write the deal's history in the same transaction. */
export interface NoteStore {
  /** Newest first. */
  list(workspaceId: string, dealId: string, limit: number, after: Position | null): Promise<StoredNote[]>;
  get(workspaceId: string, dealId: string, id: string): Promise<StoredNote | null>;
  create(workspaceId: string, actor: Actor, note: NewNote): Promise<StoredNote>;
  /** Gives the note the text that `decide` makes of the current one; null when there is no such note. */
  update(
    workspaceId: string,
    actor: Actor,
    dealId: string,
    id: string,
    decide: (current: StoredNote) => Outcome<string>,
  ): Promise<Outcome<StoredNote> | null>;
  /** With its files. False when there is none. */
  delete(workspaceId: string, actor: Actor, dealId: string, id: string): Promise<boolean>;
}

/** A file of a deal, by its receipt, and the note that has it. */
export type HeldAttachment = AttachmentReceipt & { noteId: string | null };

export interface AttachmentStore {
  add(workspaceId: string, dealId: string, file: NewFile): Promise<StoredFile>;
  /** Those of these keys that are files of the deal. Until the transaction ends, no other note takes them. */
  hold(workspaceId: string, dealId: string, keys: readonly string[]): Promise<HeldAttachment[]>;
  /** Newest first. */
  list(workspaceId: string, dealId: string, limit: number, after: Position | null): Promise<DealAttachment[]>;
  read(workspaceId: string, dealId: string, id: string): Promise<(StoredFile & { content: Uint8Array }) | null>;
  /** Removes the workspace's files that were uploaded before this instant (ISO 8601) and that no note took. */
  removeUnused(workspaceId: string, before: string): Promise<void>;
}
