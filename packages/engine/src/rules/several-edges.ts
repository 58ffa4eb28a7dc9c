import { at } from "../graph/adjacency.ts";
import { handleOf } from "../graph/handles.ts";
import type { CompiledGraph } from "../graph/compile.ts";
import { atEdge, removeEdge, wayOf } from "./finding/findings.ts";
import { refOf } from "./finding/names.ts";
import { edgeIdOf } from "./finding/rule.ts";
import type { Rule } from "./finding/rule.ts";

/** At most one edge leaves by each handle of a node: one token cannot take two. */
export const severalEdges: Rule = function* ({ graph, isAmbiguous }) {
  if (hasOneEach(graph)) return;
  const first = new Int32Array(graph.uses.first.length).fill(-1);
  const firstNotOffered = new Map<string, number>();
  for (let index = 0; index < graph.edges.length; index += 1) {
    const source = at(graph.source, index);
    const edge = graph.edges[index];
    // An edge to nowhere is one problem already, and fixing that one settles this.
    if (source < 0 || at(graph.target, index) < 0 || !edge) continue;
    if (edge.sourceHandle !== undefined && typeof edge.sourceHandle !== "string") continue;
    const slot = at(graph.uses.slot, index);
    const name = slot < 0 ? `${source} ${handleOf(edge)}` : "";
    const earlier = slot < 0 ? (firstNotOffered.get(name) ?? -1) : at(first, slot);
    if (earlier < 0) {
      if (slot < 0) firstNotOffered.set(name, index);
      else first[slot] = index;
      continue;
    }
    if (isAmbiguous(source) || graph.nodes[source]?.type === "end") continue;
    yield atEdge(graph, index, "several-edges-from-handle", () => {
      const isSame = graph.target[earlier] === graph.target[index];
      return {
        params: { node: refOf(graph.nodes[source]), way: wayOf(graph, index) },
        related: { edgeIds: [earlier, index].flatMap((position) => edgeIdOf(graph.edges[position]) ?? []) },
        fixes: [removeEdge(index, isSame, { code: "remove-second-edge", params: {} })],
      };
    });
  }
};

/** Whether each edge is the first and only one to leave by a handle that its node offers: so it is in nearly all graphs. */
function hasOneEach({ edges, uses: { slot, first } }: CompiledGraph): boolean {
  for (let index = 0; index < edges.length; index += 1) {
    const own = at(slot, index);
    if (own < 0 || at(first, own) !== index) return false;
  }
  return true;
}
