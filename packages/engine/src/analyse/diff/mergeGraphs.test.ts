import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GraphDefinition, GraphEdge, GraphNode } from "../../contract/definition.ts";
import { graphs } from "../../interpreter/testing/arbitraries.ts";
import { changed, definitions, withSharedIds } from "../../rules/testing/arbitraries.ts";
import { action, branch, condition, end, graph, trigger, wait } from "../../rules/testing/graphs.ts";
import { hostileDefinitions } from "../testing/hostile.ts";
import { mergeGraphs } from "./mergeGraphs.ts";

const base = graph([trigger(), wait("pause", 60), end()], ["start > pause", "pause > done"]);
const withNodes = (...nodes: GraphNode[]): GraphDefinition => ({ ...base, nodes });
const withEdges = (...edges: GraphEdge[]): GraphDefinition => ({ ...base, edges });
const pause = (config: object): GraphNode => ({ id: "pause", type: "wait", config: { delaySeconds: 60, ...config } });
const ids = ({ nodes }: GraphDefinition) => nodes.map(({ id }) => id);

const strange = (value: number) =>
  withNodes(trigger(), action("__proto__", "webhook", JSON.parse(`{"__proto__":${value}}`)));

describe("what merges by itself", () => {
  it("different fields of one node", () => {
    const mine = withNodes(trigger(), pause({ delaySeconds: 90 }), end());
    const theirs = withNodes(trigger(), pause({ ui: { label: "Breathe" } }), end());
    expect(mergeGraphs(base, mine, theirs)).toEqual({
      problem: null,
      merged: withNodes(trigger(), pause({ delaySeconds: 90, ui: { label: "Breathe" } }), end()),
      conflicts: [],
    });
  });

  it("nodes added by both, each behind what it was put behind", () => {
    const mine = withNodes(trigger(), wait("m"), pause({}), end());
    const theirs = withNodes(trigger(), pause({}), wait("t"), end());
    expect(ids(mergeGraphs(base, mine, theirs).merged)).toEqual(["start", "m", "pause", "t", "done"]);
  });

  it("a node removed by one and left alone by the other, with its edges", () => {
    const mine: GraphDefinition = { ...base, nodes: [trigger(), end()], edges: [{ source: "start", target: "done" }] };
    const { merged, conflicts } = mergeGraphs(base, mine, withNodes(...base.nodes, wait("new")));
    expect([ids(merged), merged.edges, conflicts]).toEqual([["start", "done", "new"], mine.edges, []]);
  });

  it("a branch changed by one and a branch added by the other", () => {
    const before = withNodes(trigger(), condition("c", branch("a"), branch("b")), end());
    const mine = withNodes(trigger(), condition("c", branch("a", "x"), branch("b")), end());
    const theirs = withNodes(trigger(), condition("c", branch("a"), branch("b"), branch("d")), end());
    const { merged, conflicts } = mergeGraphs(before, mine, theirs);
    expect([merged.nodes[1], conflicts]).toEqual([condition("c", branch("a", "x"), branch("b"), branch("d")), []]);
  });
});

describe("what a person must decide", () => {
  it.each<[string, GraphDefinition, GraphDefinition, object[], (merged: GraphDefinition) => unknown, unknown]>([
    [
      "one field changed by both",
      withNodes(trigger(), pause({ delaySeconds: 90 }), end()),
      withNodes(trigger(), pause({ delaySeconds: 30 }), end()),
      [{ kind: "changed-by-both", nodeId: "pause", path: "/config/delaySeconds", base: 60, mine: 90, theirs: 30 }],
      ({ nodes }) => nodes[1],
      pause({ delaySeconds: 90 }),
    ],
    [
      "a node removed by me and changed by them",
      withNodes(trigger(), end()),
      withNodes(trigger(), pause({ delaySeconds: 30 }), end()),
      [
        {
          kind: "removed-and-changed",
          nodeId: "pause",
          path: "",
          base: wait("pause", 60),
          theirs: pause({ delaySeconds: 30 }),
        },
      ],
      ids,
      ["start", "pause", "done"],
    ],
    [
      "an edge to a node that I removed",
      { ...base, nodes: [trigger(), end()], edges: [] },
      {
        ...base,
        edges: [
          { source: "start", target: "pause" },
          { id: "e", source: "pause", target: "done" },
        ],
      },
      [{ kind: "edge-without-node", edgeId: "e", path: "", theirs: { id: "e", source: "pause", target: "done" } }],
      ({ edges }) => edges,
      [],
    ],
    [
      "one handle led to different nodes",
      withEdges({ source: "start", target: "done" }, { source: "pause", target: "done" }),
      withEdges({ id: "t", source: "start", target: "pause" }, { source: "pause", target: "done" }),
      [
        {
          kind: "handle-taken-twice",
          nodeId: "start",
          edgeId: "t",
          path: "",
          mine: { source: "start", target: "done" },
        },
      ],
      ({ edges }) => edges?.length,
      2,
    ],
    [
      "a trigger replaced by each",
      withNodes(trigger("mine"), pause({}), end()),
      withNodes(trigger("theirs"), pause({}), end()),
      [{ kind: "several-triggers", path: "/nodes" }],
      ids,
      ["mine", "theirs", "pause", "done"],
    ],
  ])("%s", (_, mine, theirs, expected, look, seen) => {
    const { merged, conflicts } = mergeGraphs(base, mine, theirs);
    expect(conflicts).toMatchObject(expected);
    expect(look(merged)).toEqual(seen);
  });

  it("edges that together make a circle", () => {
    const before = graph([trigger(), wait("a"), wait("b")], ["start > a"]);
    const add = (...edges: GraphEdge[]): GraphDefinition => ({ ...before, edges: [...(before.edges ?? []), ...edges] });
    const { conflicts } = mergeGraphs(before, add({ source: "a", target: "b" }), add({ source: "b", target: "a" }));
    expect(conflicts).toEqual([{ kind: "cycle", path: "/edges" }]);
  });

  it("branches added at the same place: the first that holds is taken, so their order matters", () => {
    const [before, mine, theirs] = [[], [branch("m")], [branch("t")]].map((more) =>
      withNodes(trigger(), condition("c", branch("a"), ...more), end()),
    );
    if (!before || !mine || !theirs) throw new Error("three graphs");
    const { merged, conflicts } = mergeGraphs(before, mine, theirs);
    expect(conflicts).toMatchObject([
      { kind: "ordered-by-both", nodeId: "c", path: "/condition/branches", mine: ["a", "m"] },
    ]);
    expect(merged.nodes[1]).toEqual(condition("c", branch("a"), branch("m"), branch("t")));
  });

  it("is found under ids and keys that plain objects carry", () => {
    expect(mergeGraphs(strange(1), strange(2), strange(3)).conflicts).toEqual([
      { kind: "changed-by-both", nodeId: "__proto__", path: "/config/__proto__", base: 1, mine: 2, theirs: 3 },
    ]);
  });

  it.each(hostileDefinitions)("is not asked of %s", (_, input) => {
    const { problem, merged } = mergeGraphs(base, base, input as GraphDefinition);
    expect([problem === null || typeof problem === "string", Array.isArray(merged.nodes)]).toEqual([true, true]);
  });
});

/** Versions of one graph: whole other graphs, and ones with a few nodes and edges taken from them. */
const versions = fc
  .tuple(
    fc.oneof(graphs, changed, definitions, withSharedIds),
    fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(3)), { maxLength: 6 }),
    fc.nat(),
  )
  .map(([before, edits, seed]): [GraphDefinition, GraphDefinition, GraphDefinition] => {
    const copies = [structuredClone(before), structuredClone(before)] as const;
    edits.forEach(([which, place, kind], index) => {
      const copy = copies[which % 2 === 0 ? 0 : 1];
      const node = copy.nodes[place % Math.max(copy.nodes.length, 1)];
      const edges = copy.edges ?? [];
      if (kind === 0 && node) node.config = { ...node.config, delaySeconds: (place + index) % 7 };
      else if (kind === 1) copy.nodes.splice(place % (copy.nodes.length + 1), 0, wait(`new${(place + seed) % 5}`));
      else if (kind === 2) copy.nodes.splice(place % (copy.nodes.length + 1), 1);
      else if (place % 2 === 0) edges.splice(place % (edges.length + 1), 1);
      else edges.push({ id: `new${place % 9}`, source: copy.nodes[0]?.id ?? "", target: node?.id ?? "" });
    });
    return [before, ...copies];
  });

describe("the laws of merging", () => {
  it("a side that changed nothing does not matter", () => {
    fc.assert(
      fc.property(versions, ([before, x]) => {
        expect(mergeGraphs(before, x, before)).toEqual({ problem: null, merged: x, conflicts: [] });
        expect(mergeGraphs(before, before, x)).toEqual({ problem: null, merged: x, conflicts: [] });
        expect(mergeGraphs(before, x, x)).toEqual({ problem: null, merged: x, conflicts: [] });
      }),
    );
  });

  it("without conflicts it does not matter whose side is whose", () => {
    fc.assert(
      fc.property(versions, ([before, x, y]) => {
        const there = mergeGraphs(before, x, y);
        const back = mergeGraphs(before, y, x);
        expect(back.conflicts.length === 0).toBe(there.conflicts.length === 0);
        if (there.conflicts.length === 0) expect(back.merged).toEqual(there.merged);
      }),
      { numRuns: 500 },
    );
  });

  it("the same three versions merge to the same, and the inputs stay as they were", () => {
    fc.assert(
      fc.property(versions, (three) => {
        const before = structuredClone(three);
        expect(mergeGraphs(...three)).toEqual(mergeGraphs(...structuredClone(three)));
        expect(three).toEqual(before);
      }),
    );
  });
});
