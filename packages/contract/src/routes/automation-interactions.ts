import { Type } from "typebox";
import { envelope } from "../envelopes.ts";
import { EXAMPLE_IDS } from "../examples/ids.ts";
import { AutomationInteractions, AutomationUses, USED_KINDS } from "../resources/automation-interactions.ts";
import type { Route } from "../route.ts";
import { oneOf } from "../schema.ts";
import { byId, view } from "./automation-group.ts";

/** Extensions of the contract: what automations do to each other, and where things of the workspace are used. */
export const AUTOMATION_INTERACTION_ROUTES = {
  getAutomationInteractions: {
    ...view,
    client: "automations.interactions",
    path: "/automations/{id}/interactions",
    summary: "What an automation and others do to each other",
    description:
      "Loops, writes that undo each other, messages that are sent twice or too late, answers that one takes from another, and that nothing can start it. The others " +
      "are those that are switched on; the automation itself may be off. Each is simulated before it is told: `witness` " +
      "has the deal, the events and the outcomes in which it was seen; that it never starts is `proved`. At most 50, the clearest first.",
    params: byId,
    success: { status: 200, schema: envelope(AutomationInteractions) },
    errors: [401, 403, 404, 429],
  },
  getUsage: {
    ...view,
    client: "automations.usage",
    path: "/usage/{kind}/{id}",
    summary: "Where automations use a stage, pipeline, tag, custom field, member, channel or template",
    description:
      "All places of automations, on and off, that read or write it: triggers, conditions, actions and texts. What is " +
      "gone may still be named; what neither is there nor named is a 404. A template goes by its name. At most 500 places, of " +
      "the newest automations first. What gives a thing another name, or archives it, tells the same in `warnings`; a removal " +
      "answers without a body: ask here before it.",
    params: Type.Object({
      kind: Type.Unsafe({ ...oneOf(USED_KINDS), description: "What it is.", examples: ["tag"] }),
      id: Type.String({ maxLength: 512, description: "Its id; of a template its name.", examples: [EXAMPLE_IDS.tag] }),
    }),
    success: { status: 200, schema: envelope(AutomationUses) },
    errors: [400, 401, 403, 404, 429],
  },
} as const satisfies Record<string, Route>;
