import { describe, expect, it } from "vitest";
import { compileGraph } from "./compile.ts";
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
