import { describe, expect, it } from "vitest";
import { action, condition, branch, end, graph, named, roundRobin, trigger, wait } from "../testing/graphs.ts";
import { applyFixes } from "../validate/apply-fixes.ts";
import { validateGraph } from "../validate/validate.ts";

const problemOf = (code: string, definition: unknown) =>
  validateGraph(definition).problems.find((problem) => problem.code === code);
const patchesOf = (code: string, definition: unknown) => problemOf(code, definition)?.fixes?.map(({ patch }) => patch);

describe("where a problem is", () => {
  it("a node whose id is no text has none to tell", () => {
    const { nodes } = graph([trigger(), { ...wait("w", 1), id: 5 }]);
    expect(problemOf("delay-needed", { version: 2, nodes })).not.toHaveProperty("nodeId");
  });

  it("an edge without an id has none to tell", () => {
    expect(problemOf("dangling-edge", graph([trigger()], ["start > ghost"]))).not.toHaveProperty("edgeId");
  });

  it("an edge from nowhere has no node to tell", () => {
    const draft = named(graph([trigger(), end()], ["start > done", "ghost > done"]));
    expect(problemOf("dangling-edge", draft)).not.toHaveProperty("nodeId");
    expect(problemOf("dangling-edge", draft)).toHaveProperty("edgeId", "e1");
  });
});

const twice = (node: object, handle: string) =>
  problemOf(
    "several-edges-from-handle",
    graph([trigger(), node, end(), end("e")], ["start > it", `it ${handle}> done`, `it ${handle}> e`]),
  )?.message;

describe("an exit is called", () => {
  it.each([
    ["as its branch", condition("it", { ...branch("vip"), label: "Large deals" }), "branch_vip", "Large deals"],
    ["as its exit", roundRobin("it", { id: "a" }, { id: "b", label: "Bia" }), "rr_b", "Bia"],
    ["by its number, without a label", roundRobin("it", { id: "b", label: "Bia" }, { id: "a" }), "rr_a", "“Exit 2”"],
    [
      "as the drawing calls it, where there is nothing to label",
      action("it", "create_task"),
      "fallback",
      "“On failure”",
    ],
    ["so for a condition as well", condition("it", branch("vip")), "fallback", "“Otherwise”"],
  ])("%s", (_, node, handle, name) => {
    expect(twice(node, handle)).toContain(name);
  });
});

describe("a fix", () => {
  it("leads a way to the first end that has an id", () => {
    const ends = [{ ...end(), id: 5 }, end("late"), end("later")];
    const draft = graph([trigger(), condition("c", branch("x")), ...ends], ["start > c", "c branch_x> late"]);
    expect(patchesOf("condition-without-fallback", draft)).toEqual([
      [{ op: "add", path: "/edges/-", value: { source: "c", target: "late", sourceHandle: "fallback" } }],
    ]);
  });

  it("makes the list of edges where there is none", () => {
    const nodes = [trigger(), condition("c"), end()];
    expect(
      patchesOf("condition-without-fallback", { version: 2, nodes: [...nodes, condition("d", branch("x"))] }),
    ).toEqual([[{ op: "add", path: "/edges", value: [{ source: "d", target: "done", sourceHandle: "fallback" }] }]]);
  });

  it("leads no trigger to an end, where a run ends as soon as before", () => {
    const draft = graph([trigger(), end(), wait("a")], ["a > done"]);
    expect(patchesOf("nothing-after-trigger", draft)).toEqual([]);
    expect(applyFixes(draft, "safe").applied).toEqual([]);
  });

  it("removes an island with all edges that touch it, from the last to the first", () => {
    const draft = graph(
      [trigger(), wait("a"), end(), condition("c", branch("x"))],
      ["start > done", "a > c", "c branch_x> done", "c fallback> done"],
    );
    expect(patchesOf("unreachable-node", draft)).toEqual([
      [
        { op: "remove", path: "/edges/3" },
        { op: "remove", path: "/edges/2" },
        { op: "remove", path: "/edges/1" },
        { op: "remove", path: "/nodes/3" },
        { op: "remove", path: "/nodes/1" },
      ],
    ]);
  });
});
