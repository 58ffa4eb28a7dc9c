import type {
  AutomationChange,
  AutomationDraft as UnpublishedDraft,
  AutomationVersion,
  SaveAutomationDraftRequest,
} from "@trilho/contract";
import type { Position } from "../../platform/security/cursors.ts";
import type { Principal } from "../../platform/security/principal.ts";
import type { AutomationDraft, AutomationReplacement, AutomationSecrets, StoredAutomation } from "./model.ts";

export interface AutomationFilter {
  /** Case-insensitive part of the name. */
  search?: string;
  enabled?: boolean;
  triggerType?: string;
}

/** An automation that is switched on, and since when, Unix ms. */
export interface Listening {
  automation: StoredAutomation;
  since: number;
}

/** A member, and the key that was used. */
export type Author = Pick<Principal, "memberId" | "keyId">;

/** An entry of an automation's history. */
export interface NewChange {
  workspaceId: string;
  automationId: string;
  type: AutomationChange["type"];
  /** Null for the server's operator. */
  by: { memberId: string; keyId: string | null } | null;
  version?: number;
  runs?: number;
  note?: string | undefined;
  /** Now by default. */
  createdAt?: Date;
}

export interface AutomationHistory {
  record(change: NewChange): Promise<void>;
  /** Newest first, `limit` rows at most. Empty for what never was there. */
  list(workspaceId: string, automationId: string, limit: number, after: Position | null): Promise<AutomationChange[]>;
  version(workspaceId: string, automationId: string, version: number): Promise<AutomationVersion | null>;
}

/** Another revision than the given one is left alone; any is replaced where none is given. */
export type DraftChange = SaveAutomationDraftRequest;

/** Unpublished changes, one draft an automation. */
export interface AutomationDrafts {
  get(workspaceId: string, automationId: string): Promise<UnpublishedDraft | null>;
  save(
    workspaceId: string,
    automationId: string,
    change: DraftChange,
    by: Author,
  ): Promise<UnpublishedDraft | "conflict" | "missing">;
  remove(
    workspaceId: string,
    automationId: string,
    revision: string | undefined,
  ): Promise<"removed" | "conflict" | "missing">;
}

export interface AutomationStore {
  /** Newest first, `limit` rows at most. */
  list(
    workspaceId: string,
    filter: AutomationFilter,
    limit: number,
    after: Position | null,
  ): Promise<StoredAutomation[]>;
  get(workspaceId: string, id: string): Promise<StoredAutomation | null>;
  secrets(workspaceId: string, id: string): Promise<AutomationSecrets | null>;
  /** Version 1. Writes the version's immutable definition in the same transaction. */
  create(
    workspaceId: string,
    draft: AutomationDraft,
    secrets: AutomationSecrets,
    by: Author | null,
    note?: string,
  ): Promise<StoredAutomation>;
  /** Replaces and counts the version up, unless the stored version differs from `baseVersion` (when given). */
  replace(
    workspaceId: string,
    id: string,
    draft: AutomationReplacement,
    secrets: AutomationSecrets,
    baseVersion: number | null,
    by: Author | null,
    note?: string,
  ): Promise<
    | { outcome: "replaced"; automation: StoredAutomation }
    | { outcome: "conflict"; storedVersion: number }
    | { outcome: "missing" }
  >;
  /** Those switched on that start from events of a type. */
  listening(workspaceId: string, triggerType: string): Promise<Listening[]>;
  /** Never changes the version. */
  setEnabled(workspaceId: string, id: string, enabled: boolean, by: Author | null): Promise<StoredAutomation | null>;
  /** Permanent; pending runs become `cancelled`, and say by whom. False when there is none. */
  delete(workspaceId: string, id: string, by: Author): Promise<boolean>;
}
