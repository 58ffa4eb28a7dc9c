import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GraphDefinition } from "../../contract/definition.ts";
import { at } from "../../graph/adjacency.ts";
import { compileGraph } from "../../graph/compile.ts";
import type { CompiledGraph } from "../../graph/compile.ts";
import { graphs } from "../../interpreter/testing/arbitraries.ts";
import { coverPaths } from "./flow.ts";

/** Every path from a node over the allowed edges to a place where paths may end. */
function pathsFrom(graph: CompiledGraph, node: number, allowed: ReadonlySet<number>): number[][] {
  const leaving = [...allowed].filter((edge) => at(graph.source, edge) === node);
  if (leaving.length === 0) return [[]];
  return leaving.flatMap((edge) => pathsFrom(graph, at(graph.target, edge), allowed).map((rest) => [edge, ...rest]));
}

function fewest(paths: readonly (readonly number[])[], needed: ReadonlySet<number>): number {
  const masks = paths.map((path) => path.reduce((mask, edge) => mask | (1 << edge), 0));
  const goal = [...needed].reduce((mask, edge) => mask | (1 << edge), 0);
  let reached = new Set([0]);
  for (let count = 0; ; count += 1) {
    if (reached.has(goal)) return count;
    reached = new Set([...reached].flatMap((mask) => masks.map((path) => mask | (path & goal))));
  }
}

function takeable(definition: GraphDefinition) {
  const graph = compileGraph(definition);
  const edges = [...graph.edges.keys()].filter((edge) => graph.reachable[at(graph.source, edge)] === 1);
  return { graph, allowed: new Set(edges.slice(0, 12)) };
}

describe("coverPaths", () => {
  it("takes all needed edges with as few paths as trying every set of paths finds", () => {
    fc.assert(
      fc.property(graphs, (definition) => {
        const { graph, allowed: some } = takeable(definition);
        const reached = new Set([graph.trigger]);
        for (const node of graph.order ?? []) {
          if (reached.has(node))
            for (const edge of some) if (at(graph.source, edge) === node) reached.add(at(graph.target, edge));
        }
        const allowed = new Set([...some].filter((edge) => reached.has(at(graph.source, edge))));
        const { paths, lowerBound } = coverPaths({ graph, allowed, needed: allowed, mayEnd: () => false });
        expect([...new Set(paths.flat())].toSorted((a, b) => a - b)).toEqual([...allowed].toSorted((a, b) => a - b));
        expect(paths.length).toBe(lowerBound);
        expect(lowerBound).toBe(fewest(pathsFrom(graph, graph.trigger, allowed), allowed));
        for (const path of paths) {
          path.forEach((edge, index) =>
            expect(at(graph.source, edge)).toBe(index === 0 ? graph.trigger : at(graph.target, path[index - 1] ?? -1)),
          );
        }
      }),
    );
  });
});
