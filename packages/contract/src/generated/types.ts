// Generated from the contract's schemas and route table. Edit those.
import type { GraphDefinition, JsonObject } from "@trilho/engine/contract";

export interface Automation {
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
  actions: AutomationAction[];
  createdAt: string;
  updatedAt: string;
  pauses?: RunPause[];
  secret?: string | null;
}

export interface AutomationAction {
  id: string;
  type:
    | "webhook"
    | "send_whatsapp"
    | "move_stage"
    | "add_tag"
    | "remove_tag"
    | "set_custom_field"
    | "wait"
    | "create_task"
    | "assign_responsible"
    | "add_co_owner"
    | "send_meta_conversion"
    | "create_lead"
    | "send_email"
    | "reply_instagram_comment"
    | "send_instagram_private_reply"
    | "hide_instagram_comment"
    | "cia_deal_analysis"
    | "create_calendar_event"
    | "close_conversation"
    | "stop_automations";
  order: number;
  config: JsonObject;
}

export interface AutomationChange {
  id: string;
  type:
    | "created"
    | "published"
    | "review-requested"
    | "review-withdrawn"
    | "review-sent-back"
    | "review-approved"
    | "switched-on"
    | "switched-off"
    | "paused"
    | "resumed"
    | "owner-changed"
    | "labels-changed"
    | "deleted"
    | "runs-retried"
    | "runs-cancelled"
    | "runs-moved"
    | "runs-ended"
    | "runs-moved-back";
  version: number | null;
  runs: number | null;
  versionKept: boolean;
  note: string | null;
  by: Actor | null;
  createdAt: string;
}

export interface AutomationVersion {
  version: number;
  name: string;
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
}

export interface AutomationDraft {
  content: JsonObject;
  baseVersion: number;
  revision: string;
  editedBy: Actor;
  editedAt: string;
}

export interface SaveAutomationDraftRequest {
  content: JsonObject;
  baseVersion: number;
  revision?: string | null;
}

export interface AutomationReview {
  required: boolean;
  approved: boolean;
  request: ReviewRequest | null;
}

export interface ReviewRequest {
  state: "waiting" | "changed" | "sent-back";
  revision: string;
  note: string | null;
  askedBy: Actor;
  mine: boolean;
  askedAt: string;
  sentBack: { comment: string; by: Actor; at: string } | null;
}

export interface AskReviewRequest {
  name: string;
  triggerType: string;
  scope?: "global" | "pipeline" | "stage";
  pipelineId?: string | null;
  stageId?: string | null;
  outboundChannelId?: string | null;
  respectBusinessHours?: boolean;
  triggerWindow?: JsonObject | null;
  conditions?: JsonObject | null;
  triggerConfig?: JsonObject | null;
  graphDefinition: GraphDefinition;
  baseVersion?: number;
  revision?: string | null;
  note?: string;
}

export interface ApproveReviewRequest {
  revision: string;
  comment?: string;
}

export interface SendBackReviewRequest {
  revision: string;
  comment: string;
}

export interface AutomationsOverview {
  memberId: string;
  items: ListedAutomation[];
}

export interface ListedAutomation {
  id: string;
  name: string;
  version: number;
  enabled: boolean;
  triggerType: string;
  scope: "global" | "pipeline" | "stage";
  pipelineId: string | null;
  stageId: string | null;
  steps: number;
  labels: string[];
  owner: { id: string; name: string | null } | null;
  draft: { editedBy: string | null; editedAt: string } | null;
  review: {
    state: "waiting" | "changed" | "sent-back";
    askedBy: { id: string; name: string | null };
    askedAt: string;
  } | null;
  createdAt: string;
  updatedAt: string;
  pauses?: RunPause[];
}

export interface AutomationInteraction {
  code: string;
  message: string;
  params: JsonObject;
  places: { automationId: string; automationName: string; nodeId: string | null; path: string }[];
  witness: JsonObject | null;
  proved: boolean;
}

export interface AutomationInteractions {
  items: AutomationInteraction[];
  notRead: string[];
  complete: boolean;
}

export interface AutomationUse {
  automationId: string;
  automationName: string;
  nodeId: string | null;
  path: string;
  enabled: boolean;
  mode: "reads" | "writes";
}

export interface AutomationUses {
  items: AutomationUse[];
  complete: boolean;
}

export interface AutomationsActivity {
  timeZone: string;
  days: { date: string; from: string }[];
  items: AutomationActivity[];
}

export interface AutomationActivity {
  automationId: string;
  lastStartedAt: string | null;
  completed: number[];
  failed: number[];
  underWay: number[];
  stopped: number[];
  silence?: { since: string; perDay: number };
}

export interface AutomationsChanged {
  results: { id: string; changed: boolean; error: string | null }[];
}

export interface ChangeAutomationsRequest {
  ids: string[];
  enabled?: boolean;
  paused?: boolean;
  ownerId?: string;
  addLabels?: string[];
  removeLabels?: string[];
}

export interface Actor {
  id: string;
  name: string | null;
  apiKey: { id: string; name: string | null } | null;
}

export interface AutomationRun {
  runId: string;
  dealId: string | null;
  deal?: AutomationRunDeal | null;
  status: "queued" | "running" | "waiting" | "completed" | "failed" | "dead_letter" | "skipped" | "cancelled";
  triggerType: string;
  pauses?: RunPause[];
  test?: boolean;
  automationVersion: number;
  attempts: number;
  lastError: string | null;
  lastFailure?: FailureReason[] | null;
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

export interface AutomationRunDetail {
  runId: string;
  dealId: string | null;
  deal: AutomationRunDeal | null;
  status: "queued" | "running" | "waiting" | "completed" | "failed" | "dead_letter" | "skipped" | "cancelled";
  triggerType: string;
  pauses?: RunPause[];
  test?: boolean;
  automationVersion: number;
  attempts: number;
  lastError: string | null;
  lastFailure?: FailureReason[] | null;
  currentNodeId: string | null;
  chainId: string | null;
  triggerDepth: number;
  waitingForReply: boolean;
  createdAt: string;
  startedAt: string | null;
  lastAttemptAt: string | null;
  nextAttemptAt: string | null;
  completedAt: string | null;
  phase: "new" | "performing" | "picking_exit" | "sleeping" | "awaiting_reply" | "retrying" | "deferred" | "ended";
  clockAheadMs?: number;
  leaseUntil: string | null;
  contact?: AutomationRunContact | null;
  event: JsonObject;
  steps: AutomationRunStep[];
  effects: AutomationRunEffect[];
  changes: AutomationRunChange[];
  deliveries: AutomationRunDelivery[];
  respectBusinessHours: boolean;
  graphDefinition: GraphDefinition;
}

export interface AutomationRunDeal {
  id: string;
  seq: number;
  name: string;
}

export interface FailureReason {
  code: string;
  params: Record<string, string | number>;
}

export interface RunPause {
  scope: "automation" | "workspace" | "server";
  since: string;
}

export interface WorkspacePauses {
  pauses: RunPause[];
}

export interface RunMigration {
  id: string;
  fromVersions: number[];
  toVersion: number;
  status: "running" | "done" | "undoing" | "undone";
  reason: string | null;
  by: Actor;
  runs: number;
  moved: number;
  ended: number;
  left: number;
  undone: number;
  createdAt: string;
  finishedAt: string | null;
}

export interface RunMigrationPreview {
  toVersion: number;
  groups: WaitingRunGroup[];
  versions: { version: number; graphDefinition: GraphDefinition }[];
  latest: RunMigration | null;
  earlier: RunMigration[];
}

export interface RunFutureChange {
  nodeId: string;
  changes: { path: string; before?: unknown; after?: unknown }[];
}

export interface WaitingRunGroup {
  version: number;
  nodeId: string;
  phase: "new" | "performing" | "picking_exit" | "sleeping" | "awaiting_reply" | "retrying" | "deferred" | "ended";
  future: "same" | "different" | "no_place";
  runs: number;
  nextAttemptAt: string | null;
  at: string | null;
  changes: RunFutureChange[];
  reason: FailureReason | null;
}

export interface MigrateRunsRequest {
  toVersion: number;
  choices: {
    version: number;
    nodeId: string;
    phase: "new" | "performing" | "picking_exit" | "sleeping" | "awaiting_reply" | "retrying" | "deferred" | "ended";
    future: "same" | "different" | "no_place";
    choice: "move" | "stay" | "end";
    limit?: number;
  }[];
  reason?: string;
}

export interface PreviewRunMigrationRequest {
  draft?: { graphDefinition: GraphDefinition; respectBusinessHours?: boolean; outboundChannelId?: string | null };
}

export interface WorkspaceRun {
  runId: string;
  dealId: string | null;
  deal?: AutomationRunDeal | null;
  status: "queued" | "running" | "waiting" | "completed" | "failed" | "dead_letter" | "skipped" | "cancelled";
  triggerType: string;
  pauses?: RunPause[];
  test?: boolean;
  automationVersion: number;
  attempts: number;
  lastError: string | null;
  lastFailure?: FailureReason[] | null;
  currentNodeId: string | null;
  chainId: string | null;
  triggerDepth: number;
  waitingForReply: boolean;
  createdAt: string;
  startedAt: string | null;
  lastAttemptAt: string | null;
  nextAttemptAt: string | null;
  completedAt: string | null;
  automation: { id: string; name: string };
}

export interface ChangeRunsRequest {
  automationId?: string;
  dealSeq?: number;
  version?: number;
  nodeId?: string;
  status?: ("queued" | "running" | "waiting" | "completed" | "failed" | "dead_letter" | "skipped" | "cancelled")[];
  timing?: "due" | "late";
  error?: string;
  reason?:
    | "cancelled-by-hand"
    | "retried-by-hand"
    | "time-passed-by-hand"
    | "stopped"
    | "automation-deleted"
    | "automation-off"
    | "moved-to-version"
    | "moved-back"
    | "ended-by-migration"
    | "turns-failed"
    | "turns-lost"
    | "chain-too-deep"
    | "event-too-large"
    | "event-unreadable"
    | "start-unreadable"
    | "entered-before"
    | "entered-lately"
    | "run-live"
    | "later-event"
    | "deal-not-made";
  from?: string;
  to?: string;
  test?: boolean;
  dryRun?: boolean;
}

export interface RunsChanged {
  matched: number;
  automations: number;
  changed?: number;
}

export interface AutomationRunStep {
  seq: number;
  at: string;
  nodeId: string;
  handle: string | null;
  edgeId: string | null;
  why: { code: string; params: JsonObject };
}

export interface AutomationRunEffect {
  nodeId: string;
  actionType:
    | "webhook"
    | "send_whatsapp"
    | "move_stage"
    | "add_tag"
    | "remove_tag"
    | "set_custom_field"
    | "wait"
    | "create_task"
    | "assign_responsible"
    | "add_co_owner"
    | "send_meta_conversion"
    | "create_lead"
    | "send_email"
    | "reply_instagram_comment"
    | "send_instagram_private_reply"
    | "hide_instagram_comment"
    | "cia_deal_analysis"
    | "create_calendar_event"
    | "close_conversation"
    | "stop_automations";
  config: JsonObject;
  attempts: number;
  ok: boolean;
  result: JsonObject | null;
  error: string | null;
  failure?: FailureReason[] | null;
  at: string;
}

export interface AutomationRunChange {
  at: string;
  from: "queued" | "running" | "waiting" | "completed" | "failed" | "dead_letter" | "skipped" | "cancelled" | null;
  to: "queued" | "running" | "waiting" | "completed" | "failed" | "dead_letter" | "skipped" | "cancelled";
  why: {
    code:
      | "cancelled-by-hand"
      | "retried-by-hand"
      | "time-passed-by-hand"
      | "stopped"
      | "automation-deleted"
      | "automation-off"
      | "moved-to-version"
      | "moved-back"
      | "ended-by-migration"
      | "turns-failed"
      | "turns-lost"
      | "chain-too-deep"
      | "event-too-large"
      | "event-unreadable"
      | "start-unreadable"
      | "entered-before"
      | "entered-lately"
      | "run-live"
      | "later-event"
      | "deal-not-made";
    params: JsonObject;
  };
  by: AutomationRunChanger | null;
}

export interface AutomationRunChanger {
  type: "user" | "run";
  id: string;
  name: string | null;
  apiKey: { id: string; name: string | null } | null;
  automationId: string | null;
}

export interface AutomationRunContact {
  id: string;
  displayName: string;
}

export interface AutomationRunDelivery {
  id: string;
  nodeId: string;
  attempt: number | null;
  method: string;
  url: string;
  body: string;
  bodyTruncated: boolean;
  ok: boolean;
  status: number | null;
  response: string | null;
  error: string | null;
  failure?: FailureReason[] | null;
  durationMs: number;
  at: string;
}

export interface AutomationStats {
  from: string;
  to: string;
  runs: number;
  byStatus: {
    status: "queued" | "running" | "waiting" | "completed" | "failed" | "dead_letter" | "skipped" | "cancelled";
    runs: number;
  }[];
  ways: AutomationWayCount[];
  waiting: AutomationWaitingRuns[];
}

export interface AutomationWayCount {
  nodeId: string;
  handle: string | null;
  edgeId: string | null;
  runs: number;
}

export interface AutomationWaiting {
  waiting: AutomationWaitingRuns[];
  versions: { version: number; graphDefinition: GraphDefinition }[];
}

export interface AutomationWaitingRuns {
  nodeId: string | null;
  automationVersion: number;
  runs: number;
  awaitingReply: number;
  nextAttemptAt: string | null;
}

export interface AutomationTestResult {
  nodeId: string;
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
}

export interface CreateAutomationRequest {
  name: string;
  enabled?: boolean;
  triggerType: string;
  scope?: "global" | "pipeline" | "stage";
  pipelineId?: string | null;
  stageId?: string | null;
  outboundChannelId?: string | null;
  respectBusinessHours?: boolean;
  triggerWindow?: JsonObject | null;
  conditions?: JsonObject | null;
  triggerConfig?: JsonObject | null;
  graphDefinition: GraphDefinition;
  note?: string;
}

export interface ReplaceAutomationRequest {
  name: string;
  enabled?: boolean;
  triggerType: string;
  scope?: "global" | "pipeline" | "stage";
  pipelineId?: string | null;
  stageId?: string | null;
  outboundChannelId?: string | null;
  respectBusinessHours?: boolean;
  triggerWindow?: JsonObject | null;
  conditions?: JsonObject | null;
  triggerConfig?: JsonObject | null;
  graphDefinition: GraphDefinition;
  baseVersion?: number;
  note?: string;
}

export interface SetAutomationEnabledRequest {
  enabled: boolean;
}

export interface TryAutomationRequest {
  dealSeq: number;
  skipWaits?: boolean;
}

export interface CreateCustomFieldRequest {
  name: string;
  fieldType:
    | "text"
    | "long_text"
    | "number"
    | "currency"
    | "percent"
    | "boolean"
    | "date"
    | "datetime"
    | "select"
    | "multi_select"
    | "members"
    | "member_field"
    | "event"
    | "email"
    | "phone"
    | "url"
    | "file";
  entityType?: "deal" | "contact" | "company";
  slug?: string | null;
  description?: string | null;
  placeholder?: string | null;
  options?: { value?: string | null; label: string; color?: string | null }[] | null;
  config?: {
    event?: {
      title: string;
      description?: string | null;
      durationMinutes: number;
      conferenceMode?: "none" | "google_meet" | "custom_field" | null;
      conferenceFieldSlug?: string | null;
      recordWithBot?: boolean | null;
      attendees?:
        | {
            type: "lead_contact" | "deal_co_owner" | "member" | "contact" | "member_field";
            userId?: string | null;
            contactId?: string | null;
            fieldSlug?: string | null;
            label?: string | null;
          }[]
        | null;
    } | null;
  } | null;
  isRequired?: boolean;
  apiOnly?: boolean;
  displayOrder?: number;
  section?: string | null;
  pipelineConfig?: JsonObject | null;
  visibilityRule?: { parentFieldId: string; values: unknown[] } | null;
}

export interface CustomField {
  id: string;
  entityType: string;
  name: string;
  slug: string;
  description: string | null;
  placeholder: string | null;
  fieldType: string;
  options: CustomFieldOption[] | null;
  config: JsonObject | null;
  isRequired: boolean;
  apiOnly: boolean;
  displayOrder: number;
  section: string | null;
  pipelineConfig: JsonObject | null;
  createdAt: string;
  updatedAt: string;
  visibilityRule: { parentFieldId: string; values: unknown[] } | null;
}

export interface CustomFieldOption {
  value: string;
  label: string;
  color?: string | null;
  image?: string | null;
  inactive?: boolean;
}

export interface UpdateCustomFieldRequest {
  name?: string;
  fieldType?: string;
  entityType?: string;
  slug?: string;
  description?: string | null;
  placeholder?: string | null;
  options?: { value?: string | null; label: string; color?: string | null }[] | null;
  config?: {
    event?: {
      title: string;
      description?: string | null;
      durationMinutes: number;
      conferenceMode?: "none" | "google_meet" | "custom_field" | null;
      conferenceFieldSlug?: string | null;
      recordWithBot?: boolean | null;
      attendees?:
        | {
            type: "lead_contact" | "deal_co_owner" | "member" | "contact" | "member_field";
            userId?: string | null;
            contactId?: string | null;
            fieldSlug?: string | null;
            label?: string | null;
          }[]
        | null;
    } | null;
  } | null;
  isRequired?: boolean;
  apiOnly?: boolean;
  displayOrder?: number;
  section?: string | null;
  pipelineConfig?: JsonObject | null;
  visibilityRule?: { parentFieldId: string; values: unknown[] } | null;
}

export interface Pipeline {
  id: string;
  seq: number;
  position: number;
  name: string;
  description: string | null;
  isDefault: boolean;
  isArchived: boolean;
  exitStageId: string | null;
  pipelineType: "standard" | "recurring_clients";
  behaviors: JsonObject[];
  attendanceQueueStageId: string | null;
  stages: Stage[];
  createdAt: string;
  updatedAt: string;
}

export interface Stage {
  id: string;
  seq: number;
  order: number;
  name: string;
  color: string;
  description: string | null;
  isWon: boolean;
  isLost: boolean;
  isRequired: boolean;
  requiredMilestoneFieldId: string | null;
  dealCount: number;
}

export interface CreatePipelineRequest {
  name: string;
  description?: string | null;
  stages?: NewStage[] | null;
  behaviors?: { type: string }[] | null;
  pipelineType?: string | null;
  attendanceQueueStageId?: string | null;
}

export interface UpdatePipelineRequest {
  name?: string;
  description?: string | null;
  isDefault?: boolean;
  isArchived?: boolean;
  position?: number;
  exitStageId?: string | null;
  behaviors?: { type: string }[] | null;
  pipelineType?: string | null;
  attendanceQueueStageId?: string | null;
}

export interface NewStage {
  name: string;
  color?: string;
  description?: string | null;
}

export interface CreateStageRequest {
  name: string;
  description?: string | null;
  color?: string;
  order?: number;
  isRequired?: boolean;
  requiredMilestoneFieldId?: string | null;
}

export interface UpdateStageRequest {
  name?: string;
  description?: string | null;
  color?: string;
  order?: number;
  isRequired?: boolean;
  requiredMilestoneFieldId?: string | null;
}

export interface PipelineFieldSettings {
  field: string;
  kind: "standard" | "custom";
  name: string;
  slug: string | null;
  isVisible: boolean | null;
  isRequired: boolean | null;
  requiredStageIds: string[];
  visibilityOverrideStageIds: string[] | null;
  isSuggested: boolean | null;
  suggestedStageIds: string[];
}

export interface UpdatePipelineFieldRequest {
  isVisible?: boolean | null;
  isRequired?: boolean | null;
  requiredStageIds?: string[];
  visibilityOverrideStageIds?: string[] | null;
  isSuggested?: boolean | null;
  suggestedStageIds?: string[];
}

export interface PipelineAccessMember {
  userId: string;
  name: string;
  email: string;
  image: string | null;
}

export interface SetPipelineAccessRequest {
  userIds: string[];
}

export interface SetLossReasonsRequest {
  lossReasons: string[];
}

export interface ContactDetail {
  id: string;
  seq: number;
  phone: string;
  displayName: string;
  name: string | null;
  customName: string | null;
  firstName: string | null;
  lastName: string | null;
  avatarUrl: string | null;
  email: string | null;
  instagramUsername: string | null;
  notes: string | null;
  optedOutKeyword: string | null;
  optedOutSource: string | null;
  blocked: boolean;
  isInternal: boolean;
  optedOutAt: string | null;
  lastMarketingAt: string | null;
  lastMessageAt: string | null;
  lastActivityAt: string;
  createdAt: string;
  updatedAt: string;
}

export interface ContactListItem {
  id: string;
  seq: number;
  phone: string;
  displayName: string;
  name: string | null;
  customName: string | null;
  firstName: string | null;
  lastName: string | null;
  avatarUrl: string | null;
  email: string | null;
  instagramUsername: string | null;
  notes: string | null;
  optedOutKeyword: string | null;
  optedOutSource: string | null;
  blocked: boolean;
  isInternal: boolean;
  optedOutAt: string | null;
  lastMarketingAt: string | null;
  lastMessageAt: string | null;
  lastActivityAt: string;
  createdAt: string;
  updatedAt: string;
  company: { id: string; name: string } | null;
  customFields: JsonObject;
}

export interface ContactCustomFields {
  customFields: JsonObject;
}

export interface CreateContactRequest {
  name?: string | null;
  firstName?: string | null;
  lastName?: string | null;
  phone?: string | null;
  email?: string | null;
  instagramUsername?: string | null;
  notes?: string | null;
  companyId?: string | null;
  blocked?: boolean;
  isInternal?: boolean;
  customFields?: JsonObject | null;
}

export interface UpdateContactRequest {
  name?: string | null;
  firstName?: string | null;
  lastName?: string | null;
  phone?: string | null;
  email?: string | null;
  instagramUsername?: string | null;
  notes?: string | null;
  companyId?: string | null;
  blocked?: boolean;
  isInternal?: boolean;
  customFields?: JsonObject | null;
  optedOut?: boolean;
}

export interface Company {
  id: string;
  name: string;
  domain: string | null;
  cnpj: string | null;
  industry: string | null;
  website: string | null;
  logoUrl: string | null;
  notes: string | null;
  customFields: JsonObject;
  createdAt: string;
  updatedAt: string;
}

export interface CreateCompanyRequest {
  name: string;
  domain?: string | null;
  cnpj?: string | null;
  industry?: string | null;
  website?: string | null;
  logoUrl?: string | null;
  notes?: string | null;
  customFields?: JsonObject | null;
}

export interface UpdateCompanyRequest {
  name?: string;
  domain?: string | null;
  cnpj?: string | null;
  industry?: string | null;
  website?: string | null;
  logoUrl?: string | null;
  notes?: string | null;
  customFields?: JsonObject | null;
}

export interface Tag {
  id: string;
  name: string;
  color: string;
  createdAt: string;
  updatedAt: string;
}

export interface WriteTagRequest {
  name: string;
  color: string;
}

export interface AddDealTagRequest {
  tagId: string;
}

export interface MessageTemplate {
  channelId: string;
  channelName: string;
  name: string;
  language: string;
  category: string;
  status: string;
  components: JsonObject[];
  syncedAt: string | null;
}

export interface SyncedChannel {
  channelId: string;
  channelName: string;
  outcome: "synced" | "kept";
  count: number;
  error: string | null;
  failure?: FailureReason[] | null;
}

export interface MessageTemplateSync {
  channels: SyncedChannel[];
}

export interface SyncMessageTemplatesRequest {
  channelId?: string | null;
}

export interface AttachmentReceipt {
  key: string;
  name: string;
  size: number;
  mimeType: string;
}

export interface DealAttachment {
  id: string;
  name: string;
  contentType: string;
  size: number;
  noteId: string | null;
  uploadedByMemberId: string | null;
  createdAt: string;
}

export interface Note {
  id: string;
  dealId: string;
  content: string;
  authorMemberId: string | null;
  authorName: string | null;
  attachments: NoteAttachment[];
  createdAt: string;
  updatedAt: string;
}

export interface NoteAttachment {
  id: string;
  name: string;
  contentType: string;
  size: number;
}

export interface CreateNoteRequest {
  content?: string | null;
  attachments?: AttachmentReceipt[] | null;
}

export interface UpdateNoteRequest {
  content: string | null;
}

export interface Task {
  id: string;
  dealId: string;
  dealSeq: number;
  dealName: string;
  title: string;
  description: string | null;
  dueAt: string | null;
  status: "pending" | "done";
  isOverdue: boolean;
  assigneeUserId: string;
  assigneeName: string | null;
  categoryName: string | null;
  categoryColor: string | null;
  doneAt: string | null;
  doneByUserId: string | null;
  createdByUserId: string | null;
  createdAt: string;
  updatedAt: string;
  test?: boolean;
}

export interface CreateTaskRequest {
  title: string;
  description?: string | null;
  dueAt?: string | null;
  assigneeUserId?: string | null;
  categoryName?: string | null;
  categoryColor?: string | null;
}

export interface UpdateTaskRequest {
  title?: string;
  description?: string | null;
  dueAt?: string | null;
  assigneeUserId?: string | null;
  categoryName?: string | null;
  categoryColor?: string | null;
  done?: boolean;
}

export interface DealActivity {
  id: string;
  dealId: string;
  type: string;
  field: string | null;
  changes: JsonObject | null;
  metadata: JsonObject | null;
  occurredAt: string;
  test?: boolean;
  step?: { runId: string; nodeId: string };
  actor: {
    actorType: string;
    userId: string | null;
    userName: string | null;
    userAvatarUrl: string | null;
    automationId: string | null;
    automationName: string | null;
    copilotActionId: string | null;
    apiKeyId: string | null;
  };
}

export interface DealTimelineEntry {
  id: string;
  at: string;
  kind: "activity" | "run" | "effect" | "change" | "answer";
  activity: DealActivity | null;
  effect: AutomationRunEffect | null;
  change: AutomationRunChange | null;
  answer: AutomationRunStep | null;
  run: WorkspaceRun | null;
  node: {
    id: string;
    type: "trigger" | "action" | "condition" | "wait" | "round_robin" | "end";
    actionType?:
      | "webhook"
      | "send_whatsapp"
      | "move_stage"
      | "add_tag"
      | "remove_tag"
      | "set_custom_field"
      | "wait"
      | "create_task"
      | "assign_responsible"
      | "add_co_owner"
      | "send_meta_conversion"
      | "create_lead"
      | "send_email"
      | "reply_instagram_comment"
      | "send_instagram_private_reply"
      | "hide_instagram_comment"
      | "cia_deal_analysis"
      | "create_calendar_event"
      | "close_conversation"
      | "stop_automations"
      | null;
    config?: JsonObject;
    condition?: JsonObject | null;
  } | null;
}

export interface NotStarted {
  event: { id: string; type: string; at: string };
  automation: { id: string; name: string; enabled: boolean };
  changedSince: boolean;
  reasons: { code: string; params: JsonObject; asOfNow: boolean }[];
}

export interface CalendarEvent {
  id: string;
  type: "meeting" | "task" | "cadence_step" | "external";
  title: string;
  description: string | null;
  startsAt: string;
  endsAt: string;
  allDay: boolean;
  userId: string;
  dealSeq: number | null;
  contactId: string | null;
  attendees: CalendarAttendee[];
  conferenceUrl: string | null;
  location: string | null;
  status: string;
  editable: boolean;
  test?: boolean;
}

export interface CalendarAttendee {
  userId: string | null;
  contactId: string | null;
  email: string | null;
  name: string | null;
}

export interface CreateMeetingRequest {
  title: string;
  startsAt: string;
  endsAt: string;
  description?: string | null;
  allDay?: boolean;
  userId?: string;
  dealSeq?: number | null;
  contactId?: string | null;
  attendees?: { userId?: string | null; contactId?: string | null; email?: string | null; name?: string | null }[];
  conferenceUrl?: string | null;
  location?: string | null;
  status?: "scheduled" | "completed" | "no_show" | "canceled";
}

export interface UpdateMeetingRequest {
  title?: string;
  startsAt?: string;
  endsAt?: string;
  description?: string | null;
  allDay?: boolean;
  userId?: string;
  dealSeq?: number | null;
  contactId?: string | null;
  attendees?: { userId?: string | null; contactId?: string | null; email?: string | null; name?: string | null }[];
  conferenceUrl?: string | null;
  location?: string | null;
  status?: "scheduled" | "completed" | "no_show" | "canceled";
}

export interface User {
  id: string;
  name: string;
  email: string;
  image: string | null;
  role: string;
  active: boolean;
}

export interface Workspace {
  name: string;
  timeZone: string;
  locale: string;
  businessHours: WorkspaceHours | null;
  automationReview: boolean;
  channelKinds: string[];
  callsPrivateAddresses: boolean;
}

export interface WorkspaceHours {
  timeZone: string;
  days: { weekday: number; from: string; to: string }[];
}

export interface UpdateWorkspaceRequest {
  automationReview: boolean;
}

export interface CreateDealRequest {
  name?: string | null;
  phone?: string | null;
  contactName?: string | null;
  contactFirstName?: string | null;
  contactLastName?: string | null;
  email?: string | null;
  notes?: string | null;
  value?: number | null;
  closeProbability?: number | null;
  expectedCloseAt?: string | null;
  currency?: string | null;
  stageId?: string | null;
  companyId?: string | null;
  channelId?: string | null;
  responsibleUserId?: string | null;
  useAssignmentStrategy?: boolean | null;
  customFields?: JsonObject | null;
  company?: InlineCompany | null;
  metadata?: JsonObject | null;
  tagIds?: string[] | null;
  tracking?: {
    utmContent?: string | null;
    utmMedium?: string | null;
    utmCampaign?: string | null;
    utmSource?: string | null;
    utmTerm?: string | null;
    utmReferrer?: string | null;
    referrer?: string | null;
    gclientid?: string | null;
    gclid?: string | null;
    fbclid?: string | null;
    metaLeadId?: string | null;
    fbp?: string | null;
    fbc?: string | null;
    clientIpAddress?: string | null;
    clientUserAgent?: string | null;
    ctwaClid?: string | null;
  } | null;
}

export interface UpdateDealRequest {
  name?: string | null;
  phone?: string | null;
  contactName?: string | null;
  contactFirstName?: string | null;
  contactLastName?: string | null;
  email?: string | null;
  notes?: string | null;
  value?: number | null;
  closeProbability?: number | null;
  expectedCloseAt?: string | null;
  currency?: string | null;
  stageId?: string | null;
  companyId?: string | null;
  channelId?: string | null;
  responsibleUserId?: string | null;
  useAssignmentStrategy?: boolean | null;
  customFields?: JsonObject | null;
  company?: InlineCompany | null;
  metadata?: JsonObject | null;
  coOwnerUserId?: string | null;
  lostReason?: string | null;
}

export interface CreateDealsRequest {
  deals: DealBatchItem[];
  onExisting?: "refuse" | "skip" | "update";
}

export interface DealBatchItem {
  name?: string | null;
  phone?: string | null;
  contactName?: string | null;
  contactFirstName?: string | null;
  contactLastName?: string | null;
  email?: string | null;
  notes?: string | null;
  value?: number | null;
  closeProbability?: number | null;
  expectedCloseAt?: string | null;
  currency?: string | null;
  stageId?: string | null;
  companyId?: string | null;
  channelId?: string | null;
  responsibleUserId?: string | null;
  useAssignmentStrategy?: boolean | null;
  customFields?: JsonObject | null;
  company?: InlineCompany | null;
  metadata?: JsonObject | null;
  tagIds?: string[] | null;
  tracking?: {
    utmContent?: string | null;
    utmMedium?: string | null;
    utmCampaign?: string | null;
    utmSource?: string | null;
    utmTerm?: string | null;
    utmReferrer?: string | null;
    referrer?: string | null;
    gclientid?: string | null;
    gclid?: string | null;
    fbclid?: string | null;
    metaLeadId?: string | null;
    fbp?: string | null;
    fbc?: string | null;
    clientIpAddress?: string | null;
    clientUserAgent?: string | null;
    ctwaClid?: string | null;
  } | null;
  externalId?: string | null;
}

export interface DealBatchResult {
  outcome: "created" | "updated" | "skipped" | "refused";
  externalId: string | null;
  deal: DealResponse | null;
  error: {
    error: string;
    code:
      | "BAD_REQUEST"
      | "VALIDATION_ERROR"
      | "UNAUTHORIZED"
      | "FORBIDDEN"
      | "FEATURE_DISABLED"
      | "NOT_FOUND"
      | "CONFLICT"
      | "QUOTA_EXCEEDED"
      | "UNPROCESSABLE_ENTITY"
      | "INTERNAL_ERROR"
      | "SERVICE_UNAVAILABLE";
    details: string | null;
    fieldErrors: FieldError[];
  } | null;
}

export interface InlineCompany {
  name: string;
  domain?: string | null;
  cnpj?: string | null;
  industry?: string | null;
  website?: string | null;
  logoUrl?: string | null;
  notes?: string | null;
}

export interface DealResponse {
  id: string;
  seq: number;
  name: string;
  contactId: string | null;
  responsibleUserId: string;
  companyId: string | null;
  pipelineId: string;
  stageId: string;
  value: number;
  currency: string;
  closeProbability: number;
  source: string;
  status: "open" | "won" | "lost";
  coOwnerUserId: string | null;
  expectedCloseAt: string | null;
  stageChangedAt: string;
  closedAt: string | null;
  lostReason: string | null;
  customFields: JsonObject;
  createdAt: string;
  tracking: DealTracking | null;
  test?: boolean;
}

export interface DealListItem {
  id: string;
  seq: number;
  name: string;
  value: number;
  currency: string;
  closeProbability: number;
  source: string;
  status: "open" | "won" | "lost";
  isReturning: boolean;
  pipelineId: string;
  stageId: string;
  responsibleUserId: string;
  coOwnerUserId: string | null;
  lostReason: string | null;
  notes: string | null;
  daysInStage: number;
  tags: DealTag[];
  responsible: DealMember;
  coOwner: DealMember | null;
  activeChannels: DealChannel[];
  lastMessageAt: string | null;
  lastMessageText: string;
  replyPending: boolean;
  properties: JsonObject;
  channel: DealChannel | null;
  channelOverride: DealChannel | null;
  contact: DealContact | null;
  stage: DealStage | null;
  company: DealCompany | null;
  expectedCloseAt: string | null;
  closedAt: string | null;
  returnSignaledAt: string | null;
  stageChangedAt: string;
  createdAt: string;
  updatedAt: string;
  tracking: DealTracking | null;
  cadence: DealCadence | null;
  taskSummary: DealTaskSummary | null;
  lastActivity: DealLastActivity | null;
  test?: boolean;
}

export interface DealTag {
  id: string;
  name: string;
  color: string;
}

export interface DealMember {
  userId: string;
  name: string | null;
}

export interface DealChannel {
  id: string;
  kind: string;
  name: string;
}

export interface DealContact {
  id: string;
  seq: number;
  displayName: string;
  firstName: string | null;
  lastName: string | null;
  phone: string;
  email: string | null;
  instagramUsername: string | null;
  avatarUrl: string | null;
  blocked: boolean;
  optedOutAt: string | null;
}

export interface DealStage {
  id: string;
  seq: number;
  order: number;
  name: string;
  color: string;
  isWon: boolean;
  isLost: boolean;
}

export interface DealCompany {
  id: string;
  name: string;
  domain: string | null;
  cnpj: string | null;
  industry: string | null;
  website: string | null;
  logoUrl: string | null;
}

export interface DealCadence {
  id: string;
  name: string;
  pipelineId: string;
}

export interface DealTaskSummary {
  pendingCount: number;
  overdueCount: number;
  nextTask: {
    id: string;
    title: string;
    dueAt: string | null;
    assigneeUserId?: string;
    categoryName: string | null;
    categoryColor: string | null;
  } | null;
}

export interface DealLastActivity {
  id: string;
  type: string;
  occurredAt: string;
  title: string;
  body: string | null;
  meta: JsonObject;
  actor: {
    actorType: string;
    userId: string | null;
    userName: string | null;
    userAvatarUrl: string | null;
    automationId: string | null;
    automationName: string | null;
    copilotActionId: string | null;
    apiKeyId: string | null;
  } | null;
}

export interface DealTracking {
  utmContent: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
  utmSource: string | null;
  utmTerm: string | null;
  utmReferrer: string | null;
  referrer: string | null;
  gclientid: string | null;
  gclid: string | null;
  fbclid: string | null;
  metaLeadId: string | null;
  fbp: string | null;
  fbc: string | null;
  clientIpAddress: string | null;
  clientUserAgent: string | null;
  ctwaClid: string | null;
}

export interface DealCustomFieldValue {
  dealId: string;
  fieldId: string;
  fieldSlug: string;
  value: string | number | boolean | JsonObject | null;
  label: string | null;
  updatedAt: string;
}

export interface Cadence {
  id: string;
  name: string;
  description: string | null;
  pipelineId: string;
  stageId: string | null;
  trackType: "entry" | "stage_playbook" | "none";
  active: boolean;
  version: number;
  steps: CadenceStep[];
  runningDealCount: number;
  createdAt: string;
  updatedAt: string;
}

export interface CadenceStep {
  dayNumber: number;
  stepOrder: number;
  channel: "whatsapp" | "voice_call" | "email" | "research";
  quantity: number;
  description: string | null;
  timeOfDay: string | null;
  whatsappTemplateName: string | null;
  whatsappTemplateLanguage: string | null;
  whatsappTemplateParameters: string[] | null;
  message: string | null;
  subject: string | null;
  htmlBody: string | null;
  textBody: string | null;
}

export interface CadenceStepInput {
  dayNumber: number;
  stepOrder?: number | null;
  channel: "whatsapp" | "voice_call" | "email" | "research";
  quantity?: number | null;
  description?: string | null;
  timeOfDay?: string | null;
  whatsappTemplateName?: string | null;
  whatsappTemplateLanguage?: string | null;
  whatsappTemplateParameters?: string[] | null;
  message?: string | null;
  subject?: string | null;
  htmlBody?: string | null;
  textBody?: string | null;
}

export interface CadenceEnrollment {
  instanceId: string;
  dealId: string;
  dealSeq: number;
  dealName: string;
  contactId: string | null;
  responsibleUserId: string;
  cadenceVersion: number | null;
  status: "active" | "paused" | "completed" | "stopped_dnc" | "stopped_stage_end";
  startedAt: string;
  pausedAt: string | null;
  completedAt: string | null;
  stoppedAt: string | null;
  taskCount: number;
  doneTaskCount: number;
  nextDueAt: string | null;
}

export interface CreateCadenceRequest {
  name: string;
  description?: string | null;
  pipelineId: string;
  stageId?: string | null;
  active?: boolean;
  isActive?: boolean;
  steps: CadenceStepInput[];
}

export interface ReplaceCadenceRequest {
  name: string;
  description?: string | null;
  pipelineId: string;
  stageId?: string | null;
  active?: boolean;
  isActive?: boolean;
  steps: CadenceStepInput[];
  baseVersion?: number | null;
}

export interface DealCadenceInstance {
  id: string;
  dealId: string;
  workspaceId: string;
  dealSeq: number;
  cadenceId: string | null;
  trackType: "entry" | "stage_playbook" | "none";
  stageId: string | null;
  cadenceVersion: number | null;
  status: "active" | "paused" | "completed" | "stopped_dnc" | "stopped_stage_end";
  startedAt: string;
  pausedAt: string | null;
  resumedAt: string | null;
  completedAt: string | null;
  stoppedAt: string | null;
  pauseReason: string | null;
  stopReason: string | null;
  stageCadenceCompleted: boolean;
  tasks: CadenceTask[];
}

export interface CadenceTask {
  id: string;
  channel: "whatsapp" | "voice_call" | "email" | "research";
  dayNumber: number;
  stepOrder: number;
  quantity: number;
  attemptCount: number;
  status: "pending" | "due" | "done" | "overdue" | "skipped" | "canceled" | "blocked";
  ownerUserId: string;
  dueAt: string;
  doneAt: string | null;
  overdueAt: string | null;
  description: string | null;
  whatsappTemplateName: string | null;
  skipReason: string | null;
  attempts: CadenceAttempt[];
}

export interface CadenceAttempt {
  id: string;
  attemptNumber: number;
  channel: "whatsapp" | "voice_call" | "email" | "research";
  success: boolean;
  providerMessageId: string | null;
  voiceCallId: string | null;
  emailMessageId: string | null;
  executedByUserId: string | null;
  errorMessage: string | null;
  failure?: FailureReason[] | null;
  executedAt: string;
}

export interface TaskExecution {
  ok: boolean;
  duplicated: boolean;
  taskStatus: "pending" | "due" | "done" | "overdue" | "skipped" | "canceled" | "blocked";
  attemptNumber: number;
  attemptId: string | null;
  providerMessageId: string | null;
  voiceCallId: string | null;
  emailMessageId: string | null;
  idempotencyKey: string | null;
  executedAt: string;
}

export interface EnrollInCadenceRequest {
  cadenceId: string;
  startDay?: number | null;
}

export interface ExecuteCadenceTaskRequest {
  idempotencyKey: string;
  message?: string | null;
  subject?: string | null;
  htmlBody?: string | null;
  textBody?: string | null;
  manualReferenceId?: string | null;
}

export interface CadenceReasonRequest {
  reason?: string | null;
}

export interface ConversationSummary {
  id: string;
  waId: string;
  sendTo: string;
  displayName: string;
  phone: string;
  lastMessageText: string;
  contactId: string | null;
  channelId: string | null;
  channelName: string | null;
  contactInstagramId: string | null;
  avatarUrl: string | null;
  provider: string | null;
  lastMessageChannelId: string | null;
  lastMessageProvider: string | null;
  responsibleUserId: string | null;
  lastMessageAt: string | null;
  lastInboundAt: string | null;
  lastMessageDirection: "inbound" | "outbound" | null;
  unreadCount: number;
  returning: boolean;
  internal: boolean;
  closed: boolean;
  activeDealSeq: number | null;
  createdAt: string;
  updatedAt: string;
}

export interface UpdateConversationRequest {
  closed: boolean;
}

export interface ConversationMessage {
  id: string;
  conversationId: string;
  channelId: string | null;
  externalId: string | null;
  senderPhone: string | null;
  recipientPhone: string | null;
  errorMessage: string | null;
  failure?: FailureReason[] | null;
  quotedText: string | null;
  quotedMessageId: string | null;
  quotedType: string | null;
  sentByUserId: string | null;
  originLabel: string | null;
  direction: "inbound" | "outbound";
  body: string;
  previewText: string;
  type: string;
  status: string;
  read: boolean;
  timestamp: string;
  createdAt: string;
  statusTimestamp: string | null;
  editedAt: string | null;
  deletedAt: string | null;
  quotedDirection: "inbound" | "outbound" | null;
  origin: string | null;
  test?: boolean;
  content: JsonObject | null;
  media: MediaDescriptor | null;
  quotedMedia: MediaDescriptor | null;
}

export interface AnswerMessageRequest {
  type: "text" | "button" | "reaction" | "delivered" | "read" | "failed";
  text?: string;
  buttonId?: string;
  emoji?: string;
}

export interface SendMessageRequest {
  to: string;
  type?: string | null;
  text?: string | null;
  senderPhoneNumberId?: string | null;
  channelId?: string | null;
  mediaAssetId?: string | null;
  mediaLink?: string | null;
  caption?: string | null;
  filename?: string | null;
  mimeType?: string | null;
  templateName?: string | null;
  templateLanguageCode?: string | null;
  templateComponents?: JsonObject[] | null;
  quotedMessageId?: string | null;
  voice?: boolean | null;
  content?: JsonObject | null;
}

export interface SendMessageResponse {
  id: string;
  conversationId: string;
  channelId: string;
  externalId: string | null;
}

export interface MediaDescriptor {
  mediaAssetId: string | null;
  status: "PENDING" | "READY" | "FAILED" | null;
  mediaType: string;
  contentType: string | null;
  caption: string | null;
  filename: string | null;
  providerMediaId: string | null;
  providerMediaUrl: string | null;
  contentUrl: string | null;
  sizeBytes: number | null;
  durationMs: number | null;
  width: number | null;
  height: number | null;
}

export interface MediaAsset {
  id: string;
  status: "PENDING" | "READY" | "FAILED";
  mediaType: string;
  contentType: string | null;
  filename: string | null;
  sizeBytes: number | null;
  contentUrl: string | null;
  createdAt: string;
}

export interface OutboxItem {
  id: string;
  kind: "whatsapp" | "instagram" | "instagram_reply" | "instagram_hide" | "email" | "webhook" | "meta_conversion";
  channelId: string | null;
  contactId: string | null;
  contactName: string | null;
  to: string;
  content: JsonObject;
  messageId?: string;
  source: OutboxSource | null;
  createdAt: string;
}

export interface OutboxSource {
  automationId: string;
  automationName: string | null;
  runId: string;
  nodeId: string;
  test: boolean;
  dealSeq: number | null;
  dealName: string | null;
}

export interface OutboxState {
  testKey: boolean;
  whatsapp: "sent" | "kept";
  instagram: "sent" | "kept";
  email: "sent" | "kept";
}

export interface FieldError {
  field: string;
  message: string;
}

export interface Warning {
  code: string;
  message: string;
  fields: string[];
  failure?: FailureReason[] | null;
}

export interface ErrorBody {
  error: string;
  code:
    | "BAD_REQUEST"
    | "VALIDATION_ERROR"
    | "UNAUTHORIZED"
    | "FORBIDDEN"
    | "FEATURE_DISABLED"
    | "NOT_FOUND"
    | "CONFLICT"
    | "QUOTA_EXCEEDED"
    | "UNPROCESSABLE_ENTITY"
    | "INTERNAL_ERROR"
    | "SERVICE_UNAVAILABLE";
  requestId: string;
  details?: string | null;
  fieldErrors?: FieldError[];
}

/** A file that is sent or answered as its content. */
export interface FileContent {
  name: string;
  mimeType: string;
  content: Uint8Array;
}

/** What each operation takes and answers; `result` is the envelope's `data`, null when there is no content. */
export interface Operations {
  listAutomations: {
    params: undefined;
    query: { search?: string; enabled?: boolean; triggerType?: string; limit?: number; cursor?: string };
    body: undefined;
    result: { items: Automation[]; nextCursor: string | null; hasMore: boolean };
  };
  createAutomation: { params: undefined; query: undefined; body: CreateAutomationRequest; result: Automation };
  getAutomation: { params: { id: string }; query: undefined; body: undefined; result: Automation };
  replaceAutomation: { params: { id: string }; query: undefined; body: ReplaceAutomationRequest; result: Automation };
  setAutomationEnabled: {
    params: { id: string };
    query: undefined;
    body: SetAutomationEnabledRequest;
    result: Automation;
  };
  deleteAutomation: { params: { id: string }; query: undefined; body: undefined; result: null };
  listAutomationRuns: {
    params: { id: string };
    query: {
      status?: "queued" | "running" | "waiting" | "completed" | "failed" | "dead_letter" | "skipped" | "cancelled";
      dealSeq?: number;
      version?: number;
      nodeId?: string;
      test?: boolean;
      limit?: number;
      cursor?: string;
    };
    body: undefined;
    result: { items: AutomationRun[]; nextCursor: string | null; hasMore: boolean };
  };
  testAutomation: { params: { id: string }; query: undefined; body: undefined; result: AutomationTestResult };
  getAutomationsOverview: { params: undefined; query: undefined; body: undefined; result: AutomationsOverview };
  getAutomationsActivity: { params: undefined; query: { days?: number }; body: undefined; result: AutomationsActivity };
  changeAutomations: {
    params: undefined;
    query: undefined;
    body: ChangeAutomationsRequest;
    result: AutomationsChanged;
  };
  getAutomationInteractions: {
    params: { id: string };
    query: undefined;
    body: undefined;
    result: AutomationInteractions;
  };
  getUsage: {
    params: { kind: "stage" | "pipeline" | "tag" | "custom-field" | "user" | "channel" | "template"; id: string };
    query: undefined;
    body: undefined;
    result: AutomationUses;
  };
  listAutomationHistory: {
    params: { id: string };
    query: { limit?: number; cursor?: string };
    body: undefined;
    result: { items: AutomationChange[]; nextCursor: string | null; hasMore: boolean };
  };
  getAutomationVersion: {
    params: { id: string; version: number };
    query: undefined;
    body: undefined;
    result: AutomationVersion;
  };
  getAutomationDraft: { params: { id: string }; query: undefined; body: undefined; result: AutomationDraft | null };
  saveAutomationDraft: {
    params: { id: string };
    query: undefined;
    body: SaveAutomationDraftRequest;
    result: AutomationDraft;
  };
  discardAutomationDraft: { params: { id: string }; query: { revision?: string }; body: undefined; result: null };
  getAutomationReview: { params: { id: string }; query: undefined; body: undefined; result: AutomationReview };
  askAutomationReview: { params: { id: string }; query: undefined; body: AskReviewRequest; result: AutomationReview };
  withdrawAutomationReview: { params: { id: string }; query: undefined; body: undefined; result: AutomationReview };
  approveAutomationReview: { params: { id: string }; query: undefined; body: ApproveReviewRequest; result: Automation };
  sendBackAutomationReview: {
    params: { id: string };
    query: undefined;
    body: SendBackReviewRequest;
    result: AutomationReview;
  };
  getAutomationRun: {
    params: { id: string; runId: string };
    query: undefined;
    body: undefined;
    result: AutomationRunDetail;
  };
  retryAutomationRun: {
    params: { id: string; runId: string };
    query: undefined;
    body: undefined;
    result: AutomationRun;
  };
  passAutomationRunTime: {
    params: { id: string; runId: string };
    query: undefined;
    body: undefined;
    result: AutomationRun;
  };
  cancelAutomationRun: {
    params: { id: string; runId: string };
    query: undefined;
    body: undefined;
    result: AutomationRun;
  };
  resendWebhookDelivery: {
    params: { id: string; runId: string; deliveryId: string };
    query: undefined;
    body: undefined;
    result: AutomationRunDelivery;
  };
  getAutomationStats: {
    params: { id: string };
    query: { from?: string; to?: string; ways?: boolean };
    body: undefined;
    result: AutomationStats;
  };
  listWaitingRuns: { params: { id: string }; query: undefined; body: undefined; result: AutomationWaiting };
  listWorkspaceRuns: {
    params: undefined;
    query: {
      automationId?: string;
      dealSeq?: number;
      version?: number;
      nodeId?: string;
      status?: ("queued" | "running" | "waiting" | "completed" | "failed" | "dead_letter" | "skipped" | "cancelled")[];
      timing?: "due" | "late";
      error?: string;
      reason?:
        | "cancelled-by-hand"
        | "retried-by-hand"
        | "time-passed-by-hand"
        | "stopped"
        | "automation-deleted"
        | "automation-off"
        | "moved-to-version"
        | "moved-back"
        | "ended-by-migration"
        | "turns-failed"
        | "turns-lost"
        | "chain-too-deep"
        | "event-too-large"
        | "event-unreadable"
        | "start-unreadable"
        | "entered-before"
        | "entered-lately"
        | "run-live"
        | "later-event"
        | "deal-not-made";
      from?: string;
      to?: string;
      test?: boolean;
      limit?: number;
      cursor?: string;
    };
    body: undefined;
    result: { items: WorkspaceRun[]; nextCursor: string | null; hasMore: boolean };
  };
  retryWorkspaceRuns: { params: undefined; query: undefined; body: ChangeRunsRequest; result: RunsChanged };
  cancelWorkspaceRuns: { params: undefined; query: undefined; body: ChangeRunsRequest; result: RunsChanged };
  pauseAutomation: { params: { id: string }; query: undefined; body: undefined; result: Automation };
  resumeAutomation: { params: { id: string }; query: undefined; body: undefined; result: Automation };
  getWorkspacePauses: { params: undefined; query: undefined; body: undefined; result: WorkspacePauses };
  pauseWorkspace: { params: undefined; query: undefined; body: undefined; result: WorkspacePauses };
  resumeWorkspace: { params: undefined; query: undefined; body: undefined; result: WorkspacePauses };
  previewRunMigration: {
    params: { id: string };
    query: undefined;
    body: PreviewRunMigrationRequest;
    result: RunMigrationPreview;
  };
  migrateRuns: { params: { id: string }; query: undefined; body: MigrateRunsRequest; result: RunMigration };
  getRunMigration: {
    params: { id: string; migrationId: string };
    query: undefined;
    body: undefined;
    result: RunMigration;
  };
  undoRunMigration: {
    params: { id: string; migrationId: string };
    query: undefined;
    body: undefined;
    result: RunMigration;
  };
  tryAutomation: { params: { id: string }; query: undefined; body: TryAutomationRequest; result: AutomationRun };
  listCadences: {
    params: undefined;
    query: { pipelineId?: string; active?: boolean; limit?: number; cursor?: string };
    body: undefined;
    result: { items: Cadence[]; nextCursor: string | null; hasMore: boolean };
  };
  createCadence: { params: undefined; query: undefined; body: CreateCadenceRequest; result: Cadence };
  getCadence: { params: { id: string }; query: undefined; body: undefined; result: Cadence };
  replaceCadence: { params: { id: string }; query: undefined; body: ReplaceCadenceRequest; result: Cadence };
  deleteCadence: { params: { id: string }; query: undefined; body: undefined; result: null };
  listCadenceDeals: {
    params: { id: string };
    query: {
      status?: ("active" | "paused" | "completed" | "stopped_dnc" | "stopped_stage_end")[];
      limit?: number;
      cursor?: string;
    };
    body: undefined;
    result: { items: CadenceEnrollment[]; nextCursor: string | null; hasMore: boolean };
  };
  getDealCadence: { params: { seq: number }; query: undefined; body: undefined; result: DealCadenceInstance };
  enrollInCadence: {
    params: { seq: number };
    query: undefined;
    body: EnrollInCadenceRequest;
    result: DealCadenceInstance;
  };
  pauseDealCadence: {
    params: { seq: number };
    query: undefined;
    body: CadenceReasonRequest;
    result: DealCadenceInstance;
  };
  resumeDealCadence: { params: { seq: number }; query: undefined; body: undefined; result: DealCadenceInstance };
  stopDealCadence: {
    params: { seq: number };
    query: undefined;
    body: CadenceReasonRequest;
    result: DealCadenceInstance;
  };
  executeCadenceTask: {
    params: { seq: number; taskId: string };
    query: undefined;
    body: ExecuteCadenceTaskRequest;
    result: TaskExecution;
  };
  completeCadenceTask: {
    params: { seq: number; taskId: string };
    query: undefined;
    body: undefined;
    result: TaskExecution;
  };
  skipCadenceTask: {
    params: { seq: number; taskId: string };
    query: undefined;
    body: CadenceReasonRequest;
    result: TaskExecution;
  };
  listDeals: {
    params: undefined;
    query: {
      pipeline?: number;
      stageId?: string;
      returning?: boolean;
      createdFrom?: string;
      createdTo?: string;
      source?: string;
      responsibleUserIds?: string[];
      tagIds?: string[];
      search?: string;
      status?: ("open" | "won" | "lost")[];
      customFields?: Record<string, string | string[]>;
      customFieldRanges?: Record<string, string | { from?: string; to?: string }>;
      limit?: number;
      cursor?: string;
    };
    body: undefined;
    result: { items: DealListItem[]; nextCursor: string | null; hasMore: boolean };
  };
  createDeal: { params: undefined; query: undefined; body: CreateDealRequest; result: DealResponse };
  createDeals: { params: undefined; query: undefined; body: CreateDealsRequest; result: DealBatchResult[] };
  listDealCustomFieldValues: {
    params: undefined;
    query: {
      status?: ("open" | "won" | "lost")[];
      pipelineId?: string;
      updatedFrom?: string;
      updatedTo?: string;
      limit?: number;
      cursor?: string;
    };
    body: undefined;
    result: { items: DealCustomFieldValue[]; nextCursor: string | null; hasMore: boolean };
  };
  getDeal: { params: { seq: number }; query: undefined; body: undefined; result: DealListItem };
  updateDeal: { params: { seq: number }; query: undefined; body: UpdateDealRequest; result: DealResponse };
  sendConversationMessage: {
    params: undefined;
    query: undefined;
    body: SendMessageRequest;
    result: SendMessageResponse;
  };
  sendMessage: { params: undefined; query: undefined; body: SendMessageRequest; result: SendMessageResponse };
  answerMessage: { params: { id: string }; query: undefined; body: AnswerMessageRequest; result: ConversationMessage };
  listConversations: {
    params: undefined;
    query: {
      search?: string;
      filter?: "all" | "unread" | "returned" | "internal" | "closed";
      responsibleId?: string;
      pipelineId?: string;
      stageId?: string;
      source?: string;
      channelIds?: string[];
      sort?: "desc" | "asc";
      limit?: number;
      cursor?: string;
    };
    body: undefined;
    result: { items: ConversationSummary[]; nextCursor: string | null; hasMore: boolean };
  };
  getConversation: {
    params: { conversationKey: string };
    query: undefined;
    body: undefined;
    result: ConversationSummary;
  };
  updateConversation: {
    params: { conversationKey: string };
    query: undefined;
    body: UpdateConversationRequest;
    result: ConversationSummary;
  };
  markConversationRead: {
    params: { conversationKey: string };
    query: undefined;
    body: undefined;
    result: ConversationSummary;
  };
  listConversationMessages: {
    params: { conversationKey: string };
    query: { channelId?: string; since?: string; limit?: number; cursor?: string };
    body: undefined;
    result: { items: ConversationMessage[]; nextCursor: string | null; hasMore: boolean };
  };
  uploadMedia: { params: undefined; query: undefined; body: FileContent; result: MediaAsset };
  getMedia: { params: { id: string }; query: undefined; body: undefined; result: MediaAsset };
  downloadMedia: { params: { id: string }; query: undefined; body: undefined; result: FileContent };
  listOutbox: {
    params: undefined;
    query: { limit?: number; cursor?: string };
    body: undefined;
    result: { items: OutboxItem[]; nextCursor: string | null; hasMore: boolean };
  };
  getOutboxState: { params: undefined; query: undefined; body: undefined; result: OutboxState };
  listPipelines: { params: undefined; query: undefined; body: undefined; result: Pipeline[] };
  createPipeline: { params: undefined; query: undefined; body: CreatePipelineRequest; result: Pipeline };
  getPipeline: { params: { seq: number }; query: undefined; body: undefined; result: Pipeline };
  updatePipeline: { params: { seq: number }; query: undefined; body: UpdatePipelineRequest; result: Pipeline };
  createStage: { params: { seq: number }; query: undefined; body: CreateStageRequest; result: Pipeline };
  updateStage: {
    params: { seq: number; stageId: string };
    query: undefined;
    body: UpdateStageRequest;
    result: Pipeline;
  };
  deleteStage: { params: { seq: number; stageId: string }; query: undefined; body: undefined; result: null };
  listPipelineFields: { params: { seq: number }; query: undefined; body: undefined; result: PipelineFieldSettings[] };
  getPipelineField: {
    params: { seq: number; field: string };
    query: undefined;
    body: undefined;
    result: PipelineFieldSettings;
  };
  updatePipelineField: {
    params: { seq: number; field: string };
    query: undefined;
    body: UpdatePipelineFieldRequest;
    result: PipelineFieldSettings;
  };
  getPipelineAccess: { params: { seq: number }; query: undefined; body: undefined; result: PipelineAccessMember[] };
  setPipelineAccess: {
    params: { seq: number };
    query: undefined;
    body: SetPipelineAccessRequest;
    result: PipelineAccessMember[];
  };
  listLossReasons: { params: undefined; query: undefined; body: undefined; result: string[] };
  setLossReasons: { params: undefined; query: undefined; body: SetLossReasonsRequest; result: string[] };
  listCustomFields: {
    params: undefined;
    query: { entity?: "deal" | "contact" | "company" };
    body: undefined;
    result: CustomField[];
  };
  createCustomField: { params: undefined; query: undefined; body: CreateCustomFieldRequest; result: CustomField };
  getCustomField: { params: { id: string }; query: undefined; body: undefined; result: CustomField };
  updateCustomField: { params: { id: string }; query: undefined; body: UpdateCustomFieldRequest; result: CustomField };
  deleteCustomField: { params: { id: string }; query: undefined; body: undefined; result: null };
  listContacts: {
    params: undefined;
    query: {
      search?: string;
      phone?: string;
      email?: string;
      companyId?: string;
      updatedFrom?: string;
      updatedTo?: string;
      limit?: number;
      cursor?: string;
    };
    body: undefined;
    result: { items: ContactListItem[]; nextCursor: string | null; hasMore: boolean };
  };
  createContact: { params: undefined; query: undefined; body: CreateContactRequest; result: ContactDetail };
  getContact: { params: { id: string }; query: undefined; body: undefined; result: ContactDetail };
  updateContact: { params: { id: string }; query: undefined; body: UpdateContactRequest; result: ContactDetail };
  deleteContact: { params: { id: string }; query: undefined; body: undefined; result: null };
  getContactCustomFields: { params: { id: string }; query: undefined; body: undefined; result: ContactCustomFields };
  getContactAvatar: { params: { id: string }; query: undefined; body: undefined; result: FileContent };
  setContactAvatar: { params: { id: string }; query: undefined; body: FileContent; result: ContactDetail };
  deleteContactAvatar: { params: { id: string }; query: undefined; body: undefined; result: ContactDetail };
  listCompanies: {
    params: undefined;
    query: {
      search?: string;
      domain?: string;
      cnpj?: string;
      updatedFrom?: string;
      updatedTo?: string;
      limit?: number;
      cursor?: string;
    };
    body: undefined;
    result: { items: Company[]; nextCursor: string | null; hasMore: boolean };
  };
  createCompany: { params: undefined; query: undefined; body: CreateCompanyRequest; result: Company };
  getCompany: { params: { id: string }; query: undefined; body: undefined; result: Company };
  updateCompany: { params: { id: string }; query: undefined; body: UpdateCompanyRequest; result: Company };
  deleteCompany: { params: { id: string }; query: undefined; body: undefined; result: null };
  listUsers: { params: undefined; query: undefined; body: undefined; result: User[] };
  getUser: { params: { id: string }; query: undefined; body: undefined; result: User };
  getWorkspace: { params: undefined; query: undefined; body: undefined; result: Workspace };
  updateWorkspace: { params: undefined; query: undefined; body: UpdateWorkspaceRequest; result: Workspace };
  listMessageTemplates: {
    params: undefined;
    query: { channelId?: string };
    body: undefined;
    result: MessageTemplate[];
  };
  syncMessageTemplates: {
    params: undefined;
    query: undefined;
    body: SyncMessageTemplatesRequest;
    result: MessageTemplateSync;
  };
  listTags: { params: undefined; query: undefined; body: undefined; result: Tag[] };
  createTag: { params: undefined; query: undefined; body: WriteTagRequest; result: Tag };
  getTag: { params: { id: string }; query: undefined; body: undefined; result: Tag };
  updateTag: { params: { id: string }; query: undefined; body: WriteTagRequest; result: Tag };
  deleteTag: { params: { id: string }; query: undefined; body: undefined; result: null };
  addDealTag: { params: { seq: number }; query: undefined; body: AddDealTagRequest; result: Tag };
  removeDealTag: { params: { seq: number; tagId: string }; query: undefined; body: undefined; result: null };
  listNotes: {
    params: { seq: number };
    query: { limit?: number; cursor?: string };
    body: undefined;
    result: { items: Note[]; nextCursor: string | null; hasMore: boolean };
  };
  createNote: { params: { seq: number }; query: undefined; body: CreateNoteRequest; result: Note };
  uploadNoteAttachment: { params: { seq: number }; query: undefined; body: FileContent; result: AttachmentReceipt };
  getNote: { params: { seq: number; noteId: string }; query: undefined; body: undefined; result: Note };
  updateNote: { params: { seq: number; noteId: string }; query: undefined; body: UpdateNoteRequest; result: Note };
  deleteNote: { params: { seq: number; noteId: string }; query: undefined; body: undefined; result: null };
  listDealAttachments: {
    params: { seq: number };
    query: { limit?: number; cursor?: string };
    body: undefined;
    result: { items: DealAttachment[]; nextCursor: string | null; hasMore: boolean };
  };
  downloadDealAttachment: {
    params: { seq: number; id: string };
    query: undefined;
    body: undefined;
    result: FileContent;
  };
  listTasks: {
    params: undefined;
    query: {
      status?: ("pending" | "done" | "overdue")[];
      limit?: number;
      cursor?: string;
      assigneeUserId?: string;
      dueFrom?: string;
      dueTo?: string;
    };
    body: undefined;
    result: { items: Task[]; nextCursor: string | null; hasMore: boolean };
  };
  listDealTasks: {
    params: { seq: number };
    query: { status?: ("pending" | "done" | "overdue")[]; limit?: number; cursor?: string };
    body: undefined;
    result: { items: Task[]; nextCursor: string | null; hasMore: boolean };
  };
  createTask: { params: { seq: number }; query: undefined; body: CreateTaskRequest; result: Task };
  getTask: { params: { seq: number; taskId: string }; query: undefined; body: undefined; result: Task };
  updateTask: { params: { seq: number; taskId: string }; query: undefined; body: UpdateTaskRequest; result: Task };
  deleteTask: { params: { seq: number; taskId: string }; query: undefined; body: undefined; result: null };
  listDealActivities: {
    params: { seq: number };
    query: {
      type?: (
        | "DEAL_CREATED"
        | "DEAL_UPDATED"
        | "STAGE_CHANGED"
        | "DEAL_WON"
        | "DEAL_LOST"
        | "DEAL_REOPENED"
        | "RESPONSIBLE_CHANGED"
        | "CUSTOM_FIELD_CHANGED"
        | "TAG_ADDED"
        | "TAG_REMOVED"
        | "NOTE_CREATED"
        | "NOTE_UPDATED"
        | "NOTE_DELETED"
        | "TASK_CREATED"
        | "TASK_UPDATED"
        | "TASK_COMPLETED"
        | "TASK_DELETED"
        | "MESSAGE_SENT"
        | "MESSAGE_RECEIVED"
        | "MEETING_CREATED"
        | "MEETING_UPDATED"
        | "MEETING_DELETED"
        | "CADENCE_ENROLLED"
        | "CADENCE_TASK_DONE"
        | "CADENCE_STOPPED"
      )[];
      actorType?: ("user" | "api_key" | "automation" | "assistant" | "system")[];
      actorUserId?: string;
      limit?: number;
      cursor?: string;
    };
    body: undefined;
    result: { items: DealActivity[]; nextCursor: string | null; hasMore: boolean };
  };
  listDealNotStarted: {
    params: { seq: number };
    query: { limit?: number; cursor?: string };
    body: undefined;
    result: { items: NotStarted[]; nextCursor: string | null; hasMore: boolean };
  };
  listDealTimeline: {
    params: { seq: number };
    query: { limit?: number; cursor?: string };
    body: undefined;
    result: { items: DealTimelineEntry[]; nextCursor: string | null; hasMore: boolean };
  };
  listCalendarEvents: {
    params: undefined;
    query: {
      from: string;
      to: string;
      userIds?: string[];
      dealSeq?: number;
      types?: ("meeting" | "task" | "cadence_step" | "external")[];
      limit?: number;
      cursor?: string;
    };
    body: undefined;
    result: { items: CalendarEvent[]; nextCursor: string | null; hasMore: boolean };
  };
  createMeeting: { params: undefined; query: undefined; body: CreateMeetingRequest; result: CalendarEvent };
  getCalendarEvent: { params: { id: string }; query: undefined; body: undefined; result: CalendarEvent };
  updateMeeting: { params: { id: string }; query: undefined; body: UpdateMeetingRequest; result: CalendarEvent };
  deleteMeeting: { params: { id: string }; query: undefined; body: undefined; result: null };
}
