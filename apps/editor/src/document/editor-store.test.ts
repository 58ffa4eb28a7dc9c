import type { GraphDefinition } from "@trilho/engine";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addNode } from "./commands/add.ts";
import { moveNodes, tidyUp } from "./commands/arrange.ts";
import { duplicate, paste } from "./commands/clipboard.ts";
import { copySteps } from "./commands/copy.ts";
import type { Command } from "./commands/command.ts";
import { connect, deleteEdges } from "./commands/connect.ts";
import { rename, updateNode } from "./commands/edit.ts";
import { deleteNodes } from "./commands/remove.ts";
import { edgeKeys, isDrawable, positionOf } from "./document.ts";
import { createEditorStore } from "./editor-store.ts";
import type { EditorStore } from "./editor-store.ts";
import { placementOf } from "./layout/placement.ts";
import { STEP_TYPES } from "./steps.ts";
import { graph, seeded } from "./testing.ts";

const open = (definition: GraphDefinition, now: () => number = () => 0): EditorStore =>
  createEditorStore({ definition, now, random: seeded() });

/** A branch whose rules test the deal's name. */
const rules = (...values: string[]) => {
  const all = values.map((value) => ({ field: "deal.name", operator: "=", value }));
  return { id: "a", query: { combinator: "and", rules: all } };
};

describe("history", () => {
  test("typing into one field is one entry until a pause", () => {
    let time = 0;
    const store = open(graph("t>a"), () => time);
    for (const seconds of [6, 65, 650]) {
      store.getState().run(updateNode("a", { config: { delaySeconds: seconds } }, "delaySeconds"));
      time += 300;
    }
    expect(store.getState().history.past).toHaveLength(1);
    time += 5000;
    store.getState().run(updateNode("a", { config: { delaySeconds: 7 } }, "delaySeconds"));
    expect(store.getState().history.past).toHaveLength(2);
    store.getState().undo();
    store.getState().undo();
    expect(store.getState().definition).toEqual(graph("t>a"));
  });

  test("adding, removing and moving within one field are entries of their own", () => {
    const store = open(graph("t>c", { c: { type: "condition", condition: { branches: [] } } }));
    const steps = [
      [rules()],
      [rules("")],
      [rules("A")],
      [rules("Al")],
      [rules("Al", "")],
      [rules("Al", ""), { id: "b" }],
      [{ id: "b" }, rules("Al", "")],
    ];
    for (const branches of steps) store.getState().run(updateNode("c", { condition: { branches } }, "branches"));
    // Of all these, only the second letter was typed onto the first.
    expect(store.getState().history.past).toHaveLength(steps.length - 1);
  });

  test("a text that comes and goes is typing all the same", () => {
    const store = open(graph("t>a"));
    for (const text of ["H", "Hi", undefined, "Y"]) {
      store.getState().run(updateNode("a", { config: { delaySeconds: 60, ...(text && { text }) } }, "text"));
    }
    expect(store.getState().history.past).toHaveLength(1);
  });

  test("typing into another field starts another entry", () => {
    const store = open(graph("t>a"));
    store.getState().run(updateNode("a", { config: { delaySeconds: 7 } }, "delaySeconds"));
    store.getState().run(rename("a", "Rest"));
    expect(store.getState().history.past).toHaveLength(2);
  });

  test("undo turns to what it brought back", () => {
    const store = open(graph("t>a>b"));
    store.getState().run(deleteNodes(["a"]));
    store.getState().undo();
    expect(store.getState().selection.nodeIds).toEqual(["a"]);
  });

  test("moving one step keeps the others where they are drawn, and tidying takes all places away, in one entry each", () => {
    const store = open(graph("t>a>b"));
    const drawn = placementOf(store.getState().definition).positions;
    store.getState().run(moveNodes(new Map([["a", { x: 400, y: 300 }]])));
    expect(placementOf(store.getState().definition).positions).toEqual(new Map([...drawn, ["a", { x: 400, y: 300 }]]));
    store.getState().run(tidyUp());
    expect(store.getState().definition.nodes.every((node) => positionOf(node) === null)).toBe(true);
    expect(store.getState().history.past).toHaveLength(2);
  });

  test("read-only does nothing", () => {
    const store = open(graph("t>a"));
    store.getState().setReadOnly(true);
    expect(store.getState().run(deleteNodes(["a"]))).toBe(false);
    expect(store.getState().definition.nodes).toHaveLength(2);
  });

  test("a new step is fresh until a person turns to another one", () => {
    const store = open(graph("t>a"));
    store.getState().run(addNode({ type: "wait" }, { kind: "handle", nodeId: "a", handle: "next" }));
    expect(store.getState().fresh.size).toBe(1);
    store.getState().select({ nodeIds: ["t"] });
    expect(store.getState().fresh.size).toBe(0);
  });
});

/** A gesture chosen by numbers, so that any document has something to do it to. */
type Gesture = (definition: GraphDefinition, pick: readonly [number, number, number]) => Command;

const nth = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];
const nodeAt = (definition: GraphDefinition, index: number): string => nth(definition.nodes, index)?.id ?? "none";
const handleAt = (index: number): string =>
  nth(["next", "fallback", "branch_b1", "rr_x1", "rr_x2", "timeout"], index) ?? "next";

const GESTURES: Record<string, Gesture> = {
  addBehind: (definition, [a, b, c]) =>
    addNode(nth(STEP_TYPES, c) ?? { type: "end" }, {
      kind: "handle",
      nodeId: nodeAt(definition, a),
      handle: handleAt(b),
    }),
  addIntoEdge: (definition, [a, , c]) =>
    addNode(nth(STEP_TYPES, c) ?? { type: "end" }, { kind: "edge", edgeKey: nth(edgeKeys(definition), a) ?? "none" }),
  addFree: (_definition, [a, b, c]) =>
    addNode(nth(STEP_TYPES, c) ?? { type: "end" }, { kind: "free", position: { x: a, y: b } }),
  connect: (definition, [a, b, c]) =>
    connect({ source: nodeAt(definition, a), handle: handleAt(b), target: nodeAt(definition, c) }),
  reconnect: (definition, [a, b, c]) => {
    const replacing = nth(edgeKeys(definition), a) ?? "none";
    return connect({ source: nodeAt(definition, b), handle: handleAt(c), target: nodeAt(definition, a), replacing });
  },
  disconnect: (definition, [a]) => deleteEdges([nth(edgeKeys(definition), a) ?? "none"]),
  delete: (definition, [a, b]) => deleteNodes([nodeAt(definition, a), nodeAt(definition, b)]),
  move: (definition, [a, b, c]) => moveNodes(new Map([[nodeAt(definition, a), { x: b, y: c }]])),
  tidy: () => tidyUp(),
  edit: (definition, [a, b]) =>
    updateNode(nodeAt(definition, a), { config: { exits: [{ id: `x${b % 3}` }] } }, "exits"),
  rename: (definition, [a, b]) => rename(nodeAt(definition, a), b % 2 === 0 ? "" : `Step ${b}`),
  duplicate: (definition, [a, b]) => duplicate([nodeAt(definition, a), nodeAt(definition, b)]),
  paste: (definition, [a]) => {
    const steps = copySteps(definition, [nodeAt(definition, a)]);
    return steps ? paste(steps) : () => null;
  },
};

const gesture = fc.record({
  name: fc.constantFrom(...Object.keys(GESTURES), "undo", "redo"),
  pick: fc.tuple(fc.nat(40), fc.nat(40), fc.nat(40)),
  pause: fc.boolean(),
});

test("any gestures with undo and redo among them keep document and history in step", () => {
  fc.assert(
    fc.property(fc.array(gesture, { maxLength: 40 }), (gestures) => {
      let time = 0;
      const start = graph("t>a>b");
      const store = open(start, () => time);
      // What the document was before each entry: the model.
      let behind: GraphDefinition[] = [];
      for (const { name, pick, pause } of gestures) {
        time += pause ? 5000 : 10;
        const { definition, history } = store.getState();
        const make = GESTURES[name];
        if (name === "undo") {
          if (store.getState().undo()) expect(store.getState().definition).toEqual(behind[history.past.length - 1]);
        } else if (name === "redo") {
          store.getState().redo();
        } else if (make && store.getState().run(make(definition, pick))) {
          const entries = store.getState().history.past.length;
          if (entries > history.past.length) behind = [...behind.slice(0, entries - 1), definition];
        }
        expect(isDrawable(store.getState().definition)).toBe(true);
      }
      const end = store.getState().definition;
      const undone = store.getState().history.past.length;
      while (store.getState().undo());
      expect(store.getState().definition).toEqual(start);
      for (let again = 0; again < undone; again += 1) store.getState().redo();
      expect(store.getState().definition).toEqual(end);
    }),
    { numRuns: 150 },
  );
});
