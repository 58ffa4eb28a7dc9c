import type { GraphDefinition } from "@trilho/engine";

/** Welcomes a new deal and asks large ones for a meeting. */
export const WELCOME: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    {
      id: "size",
      type: "condition",
      condition: {
        branches: [
          {
            id: "big",
            label: "Big deal",
            query: { combinator: "and", rules: [{ field: "deal.value", operator: ">=", value: 10_000 }] },
          },
        ],
      },
    },
    { id: "hello", type: "action", actionType: "send_whatsapp", config: { text: "Hello {{ contact.firstName }}!" } },
    { id: "pause", type: "wait", config: { delaySeconds: 172_800 } },
    { id: "tag", type: "action", actionType: "add_tag", config: { tagIds: ["tag-warm"] } },
    { id: "done", type: "end" },
  ],
  edges: [
    { id: "e1", source: "start", target: "size" },
    { id: "e2", source: "size", sourceHandle: "branch_big", target: "hello" },
    { id: "e3", source: "size", sourceHandle: "fallback", target: "tag" },
    { id: "e4", source: "hello", target: "pause" },
    { id: "e5", source: "pause", target: "done" },
    { id: "e6", source: "tag", target: "done" },
  ],
};

/** Reminds of a deal that nobody has touched. */
export const REMIND: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "pause", type: "wait", config: { delaySeconds: 604_800 } },
    { id: "done", type: "end" },
  ],
  edges: [
    { id: "e1", source: "start", target: "pause" },
    { id: "e2", source: "pause", target: "done" },
  ],
};
