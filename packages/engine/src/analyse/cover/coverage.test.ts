import { describe, expect, it } from "vitest";
import { condition, end, graph, trigger } from "../../rules/testing/graphs.ts";
import { coverage } from "./coverage.ts";
import { when } from "./testing/asking.ts";

describe("coverage", () => {
  it("counts the runs that come to each node and take each edge", () => {
    const definition = graph(
      [trigger(), condition("c", when("x", ["deal.value", ">", 1])), end()],
      ["start > c", "c branch_x> done", "c fallback> done"],
    );
    const startAt = "2026-01-05T12:00:00Z";
    const { nodes, edges, failed } = coverage(definition, [
      { startAt, facts: { deal: { value: 5 } } },
      { startAt, facts: {} },
      { startAt: "soon", facts: {} },
    ]);
    expect(nodes).toEqual(["start", "c", "done"].map((nodeId) => ({ nodeId, runs: 2 })));
    expect(edges.map(({ runs }) => runs)).toEqual([2, 1, 1]);
    expect(failed).toEqual([2]);
  });
});
