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
      limit?: number;
      cursor?: string;
    };
    body: undefined;
    result: { items: AutomationRun[]; nextCursor: string | null; hasMore: boolean };
  };
  testAutomation: { params: { id: string }; query: undefined; body: undefined; result: AutomationTestResult };
  listPipelines: { params: undefined; query: undefined; body: undefined; result: Pipeline[] };
  getPipeline: { params: { seq: number }; query: undefined; body: undefined; result: Pipeline };
  listTags: { params: undefined; query: undefined; body: undefined; result: Tag[] };
  listCustomFields: { params: undefined; query: { entity?: string }; body: undefined; result: CustomField[] };
  getCustomField: { params: { id: string }; query: undefined; body: undefined; result: CustomField };
  listUsers: { params: undefined; query: undefined; body: undefined; result: User[] };
}
