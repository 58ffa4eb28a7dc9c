import type { GraphNode } from "@trilho/engine";
import { describe, expect, test } from "vitest";
import { edgeKeys, findNode, isDrawable, labelOf, mapNodes, positionOf, withUi } from "./document.ts";
import { newEdgeId, newNodeId, newPartId } from "./ids.ts";
import { graph, seeded } from "./testing.ts";

const edge = { source: "t", target: "a" };
const node = { id: "t", type: "trigger" };

test.each<[string, unknown, boolean]>([
  ["nodes alone", { nodes: [node] }, true],
  ["no nodes", { nodes: [] }, true],
  ["an edge to a step that is not there", { nodes: [node], edges: [edge] }, true],
  ["a step of an unknown type", { nodes: [{ id: "a", type: "teleport" }] }, true],
  ["nothing", null, false],
  ["a list", [], false],
  ["nodes that are no list", { nodes: {} }, false],
  ["a node that is no object", { nodes: ["t"] }, false],
  ["a node without an id", { nodes: [{ type: "trigger" }] }, false],
  ["a node without a type", { nodes: [{ id: "t" }] }, false],
  ["two nodes of one id", { nodes: [node, node] }, false],
  ["edges that are no list", { nodes: [node], edges: {} }, false],
  ["an edge that is no object", { nodes: [node], edges: [null] }, false],
  ["an edge from nowhere", { nodes: [node], edges: [{ target: "t" }] }, false],
  ["an edge to nowhere", { nodes: [node], edges: [{ source: "t" }] }, false],
])("%s can be drawn or not", (_name, value, drawable) => {
  expect(isDrawable(value)).toBe(drawable);
});

const placed = (position: unknown): GraphNode => ({ id: "a", type: "wait", config: { ui: { position } } as never });

test.each<[unknown, { x: number; y: number } | null]>([
  [
    { x: 1, y: -2.5 },
    { x: 1, y: -2.5 },
  ],
  [{ x: null, y: 2 }, null],
  [{ x: 1, y: true }, null],
  [{ x: 1 }, null],
  [{ x: "1", y: "2" }, null],
  [{ x: Number.NaN, y: 2 }, null],
  [[1, 2], null],
  [undefined, null],
])("the place %j is %j", (position, expected) => {
  expect(positionOf(placed(position))).toEqual(expected);
});

test.each<[unknown, string]>([
  ["Rest", "Rest"],
  [" Rest ", " Rest "],
  ["  ", ""],
  [7, ""],
])("the name %j is %j", (label, expected) => {
  expect(labelOf({ id: "a", type: "wait", config: { ui: { label } } as never })).toBe(expected);
});

describe("what the editor keeps of a step", () => {
  const rest: GraphNode = { id: "a", type: "wait", config: { delaySeconds: 5, ui: { label: "Rest" } } };

  test("is set beside the rest, and removed by undefined", () => {
    expect(withUi(rest, { position: 1 }).config).toEqual({ delaySeconds: 5, ui: { label: "Rest", position: 1 } });
    expect(withUi(rest, { label: undefined }).config).toEqual({ delaySeconds: 5 });
    expect(withUi({ id: "a", type: "end" }, { label: "Done" }).config).toEqual({ ui: { label: "Done" } });
  });

  test("needs no config where there is nothing to keep", () => {
    const end: GraphNode = { id: "a", type: "end" };
    expect(withUi(end, { label: undefined })).toBe(end);
  });

  test("is read of a config of any shape", () => {
    expect(labelOf({ id: "a", type: "wait", config: [] as never })).toBe("");
    expect(labelOf({ id: "a", type: "wait", config: { ui: "x" } })).toBe("");
  });
});

test("of nodes that share an id the first is found", () => {
  const nodes: GraphNode[] = [
    { id: "a", type: "wait" },
    { id: "a", type: "end" },
  ];
  expect(findNode({ version: 2, nodes }, "a")).toBe(nodes[0]);
  expect(findNode({ version: 2, nodes }, "b")).toBeUndefined();
});

test("every edge has a key of its own, with an id or not", () => {
  const edges = [
    { id: "e", source: "t", target: "a" },
    { id: "e", source: "t", target: "b" },
    { source: "t", target: "c", sourceHandle: "fallback" },
    { source: "t", target: "c", sourceHandle: "fallback" },
  ];
  expect(edgeKeys({ version: 2, nodes: [], edges })).toEqual(["e", "e#1", "t:fallback:c", "t:fallback:c#3"]);
});

test("a change that leaves all nodes alone is the same definition", () => {
  const definition = graph("t>a");
  expect(mapNodes(definition, (each) => each)).toBe(definition);
  expect(mapNodes(definition, (each) => (each.id === "a" ? { ...each } : each)).nodes[0]).toBe(definition.nodes[0]);
});

describe("a new id", () => {
  test("says what it is of, and is taken once", () => {
    const random = seeded();
    expect(newNodeId(new Set(), "wait", random)).toMatch(/^wait_[\da-z]{6}$/);
    expect(newEdgeId(new Set(), random)).toMatch(/^e_[\da-z]{6}$/);
    const first = newNodeId(new Set(), "wait", seeded());
    expect(newNodeId(new Set([first]), "wait", seeded())).toMatch(/^wait_[\da-z]{6}$/);
    expect(newNodeId(new Set([first]), "wait", seeded())).not.toBe(first);
  });

  test("is new though chance says the same again and again", () => {
    expect(newNodeId(new Set(["end_000000", "end_0000002"]), "end", () => 0)).toBe("end_0000003");
  });

  test.each([
    ["branch", /^b_[\da-z]{6}$/],
    ["rr", /^x_[\da-z]{6}$/],
    ["btn", /^k_[\da-z]{6}$/],
  ] as const)("of a %s counts nothing: it is none that a deleted one had", (kind, form) => {
    const random = seeded();
    const deleted = newPartId(kind, new Set(), random);
    const added = newPartId(kind, new Set(), random);
    expect(added).toMatch(form);
    expect(added).not.toBe(deleted);
  });
});
