import type { GraphDefinition, GraphNode } from "@trilho/engine";
import { describe, expect, test } from "vitest";
import { graph, seeded, wires } from "../testing.ts";
import { addNode, defaultSpot, openHandles } from "./add.ts";
import { copySteps, duplicate, paste, readSteps } from "./clipboard.ts";
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

  test("without a wish goes to the first open end in reading order", () => {
    const definition = graph("t>c c.branch_x>a", { c: branches("x", "y"), a: { type: "end" } });
    expect(defaultSpot(definition, null, ["t", "c", "a"])).toEqual({ kind: "handle", nodeId: "c", handle: "branch_y" });
  });

  test("the failure of an action is not an open end", () => {
    const action: GraphNode = { id: "a", type: "action", actionType: "add_tag", config: {} };
    expect(openHandles({ version: 2, nodes: [action] }, action)).toEqual(["next"]);
  });
});

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

describe("the clipboard", () => {
  test("copies get ids of their own, and the edges among them follow", () => {
    const definition = graph("t>a>b>c");
    const steps = readSteps(JSON.stringify(copySteps(definition, ["a", "b"])));
    if (!steps) throw new Error("unreadable");
    const done = paste(steps)(definition, { random: seeded() });
    const [a, b] = done?.select ?? [];
    expect(new Set(done?.definition.nodes.map(({ id }) => id)).size).toBe(6);
    expect(wires(done?.definition ?? definition)).toContain(`${a}.next>${b}`);
  });

  test("an automation keeps its one trigger", () => {
    expect(after(graph("t>a"), duplicate(["t", "a"])).nodes.filter(({ type }) => type === "trigger")).toHaveLength(1);
  });

  test.each([
    "",
    "hello",
    "{}",
    "[]",
    '{"kind":"trilho/steps","nodes":[{"id":1}]}',
    '{"kind":"trilho/steps","nodes":[]}',
  ])("text without steps is left alone: %s", (text) => {
    expect(readSteps(text)).toBeNull();
  });
});
