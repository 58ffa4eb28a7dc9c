export type {
  Automation,
  AutomationAction,
  AutomationRun,
  AutomationTestResult,
  CreateAutomationRequest,
  CustomField,
  CustomFieldOption,
  ErrorBody,
  FieldError,
  Pipeline,
  ReplaceAutomationRequest,
  Stage,
  Tag,
  User,
} from "@trilho/contract";
export { createClient, type Client } from "./client.ts";
export type { AutomationListParams, Automations, RunListParams } from "./resources/automations.ts";
export type { Page } from "./resources/pages.ts";
export type { CustomFieldListParams, CustomFields, Pipelines, Tags, Users } from "./resources/reference.ts";
export { ApiError, NetworkError, ResponseShapeError, TimeoutError } from "./transport/errors.ts";
export type { CallOptions, TransportOptions as ClientOptions } from "./transport/transport.ts";
