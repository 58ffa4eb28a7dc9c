import { envelope } from "../envelopes.ts";
import { Automation } from "../resources/automation.ts";
import {
  ApproveReviewRequest,
  AskReviewRequest,
  AutomationReview,
  SendBackReviewRequest,
} from "../resources/automation-review.ts";
import type { Route } from "../route.ts";
import { byId, edit, view } from "./automation-group.ts";

const path = "/automations/{id}/review";
const review = envelope(AutomationReview);

/** Extensions of the contract: a change that goes live once another member has approved it. */
export const AUTOMATION_REVIEW_ROUTES = {
  getAutomationReview: {
    ...view,
    client: "automations.review",
    path,
    summary: "Whether an automation's changes are reviewed, and the review that somebody asked for",
    description:
      "Where the workspace's `automationReview` is on, what an automation does changes by `POST …/review` and " +
      "`POST …/review/approve` alone. Renaming, labels, pausing, switching off and deleting stay free.",
    params: byId,
    success: { status: 200, schema: review },
    errors: [401, 403, 404, 429],
  },
  askAutomationReview: {
    ...edit,
    client: "automations.askReview",
    path,
    summary: "Ask another member to approve a change",
    description:
      "The definition is checked as one that is published, and kept as the automation's draft; credentials in it are " +
      "kept sealed until then. A stored version that nobody approved yet is asked about by sending it as it is. " +
      "Whoever changes the draft afterwards has to ask again.",
    params: byId,
    body: AskReviewRequest,
    success: { status: 200, schema: review },
    errors: [400, 401, 403, 404, 409, 429],
  },
  withdrawAutomationReview: {
    ...edit,
    method: "DELETE",
    client: "automations.withdrawReview",
    path,
    summary: "Take back what was asked; the draft stays",
    description: "Does nothing where nobody asked.",
    params: byId,
    success: { status: 200, schema: review },
    errors: [401, 403, 404, 429],
  },
  approveAutomationReview: {
    ...edit,
    client: "automations.approveReview",
    path: `${path}/approve`,
    summary: "Approve a change, and publish it",
    description:
      "Whoever asked cannot approve: 403. 409 where the draft was changed since, another version was stored, or " +
      "somebody else was quicker. The answer holds `secret` when one was generated. What becomes of waiting runs is " +
      "told by `POST …/migrate` afterwards.",
    params: byId,
    body: ApproveReviewRequest,
    success: { status: 200, schema: envelope(Automation) },
    errors: [400, 401, 403, 404, 409, 429],
  },
  sendBackAutomationReview: {
    ...edit,
    client: "automations.sendBackReview",
    path: `${path}/send-back`,
    summary: "Send a change back to its author, and say why",
    description: "The draft stays, and its author may ask again.",
    params: byId,
    body: SendBackReviewRequest,
    success: { status: 200, schema: review },
    errors: [400, 401, 403, 404, 409, 429],
  },
} as const satisfies Record<string, Route>;
