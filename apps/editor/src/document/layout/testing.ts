import { Graph, layout } from "@dagrejs/dagre";
import type { EdgeLabel, GraphLabel, NodeLabel } from "@dagrejs/dagre";
import { handlesOf } from "@trilho/engine";
import type { GraphDefinition, GraphEdge, GraphNode } from "@trilho/engine";
import * as fc from "fast-check";
import { GAP } from "./columns.ts";
import type { Layers } from "./layers.ts";

export const condition = (...ids: string[]): Omit<GraphNode, "id"> => ({
  type: "condition",
  condition: { branches: ids.map((id) => ({ id, query: { combinator: "and", rules: [] } })) },
});

/** Steps that each lead to any number of others; with `joins`, some are led to by two. */
export const forks = (
  joins: fc.Arbitrary<boolean>,
  most = 12,
): fc.Arbitrary<Required<Pick<GraphDefinition, "version" | "nodes" | "edges">>> =>
  fc.array(fc.tuple(fc.nat(), fc.nat(), joins), { minLength: 2, maxLength: most }).map((picks) => {
    const ids = ["c", ...picks.map((_, index) => `s${index}`)];
    const step = condition(...ids);
    const edges = picks.flatMap(([one, another, isJoined], index) => {
      const parents = new Set([ids[one % (index + 1)], ids[another % (index + 1)]].slice(0, isJoined ? 2 : 1));
      return [...parents].map((source = "c") => ({ source, target: `s${index}`, sourceHandle: `branch_s${index}` }));
    });
    return {
      version: 2 as const,
      nodes: [{ id: "t", type: "trigger" as const }, ...ids.map((id): GraphNode => ({ id, ...step }))],
      edges: [{ source: "t", target: "c" }, ...edges],
    };
  });

const QUESTION: Omit<GraphNode, "id"> = {
  type: "action",
  actionType: "send_whatsapp",
  config: { text: "Which one?", buttons: [{ id: "yes" }, { id: "no" }] },
};

/** Questions, tasks and waits that each lead to any number of others, by any of their exits; many stay open. */
export const questions: fc.Arbitrary<GraphDefinition> = fc
  .array(fc.record({ kind: fc.nat(2), from: fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 2 }) }), {
    minLength: 2,
    maxLength: 14,
  })
  .map((picks) => {
    const kinds: Omit<GraphNode, "id">[] = [QUESTION, { type: "action", actionType: "create_task" }, { type: "wait" }];
    const nodes: GraphNode[] = [{ id: "t", type: "trigger" }];
    const taken = new Set<string>();
    const edges: GraphEdge[] = [];
    picks.forEach(({ kind, from }, index) => {
      const target = `s${index}`;
      for (const [of, by] of from) {
        const source = nodes[of % nodes.length];
        const handles = source ? handlesOf(source) : [];
        const sourceHandle = handles[by % handles.length]?.id;
        if (!source || sourceHandle === undefined || taken.has(`${source.id} ${sourceHandle}`)) continue;
        taken.add(`${source.id} ${sourceHandle}`);
        edges.push({ source: source.id, target, sourceHandle });
      }
      nodes.push({ id: target, ...(kinds[kind] ?? QUESTION) });
    });
    return { version: 2, nodes, edges };
  });

type Dag = Graph<GraphLabel, NodeLabel, EdgeLabel>;

/** The middles of cells as dagre has them, of the same cells in the same order. */
export function columnsByDagre({ steps, below, widths }: Layers): number[] {
  const dag: Dag = new Graph<GraphLabel, NodeLabel, EdgeLabel>({ multigraph: true });
  dag.setGraph({ rankdir: "TB", nodesep: GAP.column, ranksep: GAP.layer, edgesep: GAP.pass });
  const passes = new Map<string, number[]>();
  for (let cell = 0; cell < steps; cell += 1) dag.setNode(String(cell), { width: widths[cell] ?? 0, height: 64 });
  for (let cell = 0; cell < steps; cell += 1) {
    for (const next of below[cell] ?? []) {
      const passed: number[] = [];
      let end = next;
      for (; end >= steps; end = below[end]?.[0] ?? 0) passed.push(end);
      // The name sorts edges in reading order.
      const name = String(passes.size).padStart(5, "0");
      passes.set(name, passed);
      dag.setEdge(String(cell), String(end), { minlen: passed.length + 1 }, name);
    }
  }
  layout(dag, { disableOptimalOrderHeuristic: true, customOrder: (graph) => inReadingOrder(graph as Dag, steps) });
  const columns = widths.map((_, cell) => (cell < steps ? (dag.node(String(cell)).x ?? 0) : 0));
  for (const edge of dag.edges()) {
    // dagre puts a point on every half layer: in turn between two layers and within one.
    const inner = (dag.edge(edge).points ?? []).slice(1, -1).filter((_, at) => at % 2 === 1);
    inner.forEach(({ x }, at) => (columns[passes.get(String(edge.name))?.[at] ?? 0] = x));
  }
  return columns;
}

function inReadingOrder(dag: Dag, steps: number): void {
  const filled = new Map<number, number>();
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    const label = dag.node(key);
    const rank = label.rank ?? 0;
    label.order = filled.get(rank) ?? 0;
    filled.set(rank, label.order + 1);
    const out = (dag.outEdges(key) ?? []).toSorted((a, b) => String(a.name).localeCompare(String(b.name)));
    for (const edge of out) visit(edge.w);
  };
  for (let cell = 0; cell < steps; cell += 1) visit(String(cell));
  for (const key of dag.nodes()) visit(key);
}
