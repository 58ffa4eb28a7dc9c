import { at, eachEdge } from "../graph/adjacency.ts";
import type { CompiledGraph } from "../graph/compile.ts";
import { atEdge, idsOf, removeEdge, wayOf } from "./finding/findings.ts";
import { refOf, refsOf } from "./finding/names.ts";
import { compareText } from "../json/pointer.ts";
import { edgeIdOf } from "./finding/rule.ts";
import type { Rule, Told } from "./finding/rule.ts";
import { shortestCycle } from "./shortest-cycle.ts";
import type { Cycle } from "./shortest-cycle.ts";

/** No cycles: one problem per strongly connected component, with a shortest cycle in `related`. */
export const cycle: Rule = function* ({ graph }) {
  if (graph.order !== null) return;
  let distance: Int32Array | null = null;
  let members: ReadonlyMap<number, number[]> | null = null;
  for (const component of cyclicComponents(graph)) {
    yield {
      code: "cycle",
      tell: () => {
        distance ??= distances(graph);
        members ??= membersOf(graph);
        const edges = startAtEntry(graph, shortestCycle(graph, members.get(component) ?? []), distance);
        const closing = edges.at(-1) ?? -1;
        return atEdge(graph, closing, "cycle", () => told(graph, edges, closing)).tell();
      },
    };
  }
};

function told(graph: CompiledGraph, edges: Cycle, closing: number): Told<"cycle"> {
  const nodes = edges.map((edge) => at(graph.source, edge));
  const edgeIds = edges.flatMap((edge) => edgeIdOf(graph.edges[edge]) ?? []);
  const [from, to] = [graph.source, graph.target].map((end) => refOf(graph.nodes[at(end, closing)]));
  const title = { from: from ?? null, to: to ?? null, way: wayOf(graph, closing) };
  return {
    params: { nodes: refsOf(nodes.map((node) => graph.nodes[node])) },
    related: { nodeIds: idsOf(graph, nodes), edgeIds },
    fixes: [removeEdge(closing, false, { code: "remove-edge-between", params: title })],
  };
}

/** The components with an edge inside. */
function cyclicComponents({ edges, source, target, components: { of } }: CompiledGraph): ReadonlySet<number> {
  const cyclic = new Set<number>();
  for (let edge = 0; edge < edges.length; edge += 1) {
    const [from, to] = [at(source, edge), at(target, edge)];
    if (from >= 0 && to >= 0 && of[from] === of[to]) cyclic.add(at(of, from));
  }
  return cyclic;
}

function membersOf({ nodes, components: { of } }: CompiledGraph): Map<number, number[]> {
  const members = new Map<number, number[]>();
  for (let node = 0; node < nodes.length; node += 1) {
    const list = members.get(at(of, node));
    if (list) list.push(node);
    else members.set(at(of, node), [node]);
  }
  return members;
}

/** Turns a cycle so that it starts where a run would enter it: the edge that closes it is then the one that goes back. */
function startAtEntry(graph: CompiledGraph, edges: Cycle, distance: Int32Array): Cycle {
  let entry = 0;
  for (let index = 1; index < edges.length; index += 1) {
    if (compareEntries(graph, edges[index] ?? -1, edges[entry] ?? -1, distance) < 0) entry = index;
  }
  return [...edges.slice(entry), ...edges.slice(0, entry)];
}

function compareEntries(graph: CompiledGraph, a: number, b: number, distance: Int32Array): number {
  const left = at(graph.source, a);
  const right = at(graph.source, b);
  const nearer = (distance[left] ?? 0) - (distance[right] ?? 0);
  return nearer || compareText(graph.nodes[left]?.id ?? "", graph.nodes[right]?.id ?? "");
}

/** Edges from the first trigger to each node; very many where it does not lead. */
function distances(graph: CompiledGraph): Int32Array {
  const distance = new Int32Array(graph.nodes.length).fill(0x7f_ff_ff_ff);
  if (graph.trigger < 0) return distance;
  distance[graph.trigger] = 0;
  const queue = [graph.trigger];
  for (let next = 0; next < queue.length; next += 1) {
    const node = queue[next] ?? -1;
    eachEdge(graph.out, node, (edge) => {
      const target = at(graph.target, edge);
      if (distance[target] !== 0x7f_ff_ff_ff) return;
      distance[target] = at(distance, node) + 1;
      queue.push(target);
    });
  }
  return distance;
}
