import { ErrorBody, FieldError } from "./errors.ts";
import {
  Automation,
  AutomationAction,
  AutomationTestResult,
  CreateAutomationRequest,
  ReplaceAutomationRequest,
  SetAutomationEnabledRequest,
} from "./resources/automation.ts";
import { AutomationRun } from "./resources/automation-run.ts";
import { CustomField, CustomFieldOption } from "./resources/custom-field.ts";
import { Pipeline, Stage } from "./resources/pipeline.ts";
import { Tag } from "./resources/tag.ts";
import { User } from "./resources/user.ts";
import type { Schema } from "./schema.ts";

/** Every schema that has a name in the generated types, by that name. */
export const RESOURCES = {
  Automation,
  AutomationAction,
  AutomationRun,
  AutomationTestResult,
  CreateAutomationRequest,
  ReplaceAutomationRequest,
  SetAutomationEnabledRequest,
  CustomField,
  CustomFieldOption,
  Pipeline,
  Stage,
  Tag,
  User,
  FieldError,
  ErrorBody,
} as const satisfies Record<string, Schema>;
