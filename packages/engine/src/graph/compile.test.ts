import { describe, expect, it } from "vitest";
import { backEdges } from "./back-edges.ts";
import { compileGraph } from "./compile.ts";
import { longestBefore } from "./order.ts";
import type { CompiledGraph } from "./compile.ts";
import type { GraphDefinition } from "../contract/definition.ts";

const chain: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "__proto__", type: "wait", config: { delaySeconds: 60 } },
    { id: "constructor", type: "end" },
  ],
  edges: [
    { source: "start", target: "__proto__" },
    { source: "__proto__", target: "constructor", sourceHandle: "next" },
  ],
};

describe("compileGraph", () => {
  it("finds nodes by any id, also names that plain objects carry", () => {
    const graph = compileGraph(chain);
    expect(graph.indexOf.get("__proto__")).toBe(1);
    expect(graph.indexOf.get("toString")).toBeUndefined();
    expect(graph.edgeByHandle[1]?.get("next")).toBe(1);
  });

  it("orders the nodes, or answers null when there is a cycle", () => {
    expect([...(compileGraph(chain).order ?? [])]).toEqual([0, 1, 2]);
    const loop = { ...chain, edges: [...(chain.edges ?? []), { source: "constructor", target: "start" }] };
    expect(compileGraph(loop).order).toBeNull();
    expect(compileGraph(loop).components.count).toBe(1);
  });
});

const edgesOf = ({ start, edges }: CompiledGraph["out"], node: number) => [
  ...edges.subarray(start[node], start[node + 1]),
];

describe("a draft as integers", () => {
  const draft = {
    version: 2,
    nodes: [
      { id: "start", type: "trigger" },
      { id: "ask", type: "condition", condition: { branches: [{ id: "x" }] } },
      null,
      { id: "ask", type: "wait" },
      { id: "lost", type: "end" },
      { type: "trigger" },
    ],
    edges: [
      { source: "start", target: "ask" },
      { source: "ask", target: "ghost", sourceHandle: "branch_x" },
      null,
      { source: "ask", target: "start", sourceHandle: "fallback" },
      { source: "ask", target: "lost", sourceHandle: "fallback" },
      { source: "ghost", target: "lost" },
    ],
  } as unknown as GraphDefinition;
  it("has the first of nodes that share an id stand for all of them, and none for what has no id", () => {
    const graph = compileGraph(draft);
    expect([...graph.representative]).toEqual([0, 1, -1, 1, 4, -1]);
    expect([...graph.indexOf]).toEqual([
      ["start", 0],
      ["ask", 1],
      ["lost", 4],
    ]);
  });

  it("has -1 where an edge's end is missing, and leaves such edges out of the adjacency", () => {
    const graph = compileGraph(draft);
    expect([...graph.source]).toEqual([0, 1, -1, 1, 1, -1]);
    expect([...graph.target]).toEqual([1, -1, -1, 0, 4, 4]);
    expect(graph.nodes.map((_, node) => edgesOf(graph.out, node))).toEqual([[0], [3, 4], [], [], [], []]);
    expect(graph.nodes.map((_, node) => edgesOf(graph.in, node))).toEqual([[3], [0], [], [], [4], []]);
  });

  it("knows the first edge by each handle, also by handles that are used without leading anywhere", () => {
    const graph = compileGraph(draft);
    expect(graph.edgeByHandle.map((byHandle) => [...byHandle])).toEqual([
      [["next", 0]],
      [["fallback", 3]],
      [],
      [],
      [],
      [],
    ]);
    expect([...graph.uses.slot]).toEqual([0, 1, -1, 2, 2, -1]);
    expect([...graph.uses.first].slice(0, 3)).toEqual([0, 1, 3]);
  });

  it("knows the trigger, what it leads to, and that there is a knot", () => {
    const graph = compileGraph(draft);
    expect(graph.trigger).toBe(0);
    expect([...graph.reachable]).toEqual([1, 1, 0, 0, 1, 0]);
    expect(graph.order).toBeNull();
    const { of } = graph.components;
    expect(of[0]).toBe(of[1]);
    expect(new Set([of[0], of[2], of[3], of[4], of[5]]).size).toBe(5);
  });

  it("is empty where there is nothing", () => {
    const nothing = compileGraph({ version: 2 } as GraphDefinition);
    expect([nothing.trigger, nothing.order?.length, nothing.components.count]).toEqual([-1, 0, 0]);
  });

  it("finds handles in long lists too", () => {
    const exits = Array.from({ length: 20 }, (_, index) => ({ id: `x${index}` }));
    const { uses } = compileGraph({
      version: 2,
      nodes: [
        { id: "turns", type: "round_robin", config: { exits } },
        { id: "done", type: "end" },
      ],
      edges: ["rr_x19", "rr_x3", "rr_x19", "rr_y"].map((sourceHandle) => ({
        source: "turns",
        target: "done",
        sourceHandle,
      })),
    });
    expect([...uses.slot]).toEqual([19, 3, 19, -1]);
    expect([uses.first[19], uses.first[3], uses.first[4]]).toEqual([0, 1, -1]);
  });
});

describe("edges that lead back", () => {
  const ids = ["start", "a", "b", "c", "d"];
  const nodes = ids.map((id) => ({ id, type: id === "start" ? ("trigger" as const) : ("wait" as const) }));
  const back = (...pairs: string[]) => {
    const edges = pairs.map((pair) => ({ source: pair.split(" ")[0] ?? "", target: pair.split(" ")[1] ?? "" }));
    return [...backEdges(compileGraph({ version: 2, nodes, edges }))].map((edge) => pairs[edge]);
  };

  it.each<[string, string[], string[]]>([
    ["there are none without a cycle", ["start a", "a b", "start b"], []],
    ["the one that closes a circle on the way from the trigger", ["b a", "start a", "a b"], ["b a"]],
    ["one that leads to itself", ["start a", "a a"], ["a a"]],
    ["one of each of two circles", ["start a", "a b", "b a", "b c", "c b"], ["c b", "b a"]],
    ["none that only meets an earlier path", ["start a", "start b", "a c", "b c", "c d", "d c"], ["d c"]],
    ["in what no trigger leads to as well, from where nothing leads to", ["c b", "b c", "d b"], ["c b"]],
    ["in a circle that nothing leads into, from its first node", ["d c", "c d"], ["d c"]],
  ])("%s", (_, pairs, expected) => expect(back(...pairs).toSorted()).toEqual(expected.toSorted()));
});

describe("the longest way before each node", () => {
  it("is the greatest sum of weights of a path that ends before it", () => {
    const diamond = compileGraph({
      version: 2,
      nodes: ["a", "b", "c", "d"].map((id) => ({ id, type: "wait" as const })),
      edges: [
        { source: "a", target: "b" },
        { source: "a", target: "d" },
        { source: "b", target: "c" },
        { source: "c", target: "d" },
      ],
    });
    const order = diamond.order ?? Int32Array.of();
    const layers = (weight: (node: number) => number) => [...longestBefore(order, diamond.out, diamond.target, weight)];
    expect(layers(() => 1)).toEqual([0, 1, 2, 3]);
    expect(layers((node) => (node === 0 ? 5 : 0.5))).toEqual([0, 5, 5.5, 6]);
  });
});
