import type { JsonObject, RunStatus } from "@trilho/engine/contract";
import type { FileStore } from "./files.ts";
import type {
  AutomationDraft,
  AutomationReplacement,
  AutomationSecrets,
  KeyRecord,
  Position,
  StoredAutomation,
  StoredRun,
} from "./model.ts";

/** What the domain needs of storage. `store/` implements it; every method is scoped by workspace. */
export interface Store {
  keys: KeyStore;
  automations: AutomationStore;
  reference: ReferenceStore;
  files: FileStore;
  /** What `work` does through its store commits together, or not at all. */
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /** Resolves when the database answers; rejects otherwise. */
  ping(): Promise<void>;
}

export interface KeyStore {
  /** The key whose keyed digest (HMAC-SHA-256, hex) is `digest`, or null. */
  findByDigest(digest: string): Promise<KeyRecord | null>;
  /** Records a use; at most once a minute per key reaches the database. */
  touch(keyId: string): void;
}

export interface AutomationFilter {
  /** Case-insensitive part of the name. */
  search?: string;
  enabled?: boolean;
  triggerType?: string;
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
  create(workspaceId: string, draft: AutomationDraft, secrets: AutomationSecrets): Promise<StoredAutomation>;
  /** Replaces and counts the version up, unless the stored version differs from `baseVersion` (when given). One statement decides. */
  replace(
    workspaceId: string,
    id: string,
    draft: AutomationReplacement,
    secrets: AutomationSecrets,
    baseVersion: number | null,
  ): Promise<
    | { outcome: "replaced"; automation: StoredAutomation }
    | { outcome: "conflict"; storedVersion: number }
    | { outcome: "missing" }
  >;
  /** Never changes the version. */
  setEnabled(workspaceId: string, id: string, enabled: boolean): Promise<StoredAutomation | null>;
  /** Permanent; pending runs become `cancelled`. False when there is none. */
  delete(workspaceId: string, id: string): Promise<boolean>;
  /** Newest first. */
  runs(
    workspaceId: string,
    id: string,
    status: RunStatus | null,
    limit: number,
    after: Position | null,
  ): Promise<StoredRun[]>;
}

/** What pickers read. Rows have the contract's shapes (resources Pipeline, Tag, Custom field definition, User). */
export interface ReferenceStore {
  pipelines(workspaceId: string): Promise<JsonObject[]>;
  pipeline(workspaceId: string, seq: number): Promise<JsonObject | null>;
  tags(workspaceId: string): Promise<JsonObject[]>;
  customFields(workspaceId: string, entity: string | null): Promise<JsonObject[]>;
  customField(workspaceId: string, id: string): Promise<JsonObject | null>;
  users(workspaceId: string): Promise<JsonObject[]>;
}
