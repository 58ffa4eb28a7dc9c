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
