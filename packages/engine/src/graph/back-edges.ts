import { at } from "./adjacency.ts";
import type { CompiledGraph } from "./compile.ts";

/**
 * Edges that lead back into the path they came by, walking depth-first from the triggers and then from the rest.
 * Without them the graph has no cycle. Empty for a graph without cycles.
 */
export function backEdges(graph: CompiledGraph): ReadonlySet<number> {
  const back = new Set<number>();
  if (graph.order !== null) return back;
  const { start, edges } = graph.out;
  const nextSlot = start.slice();
  const state = new Uint8Array(graph.nodes.length);
  const path: number[] = [];
  const enter = (node: number) => {
    state[node] = OPEN;
    path.push(node);
  };
  const step = (node: number) => {
    const slot = at(nextSlot, node);
    if (slot >= at(start, node + 1)) {
      state[node] = DONE;
      path.pop();
      return;
    }
    nextSlot[node] = slot + 1;
    const edge = at(edges, slot);
    const target = at(graph.target, edge);
    if (state[target] === OPEN) back.add(edge);
    else if (state[target] === UNSEEN) enter(target);
  };
  for (const root of startsFirst(graph)) {
    if (state[root] !== UNSEEN) continue;
    enter(root);
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) step(node);
  }
  return back;
}

const UNSEEN = 0;
const OPEN = 1;
const DONE = 2;

/** Every node, those with nothing before them first. */
function startsFirst(graph: CompiledGraph): number[] {
  const all = [...graph.nodes.keys()];
  const isStart = (node: number) => at(graph.in.start, node) === at(graph.in.start, node + 1);
  return [...all.filter((node) => graph.nodes[node]?.type === "trigger"), ...all.filter(isStart), ...all];
}
