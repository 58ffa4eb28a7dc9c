// Generated from the contract's schemas and route table. Edit those.
import type { GraphDefinition, JsonObject } from "../graph.ts";

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
  secret?: string | null;
}

export interface AutomationAction {
  id: string;
  type: string;
  order: number;
  config: JsonObject;
}

export interface AutomationRun {
  runId: string;
  dealId: string | null;
  status: "queued" | "running" | "waiting" | "completed" | "failed" | "dead_letter" | "skipped" | "cancelled";
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
}

export interface SetAutomationEnabledRequest {
  enabled: boolean;
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

export interface Tag {
  id: string;
  name: string;
  color: string;
  createdAt: string;
  updatedAt: string;
}

export interface User {
  id: string;
  name: string;
  email: string;
  image: string | null;
  role: string;
  active: boolean;
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
  company?: {
    name: string;
    domain?: string | null;
    cnpj?: string | null;
    industry?: string | null;
    website?: string | null;
    logoUrl?: string | null;
    notes?: string | null;
  } | null;
  metadata?: JsonObject | null;
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
  company?: {
    name: string;
    domain?: string | null;
    cnpj?: string | null;
    industry?: string | null;
    website?: string | null;
    logoUrl?: string | null;
    notes?: string | null;
  } | null;
  metadata?: JsonObject | null;
  coOwnerUserId?: string | null;
  lostReason?: string | null;
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
  tracking: {
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
  } | null;
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
  coOwner: { userId: string; name: string | null } | null;
  activeChannels: DealChannel[];
  lastMessageAt: string | null;
  lastMessageText: string;
  replyPending: boolean;
  properties: JsonObject;
  channel: { id: string; kind: string; name: string } | null;
  channelOverride: { id: string; kind: string; name: string } | null;
  contact: {
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
  } | null;
  stage: {
    id: string;
    seq: number;
    order: number;
    name: string;
    color: string;
    isWon: boolean;
    isLost: boolean;
  } | null;
  company: {
    id: string;
    name: string;
    domain: string | null;
    cnpj: string | null;
    industry: string | null;
    website: string | null;
    logoUrl: string | null;
  } | null;
  expectedCloseAt: string | null;
  closedAt: string | null;
  returnSignaledAt: string | null;
  stageChangedAt: string;
  createdAt: string;
  updatedAt: string;
  tracking: {
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
  } | null;
  cadence: { id: string; name: string; pipelineId: string } | null;
  taskSummary: {
    pendingCount: number;
    overdueCount: number;
    nextTask: {
      id: string;
      title: string;
      dueAt: string | null;
      categoryName: string | null;
      categoryColor: string | null;
    } | null;
  } | null;
  lastActivity: {
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
  } | null;
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

export interface FieldError {
  field: string;
  message: string;
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
