import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GraphDefinition, GraphEdge, GraphNode } from "../contract/definition.ts";
import { compileGraph } from "../graph/compile.ts";
import { handlesOf } from "../graph/handles.ts";
import { applyPatch } from "./patch.ts";
import { action, branch, condition, end, roundRobin, trigger, wait } from "./testing/graphs.ts";
import { validateGraph } from "./validate.ts";

const ids = ["start", "a", "b", "c", "d", "e", "__proto__", "constructor"];
const makers: ((id: string) => GraphNode)[] = [
  wait,
  end,
  (id) => condition(id, branch("x"), branch("y", "x")),
  (id) => roundRobin(id, { id: "x" }),
  (id) => action(id, "add_tag", { tagIds: ["t"] }),
  (id) => action(id, "send_whatsapp", { text: "Hi", buttons: [{ id: "x" }] }),
  (id) => action(id, "send_whatsapp", { text: "Hi" }),
  (id) => action(id, "webhook"),
  trigger,
];
const handles = [undefined, "next", "fallback", "branch_x", "branch_y", "rr_x", "btn_x", "timeout", "bad"];

const edge = fc
  .record({
    source: fc.constantFrom(...ids, "ghost"),
    target: fc.constantFrom(...ids, "ghost"),
    handle: fc.constantFrom(...handles),
  })
  .map(({ source, target, handle }) =>
    handle === undefined ? { source, target } : { source, target, sourceHandle: handle },
  );
const other = fc.tuple(fc.constantFrom(...ids.slice(1)), fc.nat(makers.length - 1));
const withNodes = (others: fc.Arbitrary<[string, number][]>): fc.Arbitrary<GraphDefinition> =>
  fc.record({ others, edges: fc.array(edge, { maxLength: 14 }) }).map(({ others: list, edges }) => ({
    version: 2,
    nodes: [trigger(), ...list.map(([id, maker]) => makers[maker]?.(id) ?? end(id))],
    edges,
  }));
const definitions = withNodes(fc.uniqueArray(other, { selector: ([id]) => id }));
const withSharedIds = withNodes(fc.array(other, { maxLength: 8 }));

/** Everything `from` leads to in one step or more, by repeating the definition of reachability until nothing changes. */
function leadsTo({ nodes, edges = [] }: GraphDefinition, from: string): Set<string> {
  const known = new Set(nodes.map(({ id }) => id));
  const reached = new Set<string>();
  for (let before = -1; before !== reached.size;) {
    before = reached.size;
    for (const { source, target } of edges) {
      if (known.has(source) && known.has(target) && (source === from || reached.has(source))) reached.add(target);
    }
  }
  return reached;
}

/** The fewest edges by which a node leads back to itself. */
function wayBack({ nodes, edges = [] }: GraphDefinition, from: string): number {
  const known = new Set(nodes.map(({ id }) => id));
  let layer = new Set([from]);
  for (let length = 1; length <= nodes.length; length += 1) {
    layer = new Set(
      edges.filter(({ source, target }) => layer.has(source) && known.has(target)).map(({ target }) => target),
    );
    if (layer.has(from)) return length;
  }
  return Infinity;
}

const counted = (list: string[], each: string) => list.filter((code) => code === each).length;

const codes = (definition: unknown) =>
  validateGraph(definition)
    .problems.map(({ code }) => code)
    .toSorted();

/** Sound graphs: each node hangs on an open handle of an earlier one, and what stays open leads to an end. */
const sound: fc.Arbitrary<GraphDefinition> = fc
  .array(fc.tuple(fc.constantFrom(0, 2, 3, 4, 5), fc.nat()), { maxLength: 20 })
  .map((picks) => {
    const nodes = [trigger("n0")];
    const edges: GraphEdge[] = [];
    let open = [{ source: "n0", sourceHandle: "next" }];
    picks.forEach(([maker, pick], index) => {
      const node = makers[maker]?.(`n${index + 1}`) ?? end(`n${index + 1}`);
      const place = open.splice(pick % open.length, 1);
      nodes.push(node);
      edges.push(...place.map((from) => ({ ...from, target: node.id })));
      open = [...open, ...handlesOf(node).map((handle) => ({ source: node.id, sourceHandle: handle.id }))];
    });
    nodes.push(end("last"));
    return { version: 2, nodes, edges: [...edges, ...open.map((from) => ({ ...from, target: "last" }))] };
  });

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
