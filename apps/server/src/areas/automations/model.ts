import type { Automation } from "@trilho/contract";

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
