import type { GraphDefinition, GraphNode, JsonObject } from "@trilho/engine";
import { describe, expect, test } from "vitest";
import { positionOf } from "../document.ts";
import { placementOf } from "../layout/placement.ts";
import { graph, seeded, wires } from "../testing.ts";
import { addNode, defaultSpot, openHandles } from "./add.ts";
import { alignNodes, distributeNodes } from "./align.ts";
import type { Alignment } from "./align.ts";
import { moveNodes, tidyUp } from "./arrange.ts";
import type { Command } from "./command.ts";
import { checkConnection, connect, deleteEdges } from "./connect.ts";
import { updateNode } from "./edit.ts";
import { deleteNodes } from "./remove.ts";

const branches = (...ids: string[]): Omit<GraphNode, "id"> => ({
  type: "condition",
  condition: { branches: ids.map((id) => ({ id, query: { combinator: "and", rules: [] } })) },
});

const after = (definition: GraphDefinition, command: Command): GraphDefinition =>
  command(definition, { random: seeded() })?.definition ?? definition;

/** Waits with places of their own. */
const placedAt = (places: Record<string, [number, number]>): GraphDefinition =>
  after(
    graph(Object.keys(places).join(" ")),
    moveNodes(new Map(Object.entries(places).map(([id, [x, y]]) => [id, { x, y }]))),
  );

const added = (definition: GraphDefinition, command: Command): string =>
  command(definition, { random: seeded() })?.select?.[0] ?? "";

describe("deleting heals the chain", () => {
  test.each([
    ["the middle of a chain", "t>a>b>c", ["b"], ["a.next>c", "t.next>a"]],
    ["several in a row", "t>a>b>c>d", ["b", "c"], ["a.next>d", "t.next>a"]],
    ["the last step", "t>a>b", ["b"], ["t.next>a"]],
    ["a step that several lead to", "t>a>j c>j j>d", ["j"], ["a.next>d", "c.next>d", "t.next>a"]],
    ["the trigger", "t>a>b", ["t"], ["a.next>b"]],
    ["a step in a loop with itself alone", "t>a a>b b>a", ["b"], ["t.next>a"]],
  ])("%s", (_name, chains, gone, expected) => {
    expect(wires(after(graph(chains), deleteNodes(gone)))).toEqual(expected);
  });

  test("but not where the way on is a choice", () => {
    const definition = graph("t>c c.branch_x>a c.branch_y>b", { c: branches("x", "y") });
    expect(wires(after(definition, deleteNodes(["c"])))).toEqual([]);
  });

  test("keeps the handle it came by", () => {
    const definition = graph("t>c c.branch_x>a>b", { c: branches("x") });
    expect(wires(after(definition, deleteNodes(["a"])))).toEqual(["c.branch_x>b", "t.next>c"]);
  });
});

test.each([
  ["the step before the gap", "t>a>b>c", ["b"], ["a"]],
  ["the step before the first of several", "t>a>b>c", ["b", "c"], ["a"]],
  ["none where nothing led there", "t>a>b", ["t"], []],
])("after deleting, %s is selected", (_name, chains, gone, expected) => {
  expect(deleteNodes(gone)(graph(chains), { random: seeded() })?.select).toEqual(expected);
});

test("deleting what is not there, or hangs on nothing, leaves the edges as they are", () => {
  const definition = graph("t>a b");
  expect(deleteNodes(["gone"])(definition, { random: seeded() })).toBeNull();
  expect(after(definition, deleteNodes(["b"])).edges).toBe(definition.edges);
});

describe("adding", () => {
  test("behind an open handle", () => {
    const definition = graph("t>a");
    const command = addNode({ type: "end" }, { kind: "handle", nodeId: "a", handle: "next" });
    expect(wires(after(definition, command))).toEqual([`a.next>${added(definition, command)}`, "t.next>a"]);
  });

  test("into an edge", () => {
    const definition = graph("t>a");
    const command = addNode({ type: "wait" }, { kind: "edge", edgeKey: "t-a" });
    const id = added(definition, command);
    expect(wires(after(definition, command))).toEqual([`t.next>${id}`, `${id}.next>a`].toSorted());
  });

  test("behind a handle that leads somewhere squeezes in between, and a new condition goes on by its first branch", () => {
    const definition = graph("t>a");
    const command = addNode({ type: "condition" }, { kind: "handle", nodeId: "t", handle: "next" });
    const id = added(definition, command);
    expect(wires(after(definition, command))).toEqual([`t.next>${id}`, `${id}.branch_b1>a`].toSorted());
  });

  test("a trigger leads to the only entry", () => {
    const definition: GraphDefinition = graph("a>b");
    const command = addNode({ type: "trigger" }, { kind: "free" });
    expect(wires(after(definition, command))).toContain(`${added(definition, command)}.next>a`);
  });

  test("a trigger stands above the only entry where steps have places, and leads nowhere where there are two entries", () => {
    const placed = after(graph("a>b"), moveNodes(new Map([["a", { x: 100, y: 300 }]])));
    const command = addNode({ type: "trigger" }, { kind: "free" });
    const { nodes } = after(placed, command);
    expect(nodes[0]).toMatchObject({ type: "trigger", config: { ui: { position: { x: 100, y: 164 } } } });
    expect(wires(after(graph("a b"), command))).toEqual([]);
  });

  test.each([
    ["the automatic layout takes it in where no step has a place", graph("t>a"), undefined],
    ["it lies where it was put, in whole units", placedAt({ t: [0, 0] }), { x: 500, y: 301 }],
    ["it lies beside what was there already", placedAt({ t: [500, 300] }), { x: 824, y: 301 }],
  ])("free on the canvas, %s", (_name, definition, place) => {
    const command = addNode({ type: "wait" }, { kind: "free", ...(place && { position: { x: 500.4, y: 300.6 } }) });
    const node = after(definition, command).nodes.find(({ id }) => id === added(definition, command));
    expect(node && positionOf(node)).toEqual(place ?? null);
  });

  test("into an edge of placed steps moves down what follows, and no other", () => {
    const definition = placedAt({ t: [0, 0], a: [0, 152], b: [900, 152] });
    const joined = { ...definition, edges: graph("t>a").edges ?? [] };
    const command = addNode({ type: "wait" }, { kind: "edge", edgeKey: "t-a" });
    const { [added(joined, command)]: fresh, ...others } = placesOf(after(joined, command));
    expect(fresh).toEqual({ x: 0, y: 152 });
    expect(others).toEqual({ t: { x: 0, y: 0 }, a: { x: 0, y: 304 }, b: { x: 900, y: 152 } });
  });

  test.each([
    ["behind a step that is not there", { kind: "handle", nodeId: "gone", handle: "next" }],
    ["into an edge that is not there", { kind: "edge", edgeKey: "gone" }],
  ] as const)("%s adds nothing", (_name, spot) => {
    expect(addNode({ type: "wait" }, spot)(graph("t>a"), { random: seeded() })).toBeNull();
  });

  test.each<[string, GraphDefinition, string | null, ReturnType<typeof defaultSpot>]>([
    ["goes behind the given step", graph("t>a>b"), "b", { kind: "handle", nodeId: "b", handle: "next" }],
    [
      "squeezes in behind a step without open ends",
      graph("t>a>b"),
      "a",
      { kind: "handle", nodeId: "a", handle: "next" },
    ],
    [
      "goes elsewhere where nothing can follow",
      graph("t>a e", { e: { type: "end" } }),
      "e",
      { kind: "handle", nodeId: "a", handle: "next" },
    ],
    ["lies free where no end is open", graph("t>e", { e: { type: "end" } }), null, { kind: "free" }],
    [
      "takes no notice of a step that is not there",
      graph("t>a"),
      "gone",
      { kind: "handle", nodeId: "a", handle: "next" },
    ],
  ])("by default it %s", (_name, definition, afterId, expected) => {
    expect(
      defaultSpot(
        definition,
        afterId,
        definition.nodes.map(({ id }) => id),
      ),
    ).toEqual(expected);
  });

  test.each<[string, JsonObject, string[]]>([
    ["an answer or none", { awaitReply: true }, ["replied", "timeout"]],
    [
      "each button, another answer, or none",
      { awaitReply: true, buttons: [{ id: "yes" }, { id: "no" }] },
      ["btn_yes", "btn_no", "replied", "text_reply", "timeout"],
    ],
  ])("a message that awaits a reply is open for %s", (_name, config, expected) => {
    const message: GraphNode = {
      id: "a",
      type: "action",
      actionType: "send_whatsapp",
      config: { text: "?", ...config },
    };
    expect(openHandles({ version: 2, nodes: [message] }, message).toSorted()).toEqual(expected.toSorted());
  });

  test("without a wish goes to the first open end in reading order", () => {
    const definition = graph("t>c c.branch_x>a", { c: branches("x", "y"), a: { type: "end" } });
    expect(defaultSpot(definition, null, ["t", "c", "a"])).toEqual({ kind: "handle", nodeId: "c", handle: "branch_y" });
  });

  test("the failure of an action is not an open end", () => {
    const action: GraphNode = { id: "a", type: "action", actionType: "add_tag", config: {} };
    expect(openHandles({ version: 2, nodes: [action] }, action)).toEqual(["next"]);
  });
});

const placesOf = (definition: GraphDefinition) =>
  Object.fromEntries(definition.nodes.map(({ id }) => [id, placementOf(definition).positions.get(id)]));

describe("connecting", () => {
  test("leads a handle that is taken to the new target, under the same edge id", () => {
    const done = after(graph("t>a b"), connect({ source: "t", handle: "next", target: "b" }));
    expect(done.edges).toEqual([{ id: "t-a", source: "t", target: "b", sourceHandle: "next" }]);
  });

  test.each([
    ["to itself", { source: "a", handle: "next", target: "a" }],
    ["into the trigger", { source: "b", handle: "next", target: "t" }],
    ["round in a circle", { source: "b", handle: "next", target: "a" }],
    ["by a handle that is not there", { source: "a", handle: "timeout", target: "b" }],
  ])("refuses an edge %s and changes nothing", (_name, connection) => {
    const definition = graph("t>a>b");
    expect(checkConnection(definition, connection).ok).toBe(false);
    expect(connect(connection)(definition, { random: seeded() })).toBeNull();
  });

  test("edges without ids can be deleted one by one", () => {
    const definition: GraphDefinition = { ...graph("t a"), edges: [{ source: "t", target: "a" }] };
    expect(after(definition, deleteEdges(["t:next:a"])).edges).toEqual([]);
  });
});

describe("editing", () => {
  test("a branch that is gone takes its edge along", () => {
    const definition = graph("t>c c.branch_x>a c.branch_y>b", { c: branches("x", "y") });
    const { condition = null } = branches("y");
    expect(wires(after(definition, updateNode("c", { condition }, "branches")))).toEqual(["c.branch_y>b", "t.next>c"]);
  });

  test("config.ui outlives a form that does not know it", () => {
    const definition = graph("t>a", { a: { type: "wait", config: { delaySeconds: 5, ui: { label: "Rest" } } } });
    const done = after(definition, updateNode("a", { config: { delaySeconds: 9 } }, "delaySeconds"));
    expect(done.nodes[1]?.config).toEqual({ delaySeconds: 9, ui: { label: "Rest" } });
  });
});

describe("aligning", () => {
  const placed = after(
    graph("t a b"),
    moveNodes(
      new Map([
        ["t", { x: 0, y: 0 }],
        ["a", { x: 100, y: 70 }],
        ["b", { x: 400, y: 300 }],
      ]),
    ),
  );
  const all = ["t", "a", "b"];
  const places = (command: Command) => after(placed, command).nodes.map((node) => positionOf(node));

  test.each<[Alignment, number[], number[]]>([
    ["left", [0, 0, 0], [0, 70, 300]],
    ["centre", [200, 200, 200], [0, 70, 300]],
    ["right", [400, 400, 400], [0, 70, 300]],
    ["top", [0, 100, 400], [0, 0, 0]],
    ["middle", [0, 100, 400], [150, 150, 150]],
    ["bottom", [0, 100, 400], [300, 300, 300]],
  ])("%s", (to, xs, ys) => {
    expect(places(alignNodes(all, to))).toEqual(xs.map((x, index) => ({ x, y: ys[index] })));
  });

  test("spacing out keeps the outermost steps and makes the gaps equal", () => {
    expect(places(distributeNodes(all, "horizontal")).map((at) => at?.x)).toEqual([0, 200, 400]);
    expect(places(distributeNodes(all, "vertical")).map((at) => at?.y)).toEqual([0, 150, 300]);
  });

  test.each([
    ["one step alone", alignNodes(["a"], "left")],
    ["steps that are on a line already", alignNodes(["a", "a"], "left")],
    ["two steps to space out", distributeNodes(["a", "b"], "vertical")],
    ["steps that are not there", alignNodes(["x", "y"], "top")],
  ])("leaves %s as it is", (_name, command) => {
    expect(command(placed, { random: seeded() })).toBeNull();
  });
});

describe("joining by hand", () => {
  test.each([
    ["the end of a branch to a step further down", graph("t>a>b>c t.fallback>d"), { source: "d", target: "c" }],
    ["a step that hangs on nothing", graph("t>a>b x>y"), { source: "b", target: "x" }],
  ])("%s leaves every step where it is", (_name, definition, ends) => {
    const joined = after(definition, connect({ ...ends, handle: "next" }));
    expect(wires(joined)).toContain(`${ends.source}.next>${ends.target}`);
    expect(placesOf(joined)).toEqual(placesOf(definition));
    expect(placementOf(after(joined, tidyUp())).auto).toBe(true);
  });

  test("keeps the automatic layout where that moves nothing", () => {
    const joined = after(graph("t>a b"), connect({ source: "a", handle: "next", target: "b" }));
    const again = after(joined, connect({ source: "a", handle: "fallback", target: "b" }));
    expect(placesOf(again)).toEqual(placesOf(joined));
  });
});

test.each([
  [49, 50],
  [50, 50],
  [60, 60],
])("an automation of %d steps has %d after one is added", (length, then) => {
  const ids = Array.from({ length: length - 1 }, (_, index) => `s${index}`);
  const definition = graph(["t", ...ids].join(">"));
  expect(after(definition, addNode({ type: "wait" }, { kind: "free" })).nodes).toHaveLength(then);
});
