import { describe, expect, it } from "vitest";
import type { GraphDefinition } from "../contract/definition.ts";
import { branch, condition, end, found, graph, trigger, wait } from "./testing/graphs.ts";
import { validateGraph } from "./validate/validate.ts";

/** By the place of a problem, what it tells to be unreached. */
const unreached = (definition: unknown) =>
  Object.fromEntries(
    validateGraph(definition).problems.flatMap(({ path, related }) =>
      related?.nodeIds ? [[path, related.nodeIds]] : [],
    ),
  );
const reported = (definition: GraphDefinition) =>
  found(definition).filter((problem) => problem.startsWith("unreachable-node"));

describe("an edge from a step that is not there", () => {
  it("explains all that it leads to", () => {
    const draft = graph([trigger(), end(), wait("x"), wait("y")], ["start > done", "ghost > x", "x > y"]);
    expect(unreached(draft)).toEqual({ "/edges/1/source": ["x", "y"] });
  });

  it("explains the first step of the list too", () => {
    const draft = graph([wait("x"), trigger(), end()], ["start > done", "ghost > x"]);
    expect(unreached(draft)).toEqual({ "/edges/1/source": ["x"] });
  });

  it("of several, the one to the smallest id explains what they share", () => {
    const steps = [trigger(), end(), wait("x"), wait("y")];
    expect(unreached(graph(steps, ["start > done", "ghost > y", "phantom > x", "x > y"]))).toEqual({
      "/edges/2/source": ["x", "y"],
    });
  });

  it("of several to one step, the first explains it", () => {
    const draft = graph([trigger(), end(), wait("x")], ["start > done", "ghost > x", "phantom > x"]);
    expect(unreached(draft)).toEqual({ "/edges/1/source": ["x"] });
  });

  it("explains nothing that is reached anyway", () => {
    const draft = graph([trigger(), wait("x"), end()], ["start > x", "x > done", "ghost > x"]);
    expect(unreached(draft)).toEqual({});
  });

  it("to a step that is not there either explains nothing", () => {
    const draft = graph([trigger(), end(), wait("x")], ["start > done", "ghost > phantom"]);
    expect(reported(draft)).toEqual(["unreachable-node /nodes/2"]);
  });
});

describe("an edge to a step that is not there", () => {
  it("explains a group of steps, by their ids in order", () => {
    const draft = graph([trigger(), wait("w"), wait("v")], ["start > ghost", "w > v"]);
    expect(unreached(draft)).toEqual({ "/edges/0/target": ["v", "w"] });
  });

  it("explains one group of two: that of the smallest id", () => {
    const draft = graph([trigger(), wait("y"), wait("x")], ["start > ghost"]);
    expect(unreached(draft)).toEqual({ "/edges/0/target": ["x"], "/nodes/1": ["y"] });
  });

  it("explains the group that takes the fewest edges to reach", () => {
    const draft = graph([trigger(), wait("a"), wait("b"), end("c"), wait("z")], ["start > ghost", "a > c", "b > c"]);
    expect(unreached(draft)).toEqual({ "/edges/0/target": ["z"], "/nodes/1": ["a", "b", "c"] });
  });

  it("cannot alone explain a group that takes two edges to reach, two can", () => {
    const steps = [trigger(), condition("it", branch("x")), wait("a"), wait("b"), end()];
    const lines = ["start > it", "a > done", "b > done"];
    expect(reported(graph(steps, [...lines, "it branch_x> ghost", "it fallback> ghost"]))).toEqual([]);
    expect(reported(graph(steps.slice(0, 4), ["start > it", "a > b", "it branch_x> ghost"]))).toEqual([]);
    expect(reported(graph([trigger(), ...steps.slice(2)], ["start > ghost", ...lines.slice(1)]))).toEqual([
      "unreachable-node /nodes/1",
    ]);
  });

  it("explains a loop, which takes one edge to reach, and no other group", () => {
    const draft = graph([trigger(), wait("x"), wait("y"), wait("z")], ["start > ghost", "x > y", "y > x"]);
    expect(reported(draft)).toEqual(["unreachable-node /nodes/3"]);
  });

  it("inside a group explains the next, once the group itself is explained", () => {
    const steps = [trigger(), wait("x"), wait("y")];
    expect(reported(graph(steps, ["start > ghost", "x > ghost"]))).toEqual([]);
    expect(reported(graph(steps, ["x > ghost"]))).toEqual(["unreachable-node /nodes/1", "unreachable-node /nodes/2"]);
  });
});

describe("a branch without its edge", () => {
  it("explains a group of steps", () => {
    const draft = graph([trigger(), condition("it", branch("x")), wait("y")], ["start > it", "it fallback> y"]);
    const cut = graph([trigger(), condition("it", branch("x")), wait("y")], ["start > it"]);
    expect(unreached(draft)).toEqual({});
    expect(unreached(cut)).toEqual({ "/nodes/1/condition/branches/0": ["y"] });
  });

  it("explains nothing where two steps share the condition's id", () => {
    const twins = [condition("it", branch("x")), condition("it", branch("x"))];
    expect(reported(graph([trigger(), ...twins, wait("y")], ["start > it"]))).toEqual(["unreachable-node /nodes/3"]);
  });

  it("is none when the very first edge leaves by it", () => {
    const draft = graph(
      [trigger(), condition("it", branch("x")), end()],
      ["it branch_x> done", "it fallback> done", "start > it"],
    );
    expect(found(draft)).toEqual([]);
  });
});

describe("what does not lead nowhere explains nothing", () => {
  it("an edge to the first step of the list", () => {
    const draft = graph([wait("a"), trigger(), wait("x")], ["start > a"]);
    expect(reported(draft)).toEqual(["unreachable-node /nodes/2"]);
  });
});

describe("an edge that cannot be read", () => {
  const steps = [trigger(), end(), wait("x")];
  const withEdge = (edge: unknown) => ({
    version: 2,
    nodes: steps,
    edges: [{ source: "start", target: "done" }, edge],
  });

  it.each([
    ["neither end of which is text", { source: 1, target: 2 }],
    ["one end of which is no text, the other not there", { source: "ghost", target: 2 }],
    ["without a source, to a step that is not there", { target: "ghost" }],
  ])("%s, explains a group", (_, edge) => {
    expect(found(withEdge(edge)).filter((problem) => problem.startsWith("unreachable-node"))).toEqual([]);
  });
});
