import type { Failure } from "../../../platform/service/outcome.ts";

/** What every refusal for want of a review says in `details`, so that programs know it from a missing permission. */
const DETAILS = "review-required";

export const NOT_REVIEWED = {
  code: "FORBIDDEN",
  message:
    "This workspace has changes of automations reviewed. Ask for a review (POST /automations/{id}/review): the change " +
    "is published once another member approves it.",
  details: DETAILS,
} as const satisfies Failure;

export const BORN_ON = {
  code: "FORBIDDEN",
  message:
    "This workspace has automations reviewed before they run. Create it switched off, and ask for a review " +
    "(POST /automations/{id}/review).",
  details: DETAILS,
} as const satisfies Failure;

export const NOT_APPROVED = {
  code: "FORBIDDEN",
  message:
    "Nobody has approved this version yet. Ask for a review (POST /automations/{id}/review), and switch it on once " +
    "another member has approved it.",
  details: DETAILS,
} as const satisfies Failure;

export const OWN_REVIEW = {
  code: "FORBIDDEN",
  message: "You asked for this review: another member has to approve it.",
} as const satisfies Failure;

export const NOTHING_WAITS = {
  code: "CONFLICT",
  message:
    "This is not what waits for a review: it was changed, withdrawn, sent back or approved meanwhile. Read the review " +
    "again.",
} as const satisfies Failure;

export const NOTHING_TO_REVIEW = {
  code: "CONFLICT",
  message: "This is what is published and approved already: there is nothing to review.",
} as const satisfies Failure;
