import { describe, expect, it } from "vitest";
import { comparePointers, isWithin } from "../../json/pointer.ts";
import { action, branch, condition, end, found, graph, named, roundRobin, trigger, wait } from "../testing/graphs.ts";
import { inquiryOf, validateGraph } from "./validate.ts";
import type { ValidateOptions } from "./validate.ts";

const problemsOf = (definition: unknown, options?: ValidateOptions) => validateGraph(definition, options).problems;
const chain = ["start > a", "a > b", "b > c"];
const nodes = [trigger(), wait("a"), wait("b"), wait("c")];

describe("a problem names what takes part in it", () => {
  it.each([
    [
      "two edges from one handle",
      named(graph([trigger(), end(), end("e")], ["start > done", "start > e"])),
      {
        nodeId: "start",
        edgeId: "e1",
        related: { edgeIds: ["e0", "e1"] },
        message: "Two connections leave “Trigger” by “Next”: a run can take only one.",
      },
    ],
    [
      "an edge to nowhere",
      named(graph([trigger(), wait("w")], ["start > w", "w > ghost"])),
      {
        nodeId: "w",
        edgeId: "e1",
        message: "The connection from “Wait 1 minute” leads to a step that does not exist.",
      },
    ],
    [
      "an edge from nowhere",
      named(graph([trigger(), wait("w")], ["start > w", "ghost > w"])),
      { edgeId: "e1", message: "The connection to “Wait 1 minute” comes from a step that does not exist." },
    ],
    [
      "an edge for a branch that is not there",
      graph(
        [trigger(), condition("it", branch("a")), end()],
        ["start > it", "it branch_a> done", "it branch_b> done", "it fallback> done"],
      ),
      {
        code: "edge-for-missing-branch",
        path: "/edges/2/sourceHandle",
        nodeId: "it",
        message: "A connection leaves “Condition” by the branch “b”, which it does not have.",
      },
    ],
    [
      "an edge for an exit that is not there",
      graph([trigger(), roundRobin("it", { id: "a" }), end()], ["start > it", "it rr_a> done", "it rr_b> done"]),
      {
        code: "edge-for-missing-exit",
        message: "A connection leaves “Round robin” by the exit “b”, which it does not have.",
      },
    ],
    [
      "a button of what sends none",
      graph([trigger(), action("it", "add_tag", { tagIds: ["t"] }), end()], ["start > it", "it btn_a> done"]),
      {
        code: "handle-not-offered",
        message: "A connection leaves “Add tags” by “btn_a”, which it does not offer.",
      },
    ],
    [
      "two triggers",
      graph([trigger(), trigger("b"), end()], ["start > done", "b > done"]),
      {
        path: "/nodes/1",
        nodeId: "b",
        related: { nodeIds: ["start", "b"] },
        message: "The automation has 2 triggers: keep one.",
      },
    ],
    [
      "an id that two nodes have",
      graph([trigger(), wait("a"), wait("a")], ["start > a"]),
      { nodeId: "a", message: "Two steps have the id “a”, one of them “Wait 1 minute”: each needs its own." },
    ],
    [
      "an id that two exits have, beside one that cannot be read",
      graph([trigger(), roundRobin("it", { id: "a" }, { id: "a" }), end()], ["start > it", "it rr_a> done"]),
      {
        code: "duplicate-exit-id",
        path: "/nodes/1/config/exits/1/id",
        message: "“Round robin” has two exits with the id “a”: each needs its own.",
      },
    ],
    [
      "an island",
      graph(
        [trigger(), ...["v", "w", "x", "y", "z"].map((id) => wait(id)), end()],
        ["start > done", "v > w", "w > x", "x > y", "y > z"],
      ),
      {
        code: "unreachable-node",
        nodeId: "v",
        related: { nodeIds: ["v", "w", "x", "y", "z"] },
        message: "No path from the trigger leads to “Wait 1 minute”, “Wait 1 minute”, “Wait 1 minute” and 2 more.",
      },
    ],
    [
      "the same message twice in a row",
      graph(
        [trigger(), ...["a", "b"].map((id) => action(id, "send_email", { subject: "Hi", body: "Hi" }))],
        ["start > a", "a > b"],
      ),
      { code: "repeated-message", nodeId: "b", related: { nodeIds: ["a", "b"] } },
    ],
    [
      "an exit that leads nowhere",
      graph([trigger(), roundRobin("it", { id: "ana_b" })], ["start > it"]),
      {
        code: "exit-without-edge",
        path: "/nodes/1/config/exits/0",
        message: "“Round robin”: the exit “ana_b” leads nowhere.",
      },
    ],
    [
      "an edge out of an end",
      graph([trigger(), end(), wait("w")], ["start > done", "done > w"]),
      { nodeId: "done", message: "A connection leaves “End”: nothing can follow an end." },
    ],
    [
      "an id that two edges have",
      {
        ...graph([trigger(), wait("a"), end()]),
        edges: [
          { id: "e", source: "start", target: "a" },
          { id: "e", source: "a", target: "done" },
        ],
      },
      { edgeId: "e", nodeId: "a", message: "Two connections have the id “e”: each needs its own." },
    ],
    [
      "a condition that has no branches at all",
      graph([trigger(), condition("it")], ["start > it"]),
      { code: "condition-without-branches", nodeId: "it" },
    ],
  ])("%s", (_, definition, expected) => {
    expect(problemsOf(definition)).toMatchObject([expected]);
  });

  it("a knot of two shortest cycles: the one with the smaller ids, by the edge that goes back", () => {
    const knot = graph(
      [trigger(), wait("b"), wait("a"), condition("c", branch("x"), branch("y")), end()],
      ["start > c", "c branch_x> b", "b > c", "c branch_y> a", "a > c", "c fallback> done"],
    );
    expect(problemsOf(named(knot))).toMatchObject([
      {
        code: "cycle",
        path: "/edges/4",
        nodeId: "a",
        edgeId: "e4",
        related: { nodeIds: ["c", "a"], edgeIds: ["e3", "e4"] },
        message: "“Condition” and “Wait 1 minute” form a loop. A run never goes back.",
      },
    ]);
  });

  it("a cycle that no trigger leads to begins at its smallest id", () => {
    const apart = named(graph([trigger(), end(), wait("b"), wait("a")], ["start > done", "b > a", "a > b"]));
    expect(problemsOf(apart)[0]).toMatchObject({
      code: "cycle",
      related: { nodeIds: ["a", "b"], edgeIds: ["e2", "e1"] },
    });
  });

  it("among many branches, the second of two with one id", () => {
    const branches = Array.from({ length: 12 }, (_, index) => branch(`b${index % 11}`, index));
    const lines = branches.slice(0, 11).map(({ id }) => `it branch_${String(id)}> done`);
    const definition = graph([trigger(), condition("it", ...branches), end()], ["start > it", ...lines]);
    expect(found(definition)).toEqual(["duplicate-branch-id /nodes/1/condition/branches/11/id"]);
  });
});

describe("a problem of shape says where", () => {
  it.each<[string, unknown, string, string]>([
    ["in the automation", "x", "", "The automation must be an object."],
    ["in a list", { version: 2 }, "/nodes", "“nodes” of the automation is missing."],
    [
      "in a node",
      { version: 2, nodes: [trigger(), { id: "x", type: "end", config: 5 }] },
      "/nodes/1/config",
      "Step 2, “End”: config must be an object.",
    ],
    [
      "in a node without an id",
      { version: 2, nodes: [trigger(), { id: "", type: "end" }] },
      "/nodes/1/id",
      "Step 2, “End”: id must not be empty.",
    ],
    [
      "in an action without a type",
      graph([trigger(), { id: "it", type: "action" }], ["start > it"]),
      "/nodes/1/actionType",
      "Step 2, “Action”, does not say what to do.",
    ],
    [
      "in a part of a node",
      graph([trigger(), roundRobin("it", "x")], ["start > it"]),
      "/nodes/1/config/exits/0",
      "Step 2, “Round robin”: config.exits.0 must be an object.",
    ],
    [
      "in an edge",
      { ...graph(nodes), edges: [{ id: "e", source: "start" }] },
      "/edges/0/target",
      "Connection 1: target is missing.",
    ],
    [
      "in a handle",
      graph(nodes, ["start oops> a"]),
      "/edges/0/sourceHandle",
      "Connection 1: sourceHandle is no exit that a step can have.",
    ],
  ])("%s", (_, definition, path, message) => {
    expect(problemsOf(definition)).toContainEqual(expect.objectContaining({ path, message }));
  });

  it("and whose", () => {
    const misshapen = {
      ...graph([trigger(), { ...wait("it"), config: 5 }]),
      edges: [{ id: "e", source: "start" }, { source: "start" }, null],
    };
    misshapen.nodes.push({ type: "end" } as never);
    const ids = problemsOf(misshapen).map(({ code, nodeId, edgeId }) => [code, nodeId, edgeId]);
    expect(ids).toEqual([
      ["missing-field", undefined, "e"],
      ["missing-field", undefined, undefined],
      ["wrong-type", undefined, undefined],
      ["wrong-type", "it", undefined],
      ["missing-field", undefined, undefined],
    ]);
  });
});

describe("limits", () => {
  it.each<[string, ValidateOptions["limits"], object[]]>([
    ["are met", { nodes: 4, waits: 3, edges: 3, minDelaySeconds: 60 }, []],
    [
      "on waits name the waits",
      { waits: 2 },
      [{ code: "too-many-waits", params: { count: 3, limit: 2 }, related: { nodeIds: ["a", "b", "c"] } }],
    ],
    [
      "on nodes and edges count them",
      { nodes: 3, edges: 2 },
      [
        { code: "too-many-edges", params: { count: 3, limit: 2 } },
        { code: "too-many-nodes", params: { count: 4, limit: 3 } },
      ],
    ],
  ])("%s", (_, limits, expected) => {
    expect(problemsOf(graph(nodes, chain), { limits })).toMatchObject(expected);
  });

  it("on the shortest wait hold for its fix too", () => {
    const [tooShort] = problemsOf(graph([trigger(), wait("a", 30)], ["start > a"]), {
      limits: { minDelaySeconds: 60 },
    });
    expect(tooShort?.message).toBe("“Wait 30 seconds” needs a time to wait, at least 60 seconds.");
    expect(tooShort?.fixes).toMatchObject([{ title: "Wait 60 seconds", safe: false, patch: [{ value: 60 }] }]);
  });

  it.each<[string, ValidateOptions["limits"], number]>([
    ["a million", {}, 1_000_000],
    ["200 a node beyond 5,000 nodes", { nodes: 10_000 }, 2_000_000],
    ["never more than 50 million", { nodes: 1e9 }, 50_000_000],
    ["as many as are asked for", { nodes: 10_000, values: 7 }, 7],
  ])("on the values that are read: %s", (_, limits, values) => {
    expect(inquiryOf(limits === undefined ? {} : { limits }).limits.values).toBe(values);
  });
});

describe("pointers", () => {
  it.each([
    ["/a", "/b"],
    ["/nodes/1", "/nodes/1/id"],
    ["/nodes/2/z", "/nodes/10/a"],
    ["/nodes/10", "/nodes/x"],
    ["/nodes/01", "/nodes/1"],
  ])("%s comes before %s", (first, second) => {
    expect(comparePointers(first, second)).toBeLessThan(0);
    expect(comparePointers(second, first)).toBeGreaterThan(0);
    expect(comparePointers(first, first)).toBe(0);
  });

  it("lie within themselves and what holds them, not within what begins like them", () => {
    expect(isWithin("/nodes/1", "/nodes/1")).toBe(true);
    expect(isWithin("/nodes/1/id", "/nodes/1")).toBe(true);
    expect(isWithin("/nodes/10", "/nodes/1")).toBe(false);
    expect(isWithin("/nodes", "/nodes/1")).toBe(false);
  });
});
