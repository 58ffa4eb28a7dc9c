import * as fc from "fast-check";
import { hasCycle, topologicalSort, willCreateCycle } from "graphology-dag";
import { describe, expect, it } from "vitest";
import { canConnect } from "../graph/connect.ts";
import { compileGraph } from "../graph/compile.ts";
import { changed, definitions } from "../rules/testing/arbitraries.ts";
import { validateGraph } from "../rules/validate/validate.ts";
import { toGraphology } from "./graphology.ts";

const graphs = fc.oneof(definitions, changed);

describe("graphology agrees", () => {
  it("on whether there is a cycle", () => {
    fc.assert(
      fc.property(graphs, (definition) => {
        const expected = hasCycle(toGraphology(definition));
        expect(compileGraph(definition).order === null).toBe(expected);
        expect(validateGraph(definition).problems.some(({ code }) => code === "cycle")).toBe(expected);
      }),
    );
  });

  it("that the order has every node once, and every edge pointing forward", () => {
    fc.assert(
      fc.property(graphs, (definition) => {
        const { order } = compileGraph(definition);
        fc.pre(order !== null);
        const graph = toGraphology(definition);
        const keys = Array.from(order ?? [], (position) => `n${position}`);
        expect(keys.toSorted()).toEqual(topologicalSort(graph).toSorted());
        const place = new Map(keys.map((key, index) => [key, index]));
        graph.forEachEdge((_, __, source, target) => {
          expect(place.get(source)).toBeLessThan(place.get(target) ?? -1);
        });
      }),
    );
  });

  it("on which connections would close a cycle", () => {
    fc.assert(
      fc.property(graphs, fc.nat(), fc.nat(), (definition, from, to) => {
        const graph = toGraphology(definition);
        // `willCreateCycle` may never answer where there is a cycle already.
        fc.pre(!hasCycle(graph));
        const compiled = compileGraph(definition);
        const source = from % compiled.nodes.length;
        const target = to % compiled.nodes.length;
        const open = compiled.handles[source]?.find(({ id }) => !compiled.edgeByHandle[source]?.has(id));
        fc.pre(open !== undefined);
        const [sourceId = "", targetId = ""] = [source, target].map((position) => compiled.nodes[position]?.id);
        const answer = canConnect(compiled, sourceId, open?.id ?? "", targetId);
        const refusal = answer.ok ? null : answer.code;
        if (refusal === "into-trigger") return;
        expect(refusal === "cycle" || refusal === "self-loop").toBe(willCreateCycle(graph, `n${source}`, `n${target}`));
      }),
    );
  });
});
