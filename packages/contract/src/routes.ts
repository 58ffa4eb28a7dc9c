import { ACTIVITY_ROUTES } from "./routes/activities.ts";
import { AUTOMATION_RUN_ROUTES } from "./routes/automation-runs.ts";
import { WORKSPACE_RUN_ROUTES } from "./routes/workspace-runs.ts";
import { RUN_MIGRATION_ROUTES } from "./routes/run-migrations.ts";
import { RUN_PAUSE_ROUTES } from "./routes/run-pauses.ts";
import { AUTOMATION_TRY_ROUTES } from "./routes/automation-try.ts";
import { AUTOMATION_DRAFT_ROUTES } from "./routes/automation-drafts.ts";
import { AUTOMATION_REVIEW_ROUTES } from "./routes/automation-reviews.ts";
import { AUTOMATION_HISTORY_ROUTES } from "./routes/automation-history.ts";
import { AUTOMATION_INTERACTION_ROUTES } from "./routes/automation-interactions.ts";
import { AUTOMATION_OVERVIEW_ROUTES } from "./routes/automation-overview.ts";
import { AUTOMATION_ROUTES } from "./routes/automations.ts";
import { CALENDAR_ROUTES } from "./routes/calendar.ts";
import { CADENCE_ROUTES } from "./routes/cadences.ts";
import { CONVERSATION_ROUTES } from "./routes/conversations.ts";
import { DEAL_ROUTES } from "./routes/deals.ts";
import { NOTE_ROUTES } from "./routes/notes.ts";
import { COMPANY_ROUTES } from "./routes/companies.ts";
import { CONTACT_ROUTES } from "./routes/contacts.ts";
import { CUSTOM_FIELD_ROUTES } from "./routes/custom-fields.ts";
import { PIPELINE_ROUTES } from "./routes/pipelines.ts";
import { USER_ROUTES } from "./routes/users.ts";
import { MESSAGE_TEMPLATE_ROUTES } from "./routes/message-templates.ts";
import { WORKSPACE_ROUTES } from "./routes/workspace.ts";
import { TAG_ROUTES } from "./routes/tags.ts";
import { TASK_ROUTES } from "./routes/tasks.ts";
import type { Route } from "./route.ts";

/** Where every route lives. */
export const API_PREFIX = "/api/v1";

/** The route table: one row a route, by operation id. */
export const ROUTES = {
  ...AUTOMATION_ROUTES,
  ...AUTOMATION_OVERVIEW_ROUTES,
  ...AUTOMATION_INTERACTION_ROUTES,
  ...AUTOMATION_HISTORY_ROUTES,
  ...AUTOMATION_DRAFT_ROUTES,
  ...AUTOMATION_REVIEW_ROUTES,
  ...AUTOMATION_RUN_ROUTES,
  ...WORKSPACE_RUN_ROUTES,
  ...RUN_PAUSE_ROUTES,
  ...RUN_MIGRATION_ROUTES,
  ...AUTOMATION_TRY_ROUTES,
  ...CADENCE_ROUTES,
  ...DEAL_ROUTES,
  ...CONVERSATION_ROUTES,
  ...PIPELINE_ROUTES,
  ...CUSTOM_FIELD_ROUTES,
  ...CONTACT_ROUTES,
  ...COMPANY_ROUTES,
  ...USER_ROUTES,
  ...WORKSPACE_ROUTES,
  ...MESSAGE_TEMPLATE_ROUTES,
  ...TAG_ROUTES,
  ...NOTE_ROUTES,
  ...TASK_ROUTES,
  ...ACTIVITY_ROUTES,
  ...CALENDAR_ROUTES,
} as const satisfies Record<string, Route>;
export type OperationId = keyof typeof ROUTES;
