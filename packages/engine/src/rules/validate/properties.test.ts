import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GraphDefinition } from "../../contract/definition.ts";
import { compileGraph } from "../../graph/compile.ts";
import { applyPatch } from "./patch.ts";
import { changed, definitions, sound, withSharedIds } from "../testing/arbitraries.ts";
import { isLegal, leadsTo, wayBack } from "../testing/oracle.ts";
import { validateGraph } from "./validate.ts";

const counted = (list: string[], each: string) => list.filter((code) => code === each).length;

const codes = (definition: unknown) =>
  validateGraph(definition)
    .problems.map(({ code }) => code)
    .toSorted();

const errorsOf = (definition: GraphDefinition) =>
  validateGraph(definition)
    .problems.filter(({ severity }) => severity === "error")
    .map(({ code }) => code);

describe("sound graphs drawn at random", () => {
  it("are valid", () => {
    fc.assert(
      fc.property(sound, (definition) => {
        expect(errorsOf(definition)).toEqual([]);
      }),
    );
  });

  it("are no longer valid when any one edge leads to nowhere: that is the only problem", () => {
    fc.assert(
      fc.property(sound, fc.nat(), (definition, pick) => {
        const { edges = [] } = definition;
        const ghostly = edges.map((each, index) =>
          index === pick % edges.length ? { ...each, target: "ghost" } : each,
        );
        expect(errorsOf({ ...definition, edges: ghostly })).toEqual(["dangling-edge"]);
      }),
    );
  });
});

describe("sound graphs with a change or two", () => {
  it("are valid exactly when the contract's rules hold", () => {
    fc.assert(
      fc.property(changed, (definition) => {
        expect(validateGraph(definition).valid).toBe(isLegal(definition));
      }),
    );
  });
});

describe("against definitions drawn at random", () => {
  it("compiled reachability and components are those of the definition", () => {
    fc.assert(
      fc.property(definitions, (definition) => {
        const graph = compileGraph(definition);
        const reach = new Map(definition.nodes.map(({ id }) => [id, leadsTo(definition, id)]));
        const triggers = definition.nodes.filter(({ type }) => type === "trigger");
        definition.nodes.forEach(({ id }, index) => {
          const isReached = triggers.some((start) => start.id === id || reach.get(start.id)?.has(id));
          expect(graph.reachable[index]).toBe(isReached ? 1 : 0);
          definition.nodes.forEach(({ id: far }, position) => {
            const isSame = id === far || (reach.get(id)?.has(far) && reach.get(far)?.has(id)) === true;
            expect(graph.components.of[index] === graph.components.of[position]).toBe(isSame);
          });
        });
        expect(graph.order === null).toBe(definition.nodes.some(({ id }) => reach.get(id)?.has(id)));
      }),
    );
  });

  it("each cycle told is one: every edge is there, and its knot has no shorter one", () => {
    fc.assert(
      fc.property(definitions, (definition) => {
        const named = {
          ...definition,
          edges: (definition.edges ?? []).map((each, index) => ({ ...each, id: `e${index}` })),
        };
        const cycles = validateGraph(named).problems.filter(({ code }) => code === "cycle");
        const knots = new Set(compileGraph(definition).components.of);
        expect(cycles.length).toBeLessThanOrEqual(knots.size);
        for (const { related } of cycles) {
          const nodes = related?.nodeIds ?? [];
          expect(new Set(nodes).size).toBe(nodes.length);
          const [first = ""] = nodes;
          const knot = definition.nodes.filter(({ id }) => {
            return id === first || (leadsTo(definition, id).has(first) && leadsTo(definition, first).has(id));
          });
          expect(nodes).toHaveLength(Math.min(...knot.map(({ id }) => wayBack(definition, id))));
          expect(nodes).toHaveLength(related?.edgeIds?.length ?? -1);
          related?.edgeIds?.forEach((id, index) => {
            const found = named.edges.find((each) => each.id === id);
            expect([found?.source, found?.target]).toEqual([nodes[index], nodes[(index + 1) % nodes.length]]);
          });
        }
      }),
    );
  });

  it("every unreachable node is told exactly once, and no reachable one", () => {
    fc.assert(
      fc.property(definitions, (definition) => {
        const graph = compileGraph(definition);
        const unreached = definition.nodes.flatMap(({ id }, index) => (graph.reachable[index] ? [] : [id]));
        const tellers = new Set(["unreachable-node", "dangling-edge", "branch-without-edge", "exit-without-edge"]);
        const { problems } = validateGraph(definition);
        const told = problems.flatMap(({ code, related }) => (tellers.has(code) ? (related?.nodeIds ?? []) : []));
        expect(told.toSorted()).toEqual(unreached.toSorted());
      }),
    );
  });

  it("the order of nodes and edges does not change which problems there are", () => {
    const shuffled = fc.oneof(definitions, withSharedIds).chain((definition) =>
      fc.record({
        definition: fc.constant(definition),
        nodes: fc.shuffledSubarray(definition.nodes, { minLength: definition.nodes.length }),
        edges: fc.shuffledSubarray(definition.edges ?? [], { minLength: definition.edges?.length ?? 0 }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ definition, nodes, edges }) => {
        expect(codes({ version: 2, nodes, edges })).toEqual(codes(definition));
      }),
    );
  });

  it("each fix removes its problem and adds none", () => {
    fc.assert(
      fc.property(fc.oneof(definitions, withSharedIds), (definition) => {
        const before = codes(definition);
        for (const { code, fixes = [] } of validateGraph(definition).problems) {
          for (const { patch } of fixes) {
            const rest = codes(applyPatch(definition, patch));
            expect(counted(rest, code)).toBeLessThan(counted(before, code));
            for (const each of new Set(rest)) expect(counted(rest, each)).toBeLessThanOrEqual(counted(before, each));
          }
        }
      }),
    );
  });

  it("anything at all gets a report", () => {
    const node = fc.record(
      {
        id: fc.anything(),
        type: fc.anything(),
        config: fc.anything(),
        condition: fc.anything(),
        actionType: fc.anything(),
      },
      { requiredKeys: [] },
    );
    const any = fc.oneof(
      fc.anything({ withBigInt: true, withMap: true, withNullPrototype: true, withSparseArray: true, withDate: true }),
      fc.record({
        version: fc.anything(),
        nodes: fc.array(fc.oneof(node, fc.anything())),
        edges: fc.array(fc.anything()),
      }),
    );
    fc.assert(
      fc.property(any, (input) => {
        const { valid, problems } = validateGraph(input);
        expect(valid).toBe(!problems.some(({ severity }) => severity === "error"));
        expect(() => JSON.stringify(problems)).not.toThrow();
      }),
    );
  });
});
