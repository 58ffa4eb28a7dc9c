import { Type } from "typebox";
import { dateTime, nullable, oneOf } from "../schema.ts";
import { ReplaceAutomationRequest } from "./automation.ts";
import { Actor } from "./automation-history.ts";

const revision = Type.String({ minLength: 1, maxLength: 100 });

/** `changed`: the draft is another one than was asked about, so that nobody can approve it. */
export const REVIEW_STATES = ["waiting", "changed", "sent-back"] as const;

/** What a member asked another one to look at. */
export const ReviewRequest = Type.Object({
  state: oneOf(REVIEW_STATES),
  /** Another one whenever somebody asks; what is approved or sent back. */
  revision,
  /** What the author wrote about it. */
  note: nullable(Type.String()),
  askedBy: Actor,
  /** Whether the key's member asked: another one has to approve it. */
  mine: Type.Boolean(),
  askedAt: dateTime(),
  /** Why it was sent back, by whom and when; null where it was not. */
  sentBack: nullable(Type.Object({ comment: Type.String(), by: Actor, at: dateTime() })),
});

/** How an automation stands with its reviews. */
export const AutomationReview = Type.Object({
  /** Whether the workspace has changes reviewed. */
  required: Type.Boolean(),
  /** False of a version that was stored while reviews were required, and that nobody approved: it cannot be switched on. */
  approved: Type.Boolean(),
  request: nullable(ReviewRequest),
});

const { name, triggerType, scope, pipelineId, stageId, outboundChannelId, respectBusinessHours, triggerWindow } =
  ReplaceAutomationRequest.properties;
const { conditions, triggerConfig, graphDefinition, baseVersion } = ReplaceAutomationRequest.properties;

/** The definition as a replacement would send it; it becomes the draft. */
export const AskReviewRequest = Type.Object({
  name,
  triggerType,
  scope,
  pipelineId,
  stageId,
  outboundChannelId,
  respectBusinessHours,
  triggerWindow,
  conditions,
  triggerConfig,
  graphDefinition,
  baseVersion,
  revision: Type.Optional(
    Type.Unsafe({
      ...nullable(revision),
      description: "The draft's revision that you read, null where there was none: 409 when there is another one now.",
    }),
  ),
  note: Type.Optional(
    Type.String({ maxLength: 500, description: "What is new, for the reviewer and the automation's history." }),
  ),
});

const asked = Type.String({
  minLength: 1,
  maxLength: 100,
  description: "The request's `revision` that you looked at.",
});

export const ApproveReviewRequest = Type.Object({
  revision: asked,
  comment: Type.Optional(Type.String({ maxLength: 500, description: "For the automation's history." })),
});

export const SendBackReviewRequest = Type.Object({
  revision: asked,
  comment: Type.String({ minLength: 1, maxLength: 500, pattern: "\\S", description: "What is to be changed." }),
});
