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
import type { RequestStores } from "../../platform/service/requests.ts";
import type { KeyStore } from "../../platform/security/principal.ts";
import type { AttachmentStore, NoteStore } from "../../areas/deals/notes/port.ts";
import type { PipelineStore } from "../../areas/reference/pipelines/port.ts";
import type { ReferenceStore } from "../../areas/reference/reference.ts";
import type { DeliveryStore } from "./delivery-port.ts";
import type { PauseStore } from "./pause-port.ts";
import type { DueRuns, EventStore, RunStore } from "./run-ports.ts";
import type { TagStore } from "../../areas/deals/tags/port.ts";
import type { TaskStore } from "../../areas/deals/tasks/port.ts";
import type { TriggerStore } from "./trigger-ports.ts";
import type { AutomationStore } from "../../areas/automations/port.ts";

/** All that is stored: each area states what it needs, its store does it, and every method is scoped by workspace. */
export interface Store extends RequestStores<Store> {
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
  lookups: Lookups;
  tags: TagStore;
  notes: NoteStore;
  attachments: AttachmentStore;
  tasks: TaskStore;
  activities: ActivityStore;
  calendar: CalendarStore;
  meetings: MeetingStore;
  runs: RunStore;
  dueRuns: DueRuns;
  pauses: PauseStore;
  workspaceRuns: WorkspaceRuns;
  runRecords: RunRecords;
  deliveries: DeliveryStore;
  events: EventStore;
  triggers: TriggerStore;
  /** Resolves when the database answers and has room to write; rejects otherwise. */
  ping(): Promise<void>;
}
