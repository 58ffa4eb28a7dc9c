import type { GraphDefinition, GraphEdge, GraphNode } from "@trilho/engine";

/** A chain of nodes after the trigger. */
export function chain(...bodies: Omit<GraphNode, "id">[]): GraphDefinition {
  const nodes: GraphNode[] = [
    { id: "start", type: "trigger" },
    ...bodies.map((body, at) => ({ id: `n${at}`, ...body })),
  ];
  const edges = nodes
    .slice(1)
    .map(({ id }, at): GraphEdge => ({ id: `e${at}`, source: nodes[at]?.id ?? "", target: id }));
  return { version: 2, nodes, edges };
}

/** An action that gives the deal a tag, or takes it. */
export const tag = (actionType: "add_tag" | "remove_tag") => ({
  type: "action" as const,
  actionType,
  config: { tagIds: ["t1"] },
});

/** An action outside, which a test performs. */
export const hook = { type: "action", actionType: "webhook", config: { url: "https://example.com" } } as const;

export const pause = { type: "wait", config: { delaySeconds: 60 } } as const;

export const ask = {
  type: "action",
  actionType: "send_whatsapp",
  config: { text: "?", awaitReply: true, replyTimeoutSeconds: 60 },
} as const;

/** Asks, then goes by `replied` or by `timeout`. */
export const ASKING: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "ask", ...ask },
    { id: "thank", type: "end" },
    { id: "remind", type: "end" },
  ],
  edges: [
    { id: "a", source: "start", target: "ask" },
    { id: "b", source: "ask", target: "thank", sourceHandle: "replied" },
    { id: "c", source: "ask", target: "remind", sourceHandle: "timeout" },
  ],
};
