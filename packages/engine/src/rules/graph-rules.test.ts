import { describe, expect, it } from "vitest";
import { action, branch, condition, edges, end, found, graph, roundRobin, trigger, wait } from "./testing/graphs.ts";
import { validateGraph } from "./validate/validate.ts";

const buttons = [{ id: "yes", label: "Yes" }];
const offer = action("it", "send_whatsapp", { text: "Shall I call?", buttons });
const problem = (definition: unknown, code: string) =>
  validateGraph(definition).problems.find((each) => each.code === code);

describe("edges and handles", () => {
  it.each([
    ["an edge to nowhere", graph([trigger()], ["start > ghost"]), ["dangling-edge /edges/0/target"]],
    ["an edge from nowhere", graph([trigger()], ["ghost > start"]), ["dangling-edge /edges/0/source"]],
    ["an edge between two that are not", graph([trigger()], ["a > b"]), ["dangling-edge /edges/0/source"]],
    [
      "an edge out of an end",
      graph([trigger(), end(), wait("w")], ["start > done", "done > w"]),
      ["edge-out-of-end /edges/1"],
    ],
    [
      "two edges from one handle",
      graph([trigger(), end()], ["start > done", "start next> done"]),
      ["several-edges-from-handle /edges/1"],
    ],
    [
      "a fallback out of a wait",
      graph([trigger(), wait("w"), end()], ["start > w", "w fallback> done"]),
      ["handle-not-offered /edges/1/sourceHandle"],
    ],
    [
      "next out of a condition",
      graph([trigger(), condition("it", branch("a")), end()], ["start > it", "it branch_a> done", "it > done"]),
      ["handle-not-offered /edges/2"],
    ],
    [
      "a branch without edge",
      graph([trigger(), condition("it", branch("a"))], ["start > it"]),
      ["branch-without-edge /nodes/1/condition/branches/0"],
    ],
    [
      "a branch whose edge dangles",
      graph([trigger(), condition("it", branch("a"))], ["start > it", "it branch_a> ghost"]),
      ["dangling-edge /edges/1/target"],
    ],
    [
      "an exit without edge",
      graph([trigger(), roundRobin("it", { id: "a" }, { id: "b" }), end()], ["start > it", "it rr_a> done"]),
      ["exit-without-edge /nodes/1/config/exits/1"],
    ],
    [
      "an edge for a missing button",
      graph([trigger(), offer, end()], ["start > it", "it btn_no> done"]),
      ["edge-for-missing-button /edges/1/sourceHandle"],
    ],
    [
      "handles of other kinds of step out of a condition",
      graph(
        [trigger(), condition("it", branch("a")), end()],
        ["start > it", "it branch_a> done", "it rr_a> done", "it btn_a> done"],
      ),
      ["handle-not-offered /edges/2/sourceHandle", "handle-not-offered /edges/3/sourceHandle"],
    ],
    [
      "two edges from a handle that is not offered",
      graph([trigger(), wait("w"), end()], ["start > w", "w fallback> done", "w fallback> done", "w > done"]),
      [
        "handle-not-offered /edges/1/sourceHandle",
        "several-edges-from-handle /edges/2",
        "handle-not-offered /edges/2/sourceHandle",
      ],
    ],
    [
      "two edges out of an end, each one too many by itself",
      graph([trigger(), end(), wait("w")], ["start > done", "done > w", "done > w"]),
      ["edge-out-of-end /edges/1", "edge-out-of-end /edges/2"],
    ],
    [
      "two edges from one handle to the first of the nodes",
      graph([end(), trigger()], ["start > done", "start > done"]),
      ["several-edges-from-handle /edges/1"],
    ],
    [
      "an edge from nowhere to the first of the nodes",
      graph([wait("a"), trigger()], ["start > a", "ghost > a"]),
      ["dangling-edge /edges/1/source"],
    ],
    [
      "a branch without edge after one that cannot be read",
      graph([trigger(), condition("it", null, "x", { id: 5 }, branch("a"))], ["start > it"]),
      [
        "wrong-type /nodes/1/condition/branches/0",
        "wrong-type /nodes/1/condition/branches/1",
        "wrong-type /nodes/1/condition/branches/2/id",
        "missing-field /nodes/1/condition/branches/2/query",
        "branch-without-edge /nodes/1/condition/branches/3",
      ],
    ],
    [
      "a branch handle out of a round robin",
      graph([trigger(), roundRobin("it"), end()], ["start > it", "it branch_a> done"]),
      ["handle-not-offered /edges/1/sourceHandle"],
    ],
  ])("%s", (_, definition, expected) => {
    expect(found(definition)).toEqual(expected);
  });

  it.each([
    [
      "fallback of any action",
      graph([trigger(), action("it", "close_conversation"), end()], ["start > it", "it fallback> done"]),
    ],
    [
      "every reply handle",
      graph(
        [trigger(), offer, end()],
        [
          "start > it",
          ...["btn_yes", "text_reply", "replied", "timeout", "next", "fallback"].map((handle) => `it ${handle}> done`),
        ],
      ),
    ],
    [
      "text_reply without buttons",
      graph(
        [trigger(), action("it", "send_whatsapp", { awaitReply: true }), end()],
        ["start > it", "it text_reply> done"],
      ),
    ],
    [
      "several edges into one node",
      graph(
        [trigger(), condition("it", branch("a"), branch("b")), end()],
        ["start > it", "it branch_a> done", "it branch_b> done", "it fallback> done"],
      ),
    ],
  ])("%s is legal", (_, definition) => expect(found(definition)).toEqual([]));

  const unreadable: unknown[] = [
    { id: "it", type: "nope" },
    { id: "it", type: 5 },
    { id: "it" },
    { id: "it", type: "action" },
    { id: "it", type: "action", actionType: "nope" },
    { id: "it", type: "action", actionType: "send_whatsapp", config: { text: "Hi", buttons: 5 } },
    { id: "it", type: "condition", condition: 5 },
    { id: "it", type: "condition", condition: { branches: "nope" } },
    { id: "it", type: "round_robin", config: [] },
    { id: "it", type: "round_robin", config: null },
    { id: "it", type: "round_robin", config: { exits: [null] } },
  ];
  it.each(unreadable)("a step whose kind or parts cannot be read has that one problem: %j", (node) => {
    const { problems } = validateGraph(graph([trigger(), node, end()], ["start > it", "it branch_a> done"]));
    expect(problems.map(({ nodeId }) => nodeId)).toEqual(["it"]);
  });

  it("says nothing about handles of a branch without an id", () => {
    const node = { id: "it", type: "condition", condition: { branches: [{ query: {} }] } };
    expect(found(graph([trigger(), node, end()], ["start > it", "it branch_a> done"]))).toEqual([
      "missing-field /nodes/1/condition/branches/0/id",
    ]);
  });

  it("a handle that is no text is one problem", () => {
    const lines = edges("start > it", "it branch_a> done", "it fallback> done");
    const odd = { source: "it", target: "done", sourceHandle: 5 };
    const nodes = [trigger(), condition("it", branch("a")), end()];
    expect(found({ version: 2, nodes, edges: [...lines, odd, odd] })).toEqual([
      "wrong-type /edges/3/sourceHandle",
      "wrong-type /edges/4/sourceHandle",
    ]);
  });
});

const chain = (count: number, make: (id: string) => unknown) => {
  const ids = Array.from({ length: count }, (_, index) => `n${index}`);
  return graph(
    [trigger(), ...ids.map(make)],
    ids.map((id, index) => `${ids[index - 1] ?? "start"} > ${id}`),
  );
};

describe("trigger and limits", () => {
  it.each([
    ["50 nodes", chain(49, (id) => action(id, "close_conversation")), []],
    ["51 nodes", chain(50, (id) => action(id, "close_conversation")), ["too-many-nodes /nodes"]],
    ["30 waits of both kinds", chain(30, (id) => (id < "n2" ? wait(id) : action(id, "wait", { delaySeconds: 5 }))), []],
    [
      "31 waits of both kinds",
      chain(31, (id) => (id < "n2" ? wait(id) : action(id, "wait", { delaySeconds: 5 }))),
      ["too-many-waits /nodes"],
    ],
    ["no trigger", graph([end()]), ["no-trigger /nodes"]],
    [
      "two triggers of one id",
      graph([trigger(), trigger(), end()], ["start > done"]),
      ["duplicate-node-id /nodes/1/id"],
    ],
    [
      "two triggers",
      graph([trigger(), trigger("b"), end()], ["start > done", "b > done"]),
      ["several-triggers /nodes/1"],
    ],
  ])("%s", (_, definition, expected) => expect(found(definition)).toEqual(expected));

  it("may be other than the contract's for a service that allows more", () => {
    expect(
      validateGraph(
        chain(60, (id) => wait(id)),
        { limits: { nodes: 100, waits: 100 } },
      ).valid,
    ).toBe(true);
  });

  it("a mistyped trigger is one problem", () => {
    expect(found(graph([{ id: "start", type: "Trigger" }, end()], ["start > done"]))).toEqual([
      "unknown-node-type /nodes/0/type",
    ]);
  });
});

describe("cycles", () => {
  it("are told once per knot, by a shortest one, from where a run enters it", () => {
    const definition = graph(
      [trigger(), condition("a", branch("x"), branch("y")), wait("b"), wait("c"), wait("d")],
      ["start > a", "a branch_x> b", "b > c", "c > a", "a branch_y> d", "d > a"],
    );
    expect(found(definition)).toEqual(["cycle /edges/5"]);
    expect(problem(definition, "cycle")?.related?.nodeIds).toEqual(["a", "d"]);
  });

  it("may be a node that leads to itself", () => {
    const definition = graph([trigger(), wait("a")], ["start > a", "a > a"]);
    expect(problem(definition, "cycle")).toMatchObject({ path: "/edges/1", related: { nodeIds: ["a"] } });
  });

  it("may go through the trigger", () => {
    const definition = graph([trigger(), wait("a")], ["start > a", "a > start"]);
    expect(problem(definition, "cycle")).toMatchObject({ path: "/edges/1", related: { nodeIds: ["start", "a"] } });
  });

  it("are two problems where two knots are apart", () => {
    const lines = ["start > a", "a > a", "b > b"];
    expect(found(graph([trigger(), wait("a"), wait("b")], lines))).toEqual([
      "cycle /edges/1",
      "cycle /edges/2",
      "unreachable-node /nodes/2",
    ]);
  });
});

describe("unreachable nodes", () => {
  it("are one problem per island, with all its nodes", () => {
    const definition = graph([trigger(), wait("a"), wait("b"), wait("c"), end("z")], ["start > z", "a > b", "c > b"]);
    expect(found(definition)).toEqual(["unreachable-node /nodes/1"]);
    expect(problem(definition, "unreachable-node")?.related?.nodeIds).toEqual(["a", "b", "c"]);
  });

  it("are told at the step where a loose chain begins", () => {
    const definition = graph(
      [trigger(), wait("b"), end("a"), wait("z", 3600), end()],
      ["start > done", "z > b", "b > a"],
    );
    expect(found(definition)).toEqual(["unreachable-node /nodes/3"]);
    expect(problem(definition, "unreachable-node")?.message).toBe(
      "No path from the trigger leads to “Wait 1 hour”, “End” and “Wait 1 minute”.",
    );
  });

  it.each([
    ["an edge from nowhere", graph([trigger(), wait("a"), wait("b")], ["ghost > a", "a > b"]), "dangling-edge"],
    ["an edge to nowhere", graph([trigger(), wait("a"), wait("b")], ["start > ghost", "a > b"]), "dangling-edge"],
    [
      "a branch without edge",
      graph([trigger(), condition("c", branch("x")), wait("a"), wait("b")], ["start > c", "a > b"]),
      "branch-without-edge",
    ],
    [
      "an edge without target",
      { ...graph([trigger(), wait("a"), wait("b")]), edges: [{ source: "start" }, ...edges("a > b")] },
      "missing-field",
    ],
  ])("cut off by %s are told with it", (_, definition, code) => {
    expect(found(definition)).toHaveLength(1);
    expect(problem(definition, code)?.related?.nodeIds).toEqual(["a", "b"]);
  });

  it("of one island more than there are missing edges are a problem", () => {
    const definition = graph([trigger(), condition("c", branch("x")), wait("a"), wait("b")], ["start > c"]);
    expect(found(definition)).toEqual([
      "branch-without-edge /nodes/1/condition/branches/0",
      "unreachable-node /nodes/3",
    ]);
  });

  it("behind a missing edge that is itself cut off are told there", () => {
    const definition = graph([trigger(), condition("b", branch("x")), wait("c")], ["start > ghost"]);
    expect(problem(definition, "dangling-edge")?.related?.nodeIds).toEqual(["b"]);
    expect(problem(definition, "branch-without-edge")?.related?.nodeIds).toEqual(["c"]);
    expect(found(definition)).toHaveLength(2);
  });

  it("are no problem of their own without a trigger", () => {
    expect(found(graph([wait("a"), wait("b")]))).toEqual(["no-trigger /nodes"]);
  });
});

describe("ids", () => {
  it("of nodes are unique; edges of a shared id are not judged further", () => {
    const definition = graph([trigger(), wait("a"), condition("a", branch("x"))], ["start > a", "a branch_x> a"]);
    expect(found(definition).filter((line) => !line.startsWith("cycle"))).toEqual(["duplicate-node-id /nodes/2/id"]);
  });

  it("of nodes are unique from the first on", () => {
    expect(found(graph([wait("a"), wait("a"), trigger()], ["start > a"]))).toEqual(["duplicate-node-id /nodes/1/id"]);
  });

  it("of edges are unique where they are given", () => {
    const lines = edges("start > a", "a > done");
    const same = lines.map((edge) => ({ ...edge, id: "" }));
    expect(found({ ...graph([trigger(), wait("a"), end()]), edges: lines })).toEqual([]);
    expect(found({ ...graph([trigger(), wait("a"), end()]), edges: same })).toEqual(["duplicate-edge-id /edges/1/id"]);
  });
});
