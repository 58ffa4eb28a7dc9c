import "fake-indexeddb/auto";
import { applyFixes, applyPatch, handlesOf } from "@trilho/engine";
import type { GraphDefinition, JsonObject } from "@trilho/engine";
import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { toFlowEdges, toFlowNode } from "../canvas/flow-model.ts";
import { EMPTY_LOOKUP } from "./lookup.ts";
import { outlineRows } from "../features/outline/rows.ts";
import { blankDraft } from "./draft/draft.ts";
import { readEntry, writeEntry } from "../features/drafts/journal.ts";
import { sentenceTree } from "../describe/sentences/tree.ts";
import type { Sentence } from "../describe/sentences/tree.ts";
import { addNode, defaultSpot } from "./commands/add.ts";
import { alignNodes, distributeNodes } from "./commands/align.ts";
import { moveNodes, tidyUp } from "./commands/arrange.ts";
import { duplicate, paste, readSteps } from "./commands/clipboard.ts";
import { copySteps } from "./commands/copy.ts";
import type { Command } from "./commands/command.ts";
import { connect, deleteEdges } from "./commands/connect.ts";
import { rename, updateNode } from "./commands/edit.ts";
import { fixTo } from "./commands/fix.ts";
import { deleteNodes } from "./commands/remove.ts";
import { applyDiff } from "./diff.ts";
import { edgeKeys, isDrawable } from "./document.ts";
import { createEditorStore } from "./editor-store.ts";
import type { EditorState } from "./editor-store.ts";
import { placementOf } from "./layout/placement.ts";
import { checkerCode } from "./checker-code.ts";
import { problemsOf } from "./problems.ts";
import { readingOrder } from "./layout/reading-order.ts";
import { STEP_TYPES } from "./steps.ts";
import { graph, seeded } from "./testing.ts";

const RUNS = 40;
const EDITS = 50;

/** Numbers that choose among whatever the document then offers. */
interface Edit {
  what: keyof typeof EDITORS;
  a: number;
  b: number;
  c: number;
}

const pick = <Item>(items: readonly Item[], number: number): Item | undefined =>
  items[number % Math.max(1, items.length)];

type Editor = (definition: GraphDefinition, edit: Edit) => Command | null;

const idsOf = ({ nodes }: GraphDefinition): string[] => nodes.map(({ id }) => id);

const some = (definition: GraphDefinition, { a, b, c }: Edit): string[] =>
  [a, b, c].flatMap((number) => pick(idsOf(definition), number) ?? []);

const EDITORS = {
  add: (definition, { a, b, c }) => {
    const step = pick(STEP_TYPES, a);
    const edge = pick(edgeKeys(definition), b);
    if (!step) return null;
    if (c % 3 === 0) return addNode(step, { kind: "free", position: { x: a % 900, y: b % 900 } });
    if (c % 3 === 1 && edge !== undefined) return addNode(step, { kind: "edge", edgeKey: edge });
    return addNode(step, defaultSpot(definition, pick(idsOf(definition), b) ?? null, readingOrder(definition).order));
  },
  connect: (definition, { a, b, c }) => {
    const [source, target] = [pick(definition.nodes, a), pick(definition.nodes, b)];
    const handle = source && pick(handlesOf(source), c)?.id;
    return source && target && handle ? connect({ source: source.id, handle, target: target.id }) : null;
  },
  disconnect: (definition, { a }) => deleteEdges([pick(edgeKeys(definition), a) ?? ""]),
  delete: (definition, edit) =>
    deleteNodes(edit.c % 4 === 0 ? some(definition, edit) : some(definition, edit).slice(0, 1)),
  move: (definition, edit) =>
    moveNodes(
      new Map(some(definition, edit).map((id) => [id, { x: edit.a % 1200, y: edit.b % 1200 }])),
      edit.c % 2 === 0 ? "drag" : "nudge",
    ),
  align: (definition, edit) => alignNodes(some(definition, edit), edit.a % 2 === 0 ? "left" : "middle"),
  distribute: (definition, edit) =>
    distributeNodes(some(definition, edit), edit.a % 2 === 0 ? "horizontal" : "vertical"),
  config: (definition, { a, b, c }) => {
    const node = pick(definition.nodes, a);
    if (!node) return null;
    if (node.type === "condition") {
      const branches = Array.from({ length: b % 4 }, (_, index) => ({
        id: `b${index + (c % 2)}`,
        label: `Branch ${index}`,
        query: { combinator: "and", rules: [{ field: "deal.value", operator: ">=", value: c }] },
      }));
      return updateNode(node.id, { condition: { branches } }, "branches");
    }
    const config: JsonObject =
      node.type === "round_robin"
        ? { exits: Array.from({ length: b % 4 }, (_, index) => ({ id: `x${index}`, label: `Exit ${index}` })) }
        : {
            delaySeconds: b,
            text: `Text ${c}`,
            buttons: Array.from({ length: c % 3 }, (_, index) => ({ id: `k${index}` })),
          };
    return updateNode(node.id, { config }, "text");
  },
  rename: (definition, { a, b }) => rename(pick(idsOf(definition), a) ?? "", b % 3 === 0 ? "" : `Name ${b}`),
  paste: (definition, edit) => {
    const steps = copySteps(definition, some(definition, edit));
    const read = readSteps(JSON.stringify(steps));
    return read.ok ? paste(read.steps, { at: edit.c % 2 === 0 ? null : { x: edit.a % 900, y: edit.b % 900 } }) : null;
  },
  duplicate: (definition, edit) => duplicate(some(definition, edit)),
  fix: (definition, { a }) => {
    const fix = pick(
      problemsOf(definition).all.flatMap(({ fixes = [] }) => fixes),
      a,
    );
    return fix ? fixTo(applyPatch(definition, fix.patch), fix.title) : null;
  },
  fixAll: (definition) => {
    const { applied } = applyFixes(definition, "safe");
    return fixTo(
      applied.reduce((current, { fix }) => applyPatch(current, fix.patch), definition),
      "all",
    );
  },
  tidy: () => tidyUp(),
  undo: () => null,
  redo: () => null,
} satisfies Record<string, Editor>;

const NAMES = Object.keys(EDITORS) as (keyof typeof EDITORS)[];
const choice = fc.nat(100_000);
const edits = fc.array(fc.record<Edit>({ what: fc.constantFrom(...NAMES), a: choice, b: choice, c: choice }), {
  minLength: EDITS,
  maxLength: EDITS,
});
const starts = fc.constantFrom<GraphDefinition>(
  { version: 2, nodes: [] },
  graph("t"),
  graph("t>a>b>c>d"),
  // Nothing that the editor itself makes, and all of it can come from a file.
  { ...graph("t>a>b b>a x>y"), edges: [{ source: "t", target: "gone" }, ...(graph("a>b b>a x>y").edges ?? [])] },
);

function perform({ definition, run, undo, redo }: EditorState, each: Edit): void {
  if (each.what === "undo") undo();
  else if (each.what === "redo") redo();
  else {
    const command: Command | null = EDITORS[each.what](definition, each);
    if (command) run(command);
  }
}

/** The ids of the steps that each view of a document shows. */
function views(definition: GraphDefinition): Record<string, string[]> {
  const placement = placementOf(definition);
  const flow = definition.nodes.flatMap((node) => {
    const [shape, at] = [placement.shapes.get(node.id), placement.positions.get(node.id)];
    return shape && at && Number.isFinite(at.x + at.y) ? [toFlowNode(node, shape, at, false).id] : [];
  });
  const drawn = toFlowEdges(definition, {
    placement,
    moving: new Set(),
    selected: new Set(),
    name: () => "",
    latest: new WeakMap(),
  });
  const ends = new Set(idsOf(definition));
  expect(drawn.filter(({ source, target }) => !ends.has(source) || !ends.has(target))).toEqual([]);
  const { main, apart } = sentenceTree(definition, { names: EMPTY_LOOKUP, when: null });
  return {
    canvas: flow.toSorted(),
    outline: outlineRows(definition)
      .flatMap((row) => (row.kind === "step" ? [row.nodeId] : []))
      .toSorted(),
    sentences: [main, ...apart].flatMap(stepsIn).toSorted(),
  };
}

const stepsIn = (sentences: readonly Sentence[]): string[] =>
  sentences.flatMap(({ parts, exits }) => [
    ...parts.flatMap((part) => (part.kind === "step" ? [part.nodeId] : [])),
    ...exits.flatMap((exit) => stepsIn(exit.sentences)),
  ]);

/** What is worked out of a definition and remembered must not come from another one. */
const derived = (definition: GraphDefinition) => [
  views(definition),
  placementOf(definition),
  readingOrder(definition),
  problemsOf(definition),
];

/** A command that changes what it was given throws. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

const PLACE = "http://service soak";

const journal = (definition: GraphDefinition): Promise<void> =>
  writeEntry({
    place: PLACE,
    baseUrl: "http://service",
    automationId: "soak",
    draft: { ...blankDraft("Soak"), definition },
    base: null,
    shelved: null,
    sent: null,
    savedAt: new Date(0).toISOString(),
  });

beforeAll(() => checkerCode.load());

test(
  `${RUNS * EDITS} random edits: every view shows the same steps, the history leads back and forth, the journal keeps up`,
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(starts, edits, fc.nat(), async (start, list, seed) => {
        let now = 0;
        const store = createEditorStore({ definition: start, random: seeded(seed), now: () => (now += 700) });
        for (const each of list) {
          frozen(store.getState().definition);
          perform(store.getState(), each);
          const { definition, selection } = store.getState();
          const ids = idsOf(definition).toSorted();
          expect(isDrawable(definition)).toBe(true);
          expect(views(definition)).toEqual({ canvas: ids, outline: ids, sentences: ids });
          expect([...problemsOf(definition).byNode.keys()].filter((id) => id === "")).toEqual([]);
          expect(selection.nodeIds.filter((id) => !ids.includes(id))).toEqual([]);
          void journal(definition);
        }
        const { definition: end, history } = store.getState();
        expect(derived(end)).toEqual(derived(structuredClone(end)));
        expect((await readEntry(PLACE))?.draft.definition).toEqual(end);
        expect(history.past.reduce((current, { diff }) => applyDiff(current, diff), start)).toEqual(end);
        history.past.forEach(() => store.getState().undo());
        expect(store.getState().definition).toEqual(start);
        history.past.forEach(() => store.getState().redo());
        expect(store.getState().definition).toEqual(end);
      }),
      { numRuns: RUNS },
    );
  },
);
