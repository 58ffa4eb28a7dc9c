import { DAY_SECONDS } from "@trilho/engine/contract";
import type { GraphDefinition } from "@trilho/engine/contract";

/** Tells another system, greets, waits a day, and has somebody call; it names nothing that a workspace would have to have. */
export const EXAMPLE_GRAPH: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    {
      id: "tell",
      type: "action",
      actionType: "webhook",
      config: { url: "https://example.com/hooks/new-deals", method: "POST" },
    },
    {
      id: "greet",
      type: "action",
      actionType: "send_email",
      config: {
        subject: "Thanks for writing to us",
        body: "Hi {{ contact.firstName | default: 'there' }}, we will call you tomorrow.",
      },
    },
    { id: "pause", type: "wait", config: { delaySeconds: DAY_SECONDS } },
    { id: "call", type: "action", actionType: "create_task", config: { title: "Call {{ contact.displayName }}" } },
    { id: "done", type: "end" },
  ],
  edges: [
    { id: "e1", source: "start", target: "tell", sourceHandle: "next" },
    { id: "e2", source: "tell", target: "greet", sourceHandle: "next" },
    { id: "e3", source: "greet", target: "pause", sourceHandle: "next" },
    { id: "e4", source: "pause", target: "call", sourceHandle: "next" },
    { id: "e5", source: "call", target: "done", sourceHandle: "next" },
  ],
};
