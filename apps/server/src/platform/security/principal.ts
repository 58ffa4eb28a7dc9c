import type { Automation, AutomationRun } from "@trilho/contract";

/** Member roles. Privileged ones hold every permission in the API (contract, Authentication). */
export const ROLES = ["owner", "admin", "partner", "support", "member"] as const;
export type Role = (typeof ROLES)[number];

/** The member a key speaks for, and what its workspace may do. Made once per request from the key. */
export interface Principal {
  workspaceId: string;
  memberId: string;
  keyId: string;
  role: Role;
  permissions: { allow: readonly string[]; deny: readonly string[] };
  features: ReadonlySet<string>;
  visibility: "all" | "own";
  timeZone: string;
  locale: string;
  /** What a test key sends goes to the local outbox, whatever the channel. */
  mode: "live" | "test";
}

/** Whose eyes the store reads with: what they may not see is not there (404). */
export type Viewer = Pick<Principal, "workspaceId" | "memberId" | "role" | "visibility">;

/** A key as stored, with what decides whether it is good. Instants are ISO 8601. */
export interface KeyRecord {
  principal: Omit<Principal, "mode">;
  expiresAt: string | null;
  revoked: boolean;
  memberActive: boolean;
}

/** One automation as stored: what the contract answers, but for `actions`, which are derived, and `secret`. */
export type StoredAutomation = Omit<Automation, "actions" | "secret">;

/** Kept sealed under the server's secret: the webhook signing secret and the trigger's incoming credentials. */
export interface AutomationSecrets {
  signing: string | null;
  headerValue: string | null;
  password: string | null;
  /** Of webhook actions, those that let somebody in. */
  headers: SealedHeader[];
}

/** A header of a webhook action, its name in lower case. */
export interface SealedHeader {
  nodeId: string;
  name: string;
  value: string;
}

/** The writable part of an automation. */
export type AutomationDraft = Omit<StoredAutomation, "id" | "version" | "createdAt" | "updatedAt" | "pauses">;

/** What a replacement writes. Without `enabled` the row keeps its own, whoever switched it meanwhile. */
export type AutomationReplacement = Omit<AutomationDraft, "enabled"> & { enabled?: boolean };

/** A run as stored. Instants are ISO 8601. */
export type StoredRun = AutomationRun;

/** Keyset position in a list ordered by an instant (ISO 8601), ties by id: the rows strictly behind it follow. */
export interface Position {
  at: string;
  id: string;
}
