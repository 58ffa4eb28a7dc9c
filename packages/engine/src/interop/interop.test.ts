import { describe, expect, it } from "vitest";
import type { GraphDefinition } from "../contract/definition.ts";
import { fromGraphology, toGraphology } from "./graphology.ts";
import { layersOf } from "./layers.ts";

const diamond: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "__proto__", type: "trigger" },
    { id: "constructor", type: "condition", condition: { branches: [] } },
    { id: "left", type: "wait", config: { delaySeconds: 5 } },
    { id: "end", type: "end" },
  ],
  edges: [
    { id: "a", source: "__proto__", target: "constructor" },
    { id: "b", source: "constructor", target: "left", sourceHandle: "branch_x" },
    { id: "c", source: "constructor", target: "end", sourceHandle: "fallback" },
    { id: "d", source: "constructor", target: "end", sourceHandle: "branch_y" },
    { id: "e", source: "left", target: "end" },
  ],
};

describe("graphology", () => {
  it("takes a definition there and back", () => {
    const graph = toGraphology(diamond);
    expect([graph.order, graph.size]).toEqual([4, 5]);
    expect(fromGraphology(graph)).toEqual(diamond);
  });

  it("leaves out edges that lead nowhere", () => {
    const edges = [...(diamond.edges ?? []), { source: "left", target: "ghost" }];
    expect(toGraphology({ ...diamond, edges }).size).toBe(5);
  });
});

describe("layersOf", () => {
  it("puts each node after all that lead to it", () => {
    expect(layersOf(diamond)).toEqual([["__proto__"], ["constructor"], ["left"], ["end"]]);
  });

  it("lays out a draft with cycles and loose nodes", () => {
    const draft: GraphDefinition = {
      ...diamond,
      nodes: [...diamond.nodes, { id: "loose", type: "end" }, { id: "self", type: "wait" }],
      edges: [...(diamond.edges ?? []), { source: "end", target: "constructor" }, { source: "self", target: "self" }],
    };
    expect(layersOf(draft)).toEqual([["__proto__", "loose", "self"], ["constructor"], ["left"], ["end"]]);
  });

  it("lays out nothing", () => {
    expect(layersOf({ version: 2, nodes: [] })).toEqual([]);
  });
});
