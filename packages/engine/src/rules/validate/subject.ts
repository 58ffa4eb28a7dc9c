import type { GraphDefinition } from "../../contract/definition.ts";
import { at } from "../../graph/adjacency.ts";
import { compileGraph, isDrawnLike, recompile } from "../../graph/compile.ts";
import type { CompiledGraph } from "../../graph/compile.ts";
import { nodesByKind } from "../../graph/kinds.ts";
import { placeIn } from "../../graph/uses.ts";
import { explainUnreachable } from "../consequences.ts";
import type { Subject } from "../finding/rule.ts";

/** Compiles a definition and gathers what several rules ask for. `like` is that of a definition that may share its nodes. */
export function subjectOf(
  definition: GraphDefinition,
  { limits, trigger }: Pick<Subject, "limits" | "trigger">,
  like?: Subject,
): Subject {
  const graph = like ? recompile(definition, like.graph) : compileGraph(definition);
  const shared = sharedIds(graph);
  const isAmbiguous = (node: number) => shared.size > 0 && shared.has(at(graph.representative, node));
  const leavesBy = (node: number, handle: string) => {
    const place = placeIn(graph.handles[node] ?? [], handle);
    return place >= 0 && at(graph.uses.first, at(graph.uses.start, node) + place) >= 0;
  };
  const consequences =
    like && isDrawnLike(graph, like.graph) ? like.consequences : explainUnreachable({ graph, isAmbiguous });
  const nodesOf = like?.graph.nodes === graph.nodes ? like.nodesOf : nodesByKind(graph.nodes);
  const { texts, messages } = like ?? { texts: new WeakMap(), messages: new WeakMap() };
  return { graph, limits, trigger, nodesOf, isAmbiguous, leavesBy, texts, messages, consequences };
}

/** Positions that stand for an id which several nodes have. */
function sharedIds({ nodes, indexOf, representative }: CompiledGraph): ReadonlySet<number> {
  const shared = new Set<number>();
  if (indexOf.size === nodes.length) return shared;
  for (let node = 0; node < representative.length; node += 1) {
    const first = at(representative, node);
    if (first >= 0 && first !== node) shared.add(first);
  }
  return shared;
}
