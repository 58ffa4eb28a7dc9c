import type { GraphDefinition, JsonObject } from "@trilho/engine";

/** A trigger and an end. */
export const SMALL_GRAPH: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "done", type: "end" },
  ],
  edges: [{ id: "e1", source: "start", target: "done" }],
};

/** Trigger, webhook, end. */
export const webhookGraph = (config: JsonObject = {}): GraphDefinition => ({
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "hook", type: "action", actionType: "webhook", config: { url: "https://hooks.example.com/in", ...config } },
    { id: "done", type: "end" },
  ],
  edges: [
    { id: "e1", source: "start", target: "hook" },
    { id: "e2", source: "hook", target: "done" },
  ],
});

export const automationBody = (change: JsonObject | object = {}): Record<string, unknown> => ({
  name: "Welcome",
  triggerType: "deal_created",
  graphDefinition: SMALL_GRAPH,
  ...change,
});
