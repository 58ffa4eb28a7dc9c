import { validateGraph } from "@trilho/engine";
import type { GraphDefinition, GraphNode } from "@trilho/engine";
import { createGraphSession } from "@trilho/engine/analyse";
import type { GraphEdit } from "@trilho/engine/analyse";
import type { Benchmark, Case } from "../../harness/benchmark.ts";
import { SALES } from "../graphs/sales.ts";
import { SHAPES } from "../graphs/shapes.ts";

const MS = 1_000_000;

/** What one letter typed, and one step dragged, cost in an editing session. */
export const edits: Benchmark = {
  title: "an edit in a session",
  about:
    "A letter typed into a message's text, and a step moved, with the problems that came and went. The draft lacks six edges, so it has problems with fixes.",
  unit: "edit",
  baseline: "validateGraph of the draft, 50 nodes",
  goals: [
    { say: "a letter at 50 nodes well under 1 ms", case: "a letter, 50 nodes", atMostNs: 0.5 * MS },
    { say: "a letter in a draft with problems under 1 ms", case: "a letter, 50 nodes, draft", atMostNs: MS },
    { say: "a letter at 1,000 nodes a few ms", case: "a letter, 1,000 nodes", atMostNs: 5 * MS },
  ],
  prepare: async () => {
    const draft: GraphDefinition = { ...SALES, edges: (SALES.edges ?? []).filter((_, index) => index % 10 !== 4) };
    const large = SHAPES.chain(1000);
    return [
      editing("a letter, 50 nodes", SALES, "small-hello", typed),
      editing("a letter, 50 nodes, draft", draft, "small-hello", typed),
      editing("a step moved, 50 nodes, draft", draft, "small-hello", moved),
      editing("a letter, 1,000 nodes", large, "s300", typed),
      editing("a step moved, 1,000 nodes", large, "s300", moved),
      { name: "validateGraph of the draft, 50 nodes", role: "ours", run: () => validateGraph(draft) },
      { name: "validateGraph, 50 nodes", role: "ours", run: () => validateGraph(SALES) },
    ];
  },
};

type Change = (node: GraphNode, count: number) => GraphNode;

const typed: Change = (node, count) => ({
  ...node,
  config: { ...node.config, text: `Hello ${count}`, body: `Hello ${count}` },
});
const moved: Change = (node, count) => ({ ...node, config: { ...node.config, ui: { x: count % 1000, y: 5 } } });

function editing(name: string, definition: GraphDefinition, id: string, change: Change): Case {
  const session = createGraphSession(definition);
  const node = definition.nodes.find((each) => each.id === id);
  if (!node) throw new Error(`${name}: no node ${id}`);
  let count = 0;
  return {
    name,
    role: "ours",
    run: () => {
      count += 1;
      const edit: GraphEdit = { type: "put-node", node: change(node, count) };
      const result = session.apply(edit);
      if (!result.ok) throw new Error(result.message);
      return result;
    },
  };
}
