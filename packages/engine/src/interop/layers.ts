import { topologicalGenerations } from "graphology-dag";
import type { GraphDefinition } from "../contract/definition.ts";
import { backEdges } from "../graph/back-edges.ts";
import { compileGraph } from "../graph/compile.ts";
import { toGraphology } from "./graphology.ts";

/**
 * Node ids in layers for a layout: each node in the layer after the last of those that lead to it, in the order of the
 * definition within a layer. Drafts with cycles are laid out as if the edges that go back were not there.
 *
 * @example
 * ```ts
 * import { layersOf } from "@trilho/engine/interop";
 *
 * layersOf({
 *   version: 2,
 *   nodes: [{ id: "start", type: "trigger" }, { id: "done", type: "end" }],
 *   edges: [{ source: "start", target: "done" }],
 * }); // [["start"], ["done"]]
 * ```
 */
export function layersOf(definition: GraphDefinition): string[][] {
  const compiled = compileGraph(definition);
  const graph = toGraphology(compiled, backEdges(compiled));
  return topologicalGenerations(graph).map((layer) =>
    layer.toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1))).map((key) => graph.getNodeAttribute(key, "id")),
  );
}
