import type { JsonObject, Names } from "@trilho/engine";
import type { StoredAutomation } from "./model.ts";

/** A sample deal and contact, for a delivery that nobody receives. */
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
    stage: { id: "stage_example", name: "Example stage" },
    responsibleUserId: "user_example",
    responsible: { userId: "user_example", name: "João Example", email: "joao@example.com" },
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

/** What its ids are called, where it does not say so itself. */
export const EXAMPLE_NAMES = { pipeline: { pipeline_example: { name: "Example pipeline" } } } satisfies Names;

/** What a webhook action would send for a run that a sample deal started. `test` marks it. */
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
