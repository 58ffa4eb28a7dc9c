import type { RunStatus } from "@trilho/engine/contract";
import type { ActivityStore } from "../../areas/activities/port.ts";
import type { RunRecords } from "./record-ports.ts";
import type { WorkspaceRuns } from "./workspace-run-ports.ts";
import type { CadenceStore } from "../../areas/cadences/port.ts";
import type { DealStore } from "../../areas/deals/port.ts";
import type { ChannelStore, ConversationStore, OutboxStore } from "../../areas/conversations/port.ts";
import type { CompanyStore } from "../../areas/companies/port.ts";
import type { ContactStore } from "../../areas/contacts/port.ts";
import type { CustomFieldStore } from "../../areas/reference/custom-fields/port.ts";
import type { CalendarStore, MeetingStore } from "../../areas/calendar/port.ts";
import type { FileStore } from "../../platform/service/files.ts";
import type { Lookups } from "../../areas/reference/lookups.ts";
import type { IdempotencyStore } from "../../platform/service/requests.ts";
import type {
  AutomationDraft,
  AutomationReplacement,
  AutomationSecrets,
  KeyRecord,
  Position,
  StoredAutomation,
  StoredRun,
  Viewer,
} from "../../platform/security/principal.ts";
import type { AttachmentStore, NoteStore } from "../../areas/deals/notes/port.ts";
import type { PipelineStore } from "../../areas/reference/pipelines/port.ts";
import type { ReferenceStore } from "../../areas/reference/reference.ts";
import type { Changer } from "./changes.ts";
import type { DeliveryStore } from "./delivery-port.ts";
import type { PauseStore } from "./pause-port.ts";
import type { EventStore, RunJobs, RunStore } from "./run-ports.ts";
import type { TagStore } from "../../areas/deals/tags/port.ts";
import type { TaskStore } from "../../areas/deals/tasks/port.ts";
import type { TriggerStore } from "./trigger-ports.ts";

/** All that is stored: each area states what it needs, its store does it, and every method is scoped by workspace. */
export interface Store {
  keys: KeyStore;
  automations: AutomationStore;
  reference: ReferenceStore;
  pipelines: PipelineStore;
  customFields: CustomFieldStore;
  contacts: ContactStore;
  companies: CompanyStore;
  cadences: CadenceStore;
  deals: DealStore;
  files: FileStore;
  channels: ChannelStore;
  conversations: ConversationStore;
  outbox: OutboxStore;
  idempotency: IdempotencyStore;
  lookups: Lookups;
  tags: TagStore;
  notes: NoteStore;
  attachments: AttachmentStore;
  tasks: TaskStore;
  activities: ActivityStore;
  calendar: CalendarStore;
  meetings: MeetingStore;
  runs: RunStore;
  pauses: PauseStore;
  workspaceRuns: WorkspaceRuns;
  runRecords: RunRecords;
  deliveries: DeliveryStore;
  events: EventStore;
  triggers: TriggerStore;
  /** Wakes runs; a store without a queue wakes nobody, and its runs are found by who has one. */
  jobs: RunJobs;
  /** What `work` does through its store commits together, or not at all. */
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /** Within a transaction: what `work` did is undone when it rejects, and the transaction goes on. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when the database answers and has room to write; rejects otherwise. */
  ping(): Promise<void>;
}

export interface KeyStore {
  /** The key whose keyed digest (HMAC-SHA-256, hex) is `digest`, or null. */
  findByDigest(digest: string): Promise<KeyRecord | null> | KeyRecord | null;
  /** Records a use; at most once a minute per key reaches the database. */
  touch(keyId: string): void;
}

export interface AutomationFilter {
  /** Case-insensitive part of the name. */
  search?: string;
  enabled?: boolean;
  triggerType?: string;
}

export interface RunFilter {
  status: RunStatus | null;
  /** Tests alone, or live runs alone. */
  isTest: boolean | null;
  /** Of the deal with this number. */
  dealSeq: number | null;
}

/** An automation that is switched on, and since when, Unix ms. */
export interface Listening {
  automation: StoredAutomation;
  since: number;
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
  /** Those switched on that start from events of a type. */
  listening(workspaceId: string, triggerType: string): Promise<Listening[]>;
  /** Never changes the version. */
  setEnabled(workspaceId: string, id: string, enabled: boolean): Promise<StoredAutomation | null>;
  /** Permanent; pending runs become `cancelled`, and say by whom. False when there is none. */
  delete(workspaceId: string, id: string, by: Changer): Promise<boolean>;
  /** Newest first, without those of deals that the viewer may not see. */
  runs(viewer: Viewer, id: string, filter: RunFilter, limit: number, after: Position | null): Promise<StoredRun[]>;
}
