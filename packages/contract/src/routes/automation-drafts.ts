import { Type } from "typebox";
import { envelope } from "../envelopes.ts";
import { AutomationDraft, SaveAutomationDraftRequest } from "../resources/automation-draft.ts";
import type { Route } from "../route.ts";
import { nullable } from "../schema.ts";
import { byId, edit, view } from "./automation-group.ts";

const path = "/automations/{id}/draft";

/** Extensions of the contract: changes that are not published yet, shared by all who edit the automation. */
export const AUTOMATION_DRAFT_ROUTES = {
  getAutomationDraft: {
    ...view,
    client: "automations.draft",
    path,
    summary: "The unpublished changes of an automation; null where there are none",
    description: "One draft an automation, shared by its editors. What runs is the published version alone.",
    params: byId,
    success: { status: 200, schema: envelope(nullable(AutomationDraft)) },
    errors: [401, 403, 404, 429],
  },
  saveAutomationDraft: {
    ...edit,
    method: "PUT",
    client: "automations.saveDraft",
    path,
    summary: "Keep unpublished changes; nothing of them is checked before they are published",
    description:
      "Send the `revision` you read, and nobody's newer change is overwritten: 409 reports one. Credentials are " +
      "not kept; publishing with them is what stores them. Publishing leaves the draft: remove it afterwards.",
    params: byId,
    body: SaveAutomationDraftRequest,
    success: { status: 200, schema: envelope(AutomationDraft) },
    errors: [400, 401, 403, 404, 409, 429],
  },
  discardAutomationDraft: {
    ...edit,
    method: "DELETE",
    client: "automations.discardDraft",
    path,
    summary: "Remove unpublished changes; the published version stays",
    description: "Removes nothing where there is no draft. With a `revision`, 409 reports a newer one.",
    params: byId,
    query: Type.Object({
      revision: Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, description: "The revision that is meant." }),
      ),
    }),
    success: { status: 204, schema: null },
    errors: [400, 401, 403, 404, 409, 429],
  },
} as const satisfies Record<string, Route>;
