import type { AutomationReview, ReviewRequest } from "@trilho/contract";
import type { JsonObject } from "@trilho/engine";
import type { GivenCredentials } from "../credentials.ts";
import type { Author } from "../port.ts";

/** What is asked for: a draft as it is to be published, or the stored version where there is no change. */
export interface NewReview {
  /** Null for the stored version. */
  content: JsonObject | null;
  given: GivenCredentials;
  baseVersion: number;
  /** The draft's revision that the change started from, as with a draft that is saved. */
  draftRevision: string | null | undefined;
  note: string | undefined;
}

/** The same for whoever looks. */
export type AskedReview = Omit<ReviewRequest, "mine">;
export type StoredReview = Omit<AutomationReview, "request"> & { request: AskedReview | null };

/** A request that may be approved: its state is `waiting`. */
export interface HeldReview {
  request: AskedReview;
  /** Null where the stored version itself was asked about. */
  content: JsonObject | null;
  given: GivenCredentials;
  baseVersion: number;
  by: Author;
}

/** An automation's row, kept as it is until the transaction ends. */
export interface HeldAutomation {
  version: number;
  enabled: boolean;
  approved: boolean;
}

/** Changes that members asked others to approve, one an automation. */
export interface AutomationReviews {
  /** Whether the workspace has changes reviewed. */
  isRequired(workspaceId: string): Promise<boolean>;
  /** Null where there is no such automation. */
  get(workspaceId: string, automationId: string): Promise<StoredReview | null>;
  /** Nobody else changes the automation, its draft or its review until the transaction ends; null where there is none. */
  hold(workspaceId: string, automationId: string): Promise<HeldAutomation | null>;
  /** Says whether somebody approved the stored version. */
  mark(workspaceId: string, automationId: string, approved: boolean): Promise<void>;
  /** Replaces what was asked before. */
  ask(
    workspaceId: string,
    automationId: string,
    review: NewReview,
    by: Author,
  ): Promise<"asked" | "conflict" | "missing">;
  /** What can be approved or sent back, of an automation that is held; null where another one, or nothing, was asked. */
  waiting(workspaceId: string, automationId: string, revision: string): Promise<HeldReview | null>;
  sendBack(workspaceId: string, automationId: string, comment: string, by: Author): Promise<void>;
  /** Removes the request, and the draft that it asked about where that is published. */
  close(workspaceId: string, automationId: string, published: boolean): Promise<boolean>;
}
