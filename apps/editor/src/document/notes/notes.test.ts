import type { GraphDefinition, JsonValue } from "@trilho/engine";
import { beforeAll, describe, expect, test } from "vitest";
import { addNode } from "../commands/add.ts";
import type { Command } from "../commands/command.ts";
import { moveNodes, tidyUp } from "../commands/arrange.ts";
import { updateNode } from "../commands/edit.ts";
import { deleteNodes } from "../commands/remove.ts";
import { positionOf } from "../document.ts";
import { createEditorStore } from "../editor-store.ts";
import { placementOf } from "../layout/placement.ts";
import { graph, seeded } from "../testing.ts";
import { addNote, changeNote, duplicateNote, moveDrawn, removeNote } from "./commands.ts";
import { frameAround, movedWith } from "./frames.ts";
import { notesCode } from "./notes-code.ts";
import { drawnId, isDrawnNote, MOST_NOTES, notesOf } from "./notes.ts";
import type { Note } from "./notes.ts";

const note: Note = { id: "n1", kind: "note", text: "Ask Ana", x: 10, y: 20, width: 200, height: 100, color: "blue" };
const holding = (notes: JsonValue): GraphDefinition =>
  graph("t>a>b", { t: { type: "trigger", config: { ui: { notes, label: "Go" } } } });
const entries = (definition: GraphDefinition): JsonValue | undefined =>
  (definition.nodes.find(({ type }) => type === "trigger")?.config?.["ui"] as { notes?: JsonValue } | undefined)?.notes;
const after = (definition: GraphDefinition, command: Command): GraphDefinition =>
  command(definition, { random: seeded() })?.definition ?? definition;
const drawn = (definition: GraphDefinition) => ({ definition, placement: placementOf(definition) });

const framing = (definition: GraphDefinition, ids: readonly string[]) => {
  const box = frameAround(drawn(definition), ids);
  if (!box) throw new Error("Nothing is drawn.");
  return after(definition, addNote("frame", box));
};

describe("reading", () => {
  test("what was written comes back as it was, and is the same while it does not change", () => {
    const definition = holding([{ ...note }]);
    expect(notesOf(definition)).toEqual([note]);
    expect(notesOf({ ...definition })).toBe(notesOf(definition));
  });

  test.each<[string, JsonValue]>([
    ["a text", "hello"],
    ["null", null],
    ["no id", { ...note, id: 7 }],
    ["an empty id", { ...note, id: "" }],
    ["another kind", { ...note, kind: "toString" }],
    ["a text that is a list", { ...note, text: [] }],
    ["a text without end", { ...note, text: "x".repeat(10_001) }],
    ["no place", { ...note, x: null }],
    ["a place beyond everything", { ...note, y: 1e9 }],
    ["a negative size", { ...note, width: -1 }],
    ["a size beyond everything", { ...note, height: 1e300 }],
    ["the id of another", { ...note, id: "n2", text: "second" }],
  ])("%s is ignored and kept, and its neighbour is read and changed", (_name, entry) => {
    const definition = holding([{ ...note, id: "n2" }, entry]);
    expect(notesOf(definition).map(({ id }) => id)).toEqual(["n2"]);
    const changed = after(definition, changeNote("n2", { text: "New" }));
    expect(entries(changed)).toEqual([{ ...note, id: "n2", text: "New" }, entry]);
    expect(entries(after(definition, removeNote("n2")))).toEqual([entry]);
  });

  test.each<[string, JsonValue]>([
    ["a text", "hello"],
    ["an object", { length: 3 }],
    ["nothing", null],
  ])("%s in place of the list has no notes", (_name, value) => {
    expect(notesOf(holding(value))).toEqual([]);
  });

  test("an unknown colour is drawn gray, and stays what it is with all other keys", () => {
    const definition = holding([{ ...note, color: "url(evil)", pinned: true }]);
    expect(notesOf(definition)[0]?.color).toBe("gray");
    expect(entries(after(definition, changeNote("n1", { text: "" })))).toEqual([
      { ...note, text: "", color: "url(evil)", pinned: true },
    ]);
  });

  test("of thousands the first are drawn, and no more are added", () => {
    const many = holding(Array.from({ length: 5000 }, (_, index) => ({ ...note, id: `n${index}` })));
    expect(notesOf(many)).toHaveLength(MOST_NOTES);
    expect(addNote("note", note)(many, { random: seeded() })).toBeNull();
  });
});

describe("commands", () => {
  test("a note is added empty, yellow and at whole units; a frame is gray", () => {
    const one = after(graph("t>a"), addNote("note", { x: 1.4, y: 2.6, width: 220, height: 140 }));
    const two = after(one, addNote("frame", { x: 0, y: 0, width: 400, height: 280 }));
    expect(notesOf(two)).toMatchObject([
      { kind: "note", text: "", x: 1, y: 3, color: "yellow" },
      { kind: "frame", text: "", color: "gray" },
    ]);
    expect(new Set(notesOf(two).map(({ id }) => id)).size).toBe(2);
  });

  test("without a trigger there is no place for them", () => {
    const { nodes } = graph("t>a");
    expect(addNote("note", note)({ version: 2, nodes: nodes.slice(1) }, { random: seeded() })).toBeNull();
  });

  test("a copy lies beside the first, with an id of its own", () => {
    const [first, copy] = notesOf(after(holding([{ ...note }]), duplicateNote("n1")));
    expect(copy).toEqual({ ...first, id: copy?.id, x: 34, y: 44 });
    expect(copy?.id).not.toBe("n1");
  });

  test("the last one removed leaves the trigger as it was without any", () => {
    const bare = graph("t>a", { t: { type: "trigger", config: { ui: { label: "Go" } } } });
    const added = after(bare, addNote("note", note));
    expect(after(added, removeNote(notesOf(added)[0]?.id ?? ""))).toEqual(bare);
  });

  test("it never becomes too small to be taken hold of", () => {
    expect(notesOf(after(holding([{ ...note }]), changeNote("n1", { width: 3, height: -9 })))[0]).toMatchObject({
      width: 120,
      height: 64,
    });
  });

  test("the layout of the steps does not change for them, and tidying leaves them", () => {
    const definition = holding([{ ...note }]);
    expect(placementOf(definition).positions).toEqual(placementOf(graph("t>a>b")).positions);
    const moved = after(definition, moveDrawn(new Map([[drawnId(note), { x: 5, y: 6 }]])));
    expect(moved.nodes.map(positionOf)).toEqual([null, null, null]);
    const tidy = after({ ...moved, nodes: moved.nodes.map((node) => node) }, tidyUp());
    expect(notesOf(tidy)).toEqual([{ ...note, x: 5, y: 6 }]);
  });
});

describe("a frame", () => {
  test("around steps takes along those, notes inside it, and nothing else", () => {
    const framed = framing(graph("t>a>b"), ["a", "b"]);
    const [frame] = notesOf(framed);
    if (!frame) throw new Error("There is no frame.");
    const inside = after(framed, addNote("note", { x: frame.x + 4, y: frame.y + 4, width: 120, height: 64 }));
    const places = movedWith(drawn(inside), frame, { x: frame.x + 100, y: frame.y + 50 });
    const [, small] = notesOf(inside);
    expect(moveDrawn(places)(inside, { random: seeded() })?.label.code).toBe("moveFrame");
    expect([...places.keys()].toSorted()).toEqual(["a", "b", drawnId(frame), drawnId(small ?? frame)].toSorted());
    const was = placementOf(inside).positions;
    for (const id of ["a", "b"]) {
      const at = was.get(id);
      expect(places.get(id)).toEqual({ x: (at?.x ?? 0) + 100, y: (at?.y ?? 0) + 50 });
    }
  });

  test("that is moved with its steps is one entry of the history, and undo brings all of it back", () => {
    const framed = framing(graph("t>a>b"), ["a", "b"]);
    const store = createEditorStore({ definition: framed, random: seeded() });
    const [frame] = notesOf(framed);
    if (!frame) throw new Error("There is no frame.");
    const places = movedWith(drawn(framed), frame, { x: frame.x + 300, y: frame.y });
    expect(store.getState().run(moveDrawn(places))).toBe(true);
    const { definition, history, last } = store.getState();
    expect([history.past.length, last?.label.code]).toEqual([1, "moveFrame"]);
    expect(notesOf(definition)[0]?.x).toBe(frame.x + 300);
    const [was, is] = [framed, definition].map((each) => placementOf(each).positions);
    expect(["t", "a", "b"].map((id) => (is?.get(id)?.x ?? 0) - (was?.get(id)?.x ?? 0))).toEqual([0, 300, 300]);
    store.getState().undo();
    expect(store.getState().definition).toEqual(framed);
    // Nobody looks for a note at the trigger that keeps it.
    expect(store.getState().selection.nodeIds).toEqual([]);
  });

  test("leaves a step that sticks out where it is", () => {
    const framed = framing(graph("t>a>b"), ["a"]);
    const [frame] = notesOf(framed);
    if (!frame) throw new Error("There is no frame.");
    const narrow = after(framed, changeNote(frame.id, { width: frame.width / 2 }));
    const [now] = notesOf(narrow);
    expect([...movedWith(drawn(narrow), now ?? frame, { x: 0, y: 0 }).keys()]).toEqual([drawnId(frame)]);
  });
});

const aroundSteps = (ids: readonly string[], definition = graph("t>a>b>c")) => {
  const framed = framing(definition, ids);
  const [frame] = notesOf(framed);
  if (!frame) throw new Error("There is no frame.");
  return { framed, frame };
};
const doing = (definition: GraphDefinition, command: Command) => {
  const store = createEditorStore({ definition, random: seeded() });
  store.getState().run(command);
  return store;
};
const lyingIn = (definition: GraphDefinition): string[] => {
  const [frame] = notesOf(definition);
  if (!frame) return [];
  return [...movedWith(drawn(definition), frame, frame).keys()].filter((id) => !isDrawnNote(id));
};
const behind = (nodeId: string) => addNode({ type: "wait" }, { kind: "handle", nodeId, handle: "next" });

describe("as steps move on", () => {
  beforeAll(() => notesCode.load());

  test("a step in front of a frame moves it along with what lies in it, and undo brings all of it back", () => {
    const { framed, frame } = aroundSteps(["b", "c"]);
    const store = doing(framed, behind("t"));
    const { definition, history } = store.getState();
    expect(lyingIn(definition)).toEqual(["b", "c"]);
    expect(notesOf(definition)[0]).toMatchObject({ width: frame.width, height: frame.height });
    expect(notesOf(definition)[0]?.y).toBeGreaterThan(frame.y);
    expect(history.past).toHaveLength(1);
    store.getState().undo();
    expect(store.getState().definition).toEqual(framed);
  });

  test("a step between two that lie in a frame lies in it as well, and one that goes makes it smaller", () => {
    const { framed, frame } = aroundSteps(["a", "b"]);
    const more = doing(framed, behind("a")).getState().definition;
    const added = more.nodes.find(({ id }) => !framed.nodes.some((node) => node.id === id))?.id ?? "";
    expect(lyingIn(more).toSorted()).toEqual(["a", "b", added].toSorted());
    const less = doing(more, deleteNodes([added])).getState().definition;
    expect(notesOf(less)[0]).toEqual(frame);
  });

  test("a step before or behind the frame does not get into it", () => {
    const { framed } = aroundSteps(["a", "b"]);
    for (const id of ["t", "b", "c"])
      expect(lyingIn(doing(framed, behind(id)).getState().definition)).toEqual(["a", "b"]);
  });

  test("where steps part, a frame stays with the first, as large as it was", () => {
    const branches = [{ id: "x", label: "X", query: { combinator: "and", rules: [] } }];
    const condition = { type: "condition" as const, condition: { branches } };
    const { framed, frame } = aroundSteps(
      ["c", "b"],
      graph("t>c.branch_x>b c.fallback>d>e", { t: { type: "trigger" }, c: condition }),
    );
    const { definition } = doing(framed, updateNode("c", { condition: { branches: [] } }, "branches")).getState();
    expect(lyingIn(definition)).toContain("c");
    expect(lyingIn(definition)).not.toContain("t");
    expect(notesOf(definition)[0]).toMatchObject({ width: frame.width, height: frame.height });
  });

  test("a frame without steps stays", () => {
    const far = after(graph("t>a"), addNote("frame", { x: 5000, y: 0, width: 400, height: 280 }));
    expect(notesOf(doing(far, behind("t")).getState().definition)).toEqual(notesOf(far));
  });

  test("a note goes with the step that it is beside, and one far from all stays", () => {
    const start = graph("t>a>b");
    const at = placementOf(start).positions.get("b") ?? { x: 0, y: 0 };
    const near = after(start, addNote("note", { x: at.x - 240, y: at.y, width: 200, height: 100 }));
    const both = after(near, addNote("note", { x: at.x - 2000, y: at.y, width: 200, height: 100 }));
    const { definition } = doing(both, behind("t")).getState();
    const by = (placementOf(definition).positions.get("b")?.y ?? 0) - at.y;
    expect(by).toBeGreaterThan(0);
    expect(notesOf(definition).map(({ y }) => y - at.y)).toEqual([by, 0]);
  });

  test("what a person moves by hand leaves notes and frames where they are", () => {
    const { framed } = aroundSteps(["a", "b"]);
    const { definition } = doing(framed, moveNodes(new Map([["a", { x: 900, y: 900 }]]))).getState();
    expect(notesOf(definition)).toEqual(notesOf(framed));
    expect(notesOf(doing(definition, tidyUp()).getState().definition)).toEqual(notesOf(framed));
  });
});

test("typing is one entry of the history", () => {
  let at = 0;
  const store = createEditorStore({ definition: holding([{ ...note, text: "" }]), now: () => (at += 100) });
  for (const text of ["H", "Hi"]) store.getState().run(changeNote("n1", { text }, "text"));
  expect(store.getState().history.past).toHaveLength(1);
  store.getState().undo();
  expect(notesOf(store.getState().definition)[0]?.text).toBe("");
});
