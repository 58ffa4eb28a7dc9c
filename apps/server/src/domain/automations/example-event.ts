import type { JsonObject } from "@trilho/engine";
import type { StoredAutomation } from "../model.ts";

/** An imagined deal and contact, for a delivery that nobody receives. */
export const EXAMPLE_FACTS = {
  deal: {
    id: "deal_example",
    seq: 1,
    name: "Example deal",
    value: 1500,
    currency: "BRL",
    status: "open",
    pipelineId: "pipeline_example",
    stageId: "stage_example",
    tags: [],
    customFields: {},
  },
  contact: {
    id: "contact_example",
    displayName: "Maria Example",
    firstName: "Maria",
    lastName: "Example",
    phone: "+5511999990000",
    email: "maria@example.com",
  },
} satisfies JsonObject;

/** What a webhook action would send for a run that an imagined deal started. `test` marks it. */
export const exampleEvent = (automation: StoredAutomation, nodeId: string, id: string, at: number): JsonObject => ({
  id,
  type: "automation.webhook",
  test: true,
  occurredAt: new Date(at).toISOString(),
  automation: { id: automation.id, name: automation.name, version: automation.version },
  triggerType: automation.triggerType,
  nodeId,
  ...EXAMPLE_FACTS,
});
