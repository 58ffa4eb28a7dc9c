import { describe, expect, it } from "vitest";
import { edges, end, trigger, wait } from "../rules/testing/graphs.ts";
import type { GraphNode } from "../contract/definition.ts";
import { backEdges } from "./back-edges.ts";
import { compileGraph } from "./compile.ts";

const backIn = (nodes: GraphNode[], ...lines: string[]) => [
  ...backEdges(compileGraph({ version: 2, nodes, edges: edges(...lines) })),
];

describe("edges that lead back", () => {
  it("are none without a cycle", () => {
    expect(backIn([trigger(), wait("a"), end()], "start > a", "start fallback> done", "a > done")).toEqual([]);
  });

  it("are those that close a cycle for a run that begins at the trigger, wherever the trigger is in the list", () => {
    expect(backIn([wait("a"), wait("b"), trigger()], "start > b", "b > a", "a > b")).toEqual([2]);
    expect(backIn([wait("a"), wait("b"), trigger()], "start > a", "b > a", "a > b")).toEqual([1]);
  });

  it("without a trigger, for a run that begins where nothing leads", () => {
    expect(backIn([wait("a"), wait("b"), wait("c")], "a > b", "b > a", "c > b")).toEqual([0]);
  });

  it("in cycles that nothing leads into, for a run that begins at the first step of the list", () => {
    expect(backIn([wait("b"), wait("a")], "a > b", "b > a")).toEqual([0]);
  });

  it("are not those to a step that was passed on another way", () => {
    const steps = [trigger(), wait("a"), wait("b"), wait("c")];
    expect(backIn(steps, "start > a", "start fallback> b", "a > c", "b > c", "c > b")).toEqual([3]);
  });

  it("from a step to itself is one", () => {
    expect(backIn([trigger(), wait("a")], "start > a", "a > a")).toEqual([1]);
  });
});
