import type { AutomationRunDelivery } from "@trilho/contract";
import type { JsonObject } from "@trilho/engine/contract";
import type { FailureReason } from "@trilho/engine/failures";

/** Of a body, more is not kept: it cannot be sent again then. */
export const MAX_KEPT_BYTES = 64 * 1024;

/** What of a webhook's request is needed to make it anew. Headers that are sealed with the automation stay hidden. */
export interface KeptRequest {
  url: string;
  method: string;
  headers: JsonObject;
  timeoutMs: number;
}

/** One request that a webhook of a run sent, or was refused to. */
export interface KeptDelivery {
  id: string;
  runId: string;
  nodeId: string;
  /** Of the run's own; null when a person sent it again. */
  attempt: number | null;
  request: KeptRequest;
  body: string;
  /** It was longer: this is its beginning. */
  isTruncated: boolean;
  /** Null when nobody answered. */
  status: number | null;
  /** The beginning of what was answered. */
  response: string | null;
  /** Why nobody answered. */
  error: string | null;
  failure: AutomationRunDelivery["failure"];
  durationMs: number;
  /** When it was sent, ISO 8601. */
  at: string;
}

export type NewDelivery = Omit<KeptDelivery, "id" | "isTruncated" | "error" | "failure"> & {
  id?: string;
  /** Why nobody answered. */
  failure: FailureReason[] | null;
};

/** What webhooks sent. */
export interface DeliveryStore {
  /** Under a new id by default. */
  add(workspaceId: string, delivery: NewDelivery): Promise<KeptDelivery>;
  read(workspaceId: string, runId: string, id: string): Promise<KeptDelivery | null>;
  /** A run's newest ones, newest first. */
  list(workspaceId: string, runId: string): Promise<KeptDelivery[]>;
}
