import type { GraphDefinition, GraphEdge, GraphNode } from "@trilho/engine";

const at = (index: number) => ({ position: { x: (index % 4) * 340, y: Math.floor(index / 4) * 180 } });

const rule = (field: string, operator: string, value: string | number) => ({
  combinator: "and",
  rules: [{ field, operator, value }],
});

export interface GraphOptions {
  count: number;
  /** Every node has a place of its own; else the editor finds one for each. */
  placed: boolean;
  /** The first message and the first tags are still empty. */
  flawed: boolean;
}

/** Conditions with two branches, messages, tags and waits, one after the other: about `count` nodes, 1.3 edges each. */
export function salesGraph({ count, placed, flawed }: GraphOptions): GraphDefinition {
  const nodes: GraphNode[] = [{ id: "start", type: "trigger" }];
  const edges: GraphEdge[] = [];
  const link = (source: string, target: string, sourceHandle = "next"): void => {
    edges.push({ id: `e${edges.length}`, source, target, sourceHandle });
  };
  let last = "start";
  for (let i = 0; nodes.length < count - 4; i += 1) {
    const empty = flawed && i === 0;
    const [size, hello, tag, pause] = [`size${i}`, `hello${i}`, `tag${i}`, `pause${i}`];
    const branches = [
      { id: "x", label: "VIP", query: rule("deal.value", ">=", 10_000 + i) },
      { id: "y", label: "Warm", query: rule("deal.name", "contains", `n${i}`) },
    ];
    nodes.push(
      { id: size, type: "condition", condition: { branches } },
      {
        id: hello,
        type: "action",
        actionType: "send_whatsapp",
        config: { text: empty ? "" : `Hello {{ contact.firstName }} ${i}` },
      },
      { id: tag, type: "action", actionType: "add_tag", config: { tagIds: empty ? [] : [`t${i}`] } },
      { id: pause, type: "wait", config: { delaySeconds: 86_400 + i * 60 } },
    );
    link(last, size);
    link(size, hello, "branch_x");
    link(size, tag, "branch_y");
    link(size, pause, "fallback");
    link(hello, pause);
    link(tag, pause);
    last = pause;
  }
  nodes.push({ id: "end", type: "end" });
  link(last, "end");
  if (!placed) return { version: 2, nodes, edges };
  return { version: 2, nodes: nodes.map((node, i) => ({ ...node, config: { ...node.config, ui: at(i) } })), edges };
}
