import type { GraphDefinition, JsonObject, RunStatus } from "@trilho/engine/contract";

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
}

/** A key as stored, with what decides whether it is good. Instants are ISO 8601. */
export interface KeyRecord {
  principal: Principal;
  expiresAt: string | null;
  revoked: boolean;
  memberActive: boolean;
}

/** One automation as stored. `secrets` never leave the server but once (`secret`) and for signing. */
export interface StoredAutomation {
  id: string;
  name: string;
  version: number;
  enabled: boolean;
  triggerType: string;
  scope: "global" | "pipeline" | "stage";
  pipelineId: string | null;
  stageId: string | null;
  outboundChannelId: string | null;
  respectBusinessHours: boolean;
  triggerWindow: JsonObject | null;
  conditions: JsonObject | null;
  triggerConfig: JsonObject | null;
  graphDefinition: GraphDefinition;
  createdAt: string;
  updatedAt: string;
}

/** Kept sealed under the server's secret: the webhook signing secret and the trigger's incoming credentials. */
export interface AutomationSecrets {
  signing: string | null;
  headerValue: string | null;
  password: string | null;
}

/** The writable part of an automation. */
export type AutomationDraft = Omit<StoredAutomation, "id" | "version" | "createdAt" | "updatedAt">;

/** What a replacement writes. Without `enabled` the row keeps its own, whoever switched it meanwhile. */
export type AutomationReplacement = Omit<AutomationDraft, "enabled"> & { enabled?: boolean };

/** A run as stored; the same fields as the contract's "Automation run". Instants are ISO 8601. */
export interface StoredRun {
  runId: string;
  dealId: string | null;
  status: RunStatus;
  triggerType: string;
  automationVersion: number;
  attempts: number;
  lastError: string | null;
  currentNodeId: string | null;
  chainId: string | null;
  triggerDepth: number;
  waitingForReply: boolean;
  createdAt: string;
  startedAt: string | null;
  lastAttemptAt: string | null;
  nextAttemptAt: string | null;
  completedAt: string | null;
}

/** Keyset position in a list that is newest first: rows strictly before it, by (createdAt, id). */
export interface Position {
  createdAt: string;
  id: string;
}
