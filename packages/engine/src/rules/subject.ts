import type { GraphDefinition } from "../contract/definition.ts";
import { at } from "../graph/adjacency.ts";
import { compileGraph, handleOf } from "../graph/compile.ts";
import type { CompiledGraph } from "../graph/compile.ts";
import { explainUnreachable } from "./consequences.ts";
import type { GraphLimits, Subject } from "./rule.ts";

/** Compiles a definition and gathers what several rules ask for. */
export function subjectOf(definition: GraphDefinition, limits: GraphLimits): Subject {
  const graph = compileGraph(definition);
  const shared = sharedIds(graph);
  const leaving = handlesInUse(graph);
  const isAmbiguous = (node: number) => shared.has(at(graph.representative, node));
  const leavesBy = (node: number, handle: string) => leaving.get(node)?.has(handle) ?? false;
  return { graph, limits, isAmbiguous, leavesBy, consequences: explainUnreachable({ graph, isAmbiguous, leavesBy }) };
}

/** Positions that stand for an id which several nodes have. */
function sharedIds(graph: CompiledGraph): ReadonlySet<number> {
  const shared = new Set<number>();
  graph.representative.forEach((first, node) => {
    if (first >= 0 && first !== node) shared.add(first);
  });
  return shared;
}

function handlesInUse(graph: CompiledGraph): ReadonlyMap<number, ReadonlySet<string>> {
  const leaving = new Map<number, Set<string>>();
  graph.edges.forEach((edge, index) => {
    const source = at(graph.source, index);
    if (source < 0) return;
    const handles = leaving.get(source) ?? new Set();
    leaving.set(source, handles.add(handleOf(edge)));
  });
  return leaving;
}
