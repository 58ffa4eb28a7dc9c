import type { GraphDefinition } from "@trilho/engine";
import { createStore } from "zustand/vanilla";
import type { StoreApi } from "zustand/vanilla";
import type { Command } from "./commands/command.ts";
import { replaceDocument } from "./commands/arrange.ts";
import { edgeKeys } from "./document.ts";
import { EMPTY_HISTORY, record, redo, undo } from "./history.ts";
import type { CommandCode, CommandLabel, History, Travel } from "./history.ts";
import type { Random } from "./ids.ts";
import type { PartName } from "./steps.ts";

export interface Selection {
  readonly nodeIds: readonly string[];
  readonly edgeKeys: readonly string[];
}

export const NOTHING: Selection = { nodeIds: [], edgeKeys: [] };

/** What happened last, for whoever announces it. `seq` makes two equal events two. */
export interface Happening {
  seq: number;
  kind: "did" | "undid" | "redid";
  label: CommandLabel;
}

/** The document of one editor and what surrounds it. Selection and freshness are no part of the history. */
export interface EditorState {
  readonly definition: GraphDefinition;
  readonly history: History;
  readonly selection: Selection;
  /** Steps a person has just added and not yet turned to; their problems are shown softly. */
  readonly fresh: ReadonlySet<string>;
  readonly readOnly: boolean;
  readonly last: Happening | null;
  /** Does a command; false when it could not be done or changed nothing. */
  run(command: Command): boolean;
  undo(): boolean;
  redo(): boolean;
  select(selection: Partial<Selection>): void;
  setReadOnly(readOnly: boolean): void;
}

/** What turns to the inside of a step. */
const EDITING: ReadonlySet<CommandCode> = new Set(["edit", "rename"]);

export interface StoreOptions {
  definition: GraphDefinition;
  readOnly?: boolean;
  /** Milliseconds; tells pauses in typing. */
  now?: () => number;
  random?: Random;
  /** What new branches and exits are called; in the page's language by default. */
  partName?: PartName;
}

export type EditorStore = StoreApi<EditorState>;

export function createEditorStore({
  definition,
  readOnly = false,
  now,
  random = Math.random,
  partName,
}: StoreOptions): EditorStore {
  const clock = now ?? (() => performance.now());
  return createStore<EditorState>()((set, get) => {
    const travel = (step: Travel | null, kind: "undid" | "redid"): boolean => {
      const { readOnly: locked, last, selection } = get();
      if (!step || locked) return false;
      const chosen = step.nodeIds.length > 0 ? { nodeIds: step.nodeIds, edgeKeys: [] } : selection;
      set({
        definition: step.definition,
        history: step.history,
        selection: existing(step.definition, chosen),
        last: { seq: (last?.seq ?? 0) + 1, kind, label: step.label },
      });
      return true;
    };
    return {
      definition,
      history: EMPTY_HISTORY,
      selection: NOTHING,
      fresh: new Set(),
      readOnly,
      last: null,
      run(command) {
        const before = get();
        if (before.readOnly) return false;
        const done = command(before.definition, { random, ...(partName && { partName }) });
        if (!done) return false;
        const history = record(before.history, before.definition, done.definition, {
          label: done.label,
          coalesce: done.coalesce ?? null,
          at: clock(),
        });
        if (history === before.history) return false;
        const chosen = done.select ? { nodeIds: done.select, edgeKeys: [] } : before.selection;
        const selection = existing(done.definition, chosen);
        const touched = EDITING.has(done.label.code) ? done.label.nodes.map(({ id }) => id) : [];
        const added = done.label.code === "add" ? done.label.nodes.map(({ id }) => id) : [];
        set({
          definition: done.definition,
          history,
          selection,
          fresh: freshAfter(before.fresh, before.selection, selection, { added, touched }),
          last: { seq: (before.last?.seq ?? 0) + 1, kind: "did", label: done.label },
        });
        return true;
      },
      undo: () => travel(undo(get().history, get().definition), "undid"),
      redo: () => travel(redo(get().history, get().definition), "redid"),
      select(change) {
        const { selection, definition: current, fresh } = get();
        const next = existing(current, { ...NOTHING, ...change });
        if (sameSelection(selection, next)) return;
        set({ selection: next, fresh: freshAfter(fresh, selection, next, { added: [], touched: [] }) });
      },
      setReadOnly: (locked) => set({ readOnly: locked }),
    };
  });
}

/** Takes in a definition that came from outside, as a step that can be undone. */
export function loadDocument(store: EditorStore, definition: GraphDefinition): void {
  const { readOnly } = store.getState();
  if (readOnly)
    store.setState({ definition, history: EMPTY_HISTORY, selection: existing(definition, store.getState().selection) });
  else store.getState().run(replaceDocument(definition));
}

function existing(definition: GraphDefinition, selection: Selection): Selection {
  const nodes = new Set(definition.nodes.map(({ id }) => id));
  const keys = selection.edgeKeys.length > 0 ? new Set(edgeKeys(definition)) : new Set<string>();
  return {
    nodeIds: selection.nodeIds.filter((id) => nodes.has(id)),
    edgeKeys: selection.edgeKeys.filter((key) => keys.has(key)),
  };
}

function sameSelection(a: Selection, b: Selection): boolean {
  return sameList(a.nodeIds, b.nodeIds) && sameList(a.edgeKeys, b.edgeKeys);
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** A step stays fresh until it is edited or a person turns to another one. */
function freshAfter(
  fresh: ReadonlySet<string>,
  before: Selection,
  after: Selection,
  { added, touched }: { added: readonly string[]; touched: readonly string[] },
): ReadonlySet<string> {
  const left = before.nodeIds.filter((id) => !after.nodeIds.includes(id));
  const gone = [...left, ...touched].filter((id) => fresh.has(id));
  if (gone.length === 0 && added.length === 0) return fresh;
  return new Set([...[...fresh].filter((id) => !gone.includes(id)), ...added]);
}
