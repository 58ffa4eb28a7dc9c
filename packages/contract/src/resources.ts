import { DealActivity } from "./resources/activity.ts";
import { AttachmentReceipt, DealAttachment } from "./resources/attachment.ts";
import { CreateNoteRequest, Note, NoteAttachment, UpdateNoteRequest } from "./resources/note.ts";
import { CreateTaskRequest, Task, UpdateTaskRequest } from "./resources/task.ts";
import { ErrorBody, FieldError } from "./errors.ts";
import {
  CalendarAttendee,
  CalendarEvent,
  CreateMeetingRequest,
  UpdateMeetingRequest,
} from "./resources/calendar-event.ts";
import {
  Automation,
  AutomationAction,
  AutomationTestResult,
  CreateAutomationRequest,
  ReplaceAutomationRequest,
  SetAutomationEnabledRequest,
} from "./resources/automation.ts";
import { AutomationDraft, SaveAutomationDraftRequest } from "./resources/automation-draft.ts";
import {
  ApproveReviewRequest,
  AskReviewRequest,
  AutomationReview,
  ReviewRequest,
  SendBackReviewRequest,
} from "./resources/automation-review.ts";
import { Actor, AutomationChange, AutomationVersion } from "./resources/automation-history.ts";
import {
  AutomationInteraction,
  AutomationInteractions,
  AutomationUse,
  AutomationUses,
} from "./resources/automation-interactions.ts";
import {
  AutomationActivity,
  AutomationsActivity,
  AutomationsChanged,
  AutomationsOverview,
  ChangeAutomationsRequest,
  ListedAutomation,
} from "./resources/automation-overview.ts";
import { FailureReason } from "./resources/failure.ts";
import { AutomationRun, AutomationRunDeal } from "./resources/automation-run.ts";
import {
  MigrateRunsRequest,
  PreviewRunMigrationRequest,
  RunFutureChange,
  RunMigration,
  RunMigrationPreview,
  WaitingRunGroup,
} from "./resources/run-migration.ts";
import { RunPause, WorkspacePauses } from "./resources/run-pause.ts";
import { UpdateWorkspaceRequest, Workspace, WorkspaceHours } from "./resources/workspace.ts";
import { ChangeRunsRequest, RunsChanged, WorkspaceRun } from "./resources/run-filter.ts";
import { TryAutomationRequest } from "./resources/automation-try.ts";
import {
  AutomationRunChange,
  AutomationRunChanger,
  AutomationRunDelivery,
  AutomationRunDetail,
  AutomationRunEffect,
  AutomationRunStep,
  AutomationStats,
  AutomationWaiting,
  AutomationWaitingRuns,
  AutomationWayCount,
} from "./resources/automation-run-detail.ts";
import {
  Cadence,
  CadenceEnrollment,
  CadenceStep,
  CadenceStepInput,
  CreateCadenceRequest,
  ReplaceCadenceRequest,
} from "./resources/cadence.ts";
import {
  CadenceAttempt,
  CadenceReasonRequest,
  CadenceTask,
  DealCadenceInstance,
  EnrollInCadenceRequest,
  ExecuteCadenceTaskRequest,
  TaskExecution,
} from "./resources/cadence-instance.ts";
import {
  CreateCustomFieldRequest,
  CustomField,
  CustomFieldOption,
  UpdateCustomFieldRequest,
} from "./resources/custom-field.ts";
import {
  DealCadence,
  DealChannel,
  DealCompany,
  DealContact,
  DealLastActivity,
  DealListItem,
  DealMember,
  DealResponse,
  DealStage,
  DealTag,
  DealTaskSummary,
  DealTracking,
} from "./resources/deal.ts";
import { NotStarted } from "./resources/not-started.ts";
import { DealTimelineEntry } from "./resources/deal-timeline.ts";
import { DealCustomFieldValue } from "./resources/deal-field-value.ts";
import { CreateDealRequest, InlineCompany, UpdateDealRequest } from "./resources/deal-request.ts";
import { Company, CreateCompanyRequest, UpdateCompanyRequest } from "./resources/company.ts";
import {
  ContactCustomFields,
  ContactDetail,
  ContactListItem,
  CreateContactRequest,
  UpdateContactRequest,
} from "./resources/contact.ts";
import {
  CreatePipelineRequest,
  CreateStageRequest,
  NewStage,
  Pipeline,
  PipelineAccessMember,
  SetLossReasonsRequest,
  SetPipelineAccessRequest,
  Stage,
  UpdatePipelineRequest,
  UpdateStageRequest,
} from "./resources/pipeline.ts";
import { PipelineFieldSettings, UpdatePipelineFieldRequest } from "./resources/pipeline-field.ts";
import { AddDealTagRequest, Tag, WriteTagRequest } from "./resources/tag.ts";
import {
  MessageTemplate,
  MessageTemplateSync,
  SyncedChannel,
  SyncMessageTemplatesRequest,
} from "./resources/message-template.ts";
import { User } from "./resources/user.ts";
import { MediaAsset, MediaDescriptor } from "./resources/media.ts";
import {
  AnswerMessageRequest,
  ConversationMessage,
  SendMessageRequest,
  SendMessageResponse,
} from "./resources/message.ts";
import { OutboxItem, OutboxSource, OutboxState } from "./resources/outbox.ts";
import { ConversationSummary, UpdateConversationRequest } from "./resources/conversation.ts";
import type { Schema } from "./schema.ts";

/** Every schema that has a name in the generated types, by that name. */
export const RESOURCES = {
  Automation,
  AutomationAction,
  AutomationChange,
  AutomationVersion,
  AutomationDraft,
  SaveAutomationDraftRequest,
  AutomationReview,
  ReviewRequest,
  AskReviewRequest,
  ApproveReviewRequest,
  SendBackReviewRequest,
  AutomationsOverview,
  ListedAutomation,
  AutomationInteraction,
  AutomationInteractions,
  AutomationUse,
  AutomationUses,
  AutomationsActivity,
  AutomationActivity,
  AutomationsChanged,
  ChangeAutomationsRequest,
  Actor,
  AutomationRun,
  AutomationRunDetail,
  AutomationRunDeal,
  FailureReason,
  RunPause,
  WorkspacePauses,
  RunMigration,
  RunMigrationPreview,
  RunFutureChange,
  WaitingRunGroup,
  MigrateRunsRequest,
  PreviewRunMigrationRequest,
  WorkspaceRun,
  ChangeRunsRequest,
  RunsChanged,
  AutomationRunStep,
  AutomationRunEffect,
  AutomationRunChange,
  AutomationRunChanger,
  AutomationRunDelivery,
  AutomationStats,
  AutomationWayCount,
  AutomationWaiting,
  AutomationWaitingRuns,
  AutomationTestResult,
  CreateAutomationRequest,
  ReplaceAutomationRequest,
  SetAutomationEnabledRequest,
  TryAutomationRequest,
  CreateCustomFieldRequest,
  CustomField,
  CustomFieldOption,
  UpdateCustomFieldRequest,
  Pipeline,
  Stage,
  CreatePipelineRequest,
  UpdatePipelineRequest,
  NewStage,
  CreateStageRequest,
  UpdateStageRequest,
  PipelineFieldSettings,
  UpdatePipelineFieldRequest,
  PipelineAccessMember,
  SetPipelineAccessRequest,
  SetLossReasonsRequest,
  ContactDetail,
  ContactListItem,
  ContactCustomFields,
  CreateContactRequest,
  UpdateContactRequest,
  Company,
  CreateCompanyRequest,
  UpdateCompanyRequest,
  Tag,
  WriteTagRequest,
  AddDealTagRequest,
  MessageTemplate,
  SyncedChannel,
  MessageTemplateSync,
  SyncMessageTemplatesRequest,
  AttachmentReceipt,
  DealAttachment,
  Note,
  NoteAttachment,
  CreateNoteRequest,
  UpdateNoteRequest,
  Task,
  CreateTaskRequest,
  UpdateTaskRequest,
  DealActivity,
  DealTimelineEntry,
  NotStarted,
  CalendarEvent,
  CalendarAttendee,
  CreateMeetingRequest,
  UpdateMeetingRequest,
  User,
  Workspace,
  WorkspaceHours,
  UpdateWorkspaceRequest,
  CreateDealRequest,
  UpdateDealRequest,
  InlineCompany,
  DealResponse,
  DealListItem,
  DealTag,
  DealMember,
  DealChannel,
  DealContact,
  DealStage,
  DealCompany,
  DealCadence,
  DealTaskSummary,
  DealLastActivity,
  DealTracking,
  DealCustomFieldValue,
  Cadence,
  CadenceStep,
  CadenceStepInput,
  CadenceEnrollment,
  CreateCadenceRequest,
  ReplaceCadenceRequest,
  DealCadenceInstance,
  CadenceTask,
  CadenceAttempt,
  TaskExecution,
  EnrollInCadenceRequest,
  ExecuteCadenceTaskRequest,
  CadenceReasonRequest,
  ConversationSummary,
  UpdateConversationRequest,
  ConversationMessage,
  AnswerMessageRequest,
  SendMessageRequest,
  SendMessageResponse,
  MediaDescriptor,
  MediaAsset,
  OutboxItem,
  OutboxSource,
  OutboxState,
  FieldError,
  ErrorBody,
} as const satisfies Record<string, Schema>;
