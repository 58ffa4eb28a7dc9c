import type { GraphDefinition } from "@trilho/engine";
import { createStore } from "zustand/vanilla";
import type { StoreApi } from "zustand/vanilla";
import { label } from "./commands/command.ts";
import type { Command, Done } from "./commands/command.ts";
import { diffBetween } from "./diff.ts";
import { edgeKeys } from "./document.ts";
import { EMPTY_HISTORY, record, redo, undo } from "./history.ts";
import type { CommandCode, CommandLabel, Content, History, Travel } from "./history.ts";
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
export interface EditorState extends Content {
  readonly history: History;
  readonly selection: Selection;
  /** Steps a person has just added and not yet turned to; their problems are shown softly. */
  readonly fresh: ReadonlySet<string>;
  readonly readOnly: boolean;
  readonly last: Happening | null;
  /** Does a command; false when it could not be done or changed nothing. */
  run(command: Command): boolean;
  /** Takes in what came from outside, as one step that can be undone. */
  load(change: Partial<Content>): void;
  undo(): boolean;
  redo(): boolean;
  select(selection: Partial<Selection>): void;
  setReadOnly(readOnly: boolean): void;
}

/** What turns to the inside of a step. */
const EDITING: ReadonlySet<CommandCode> = new Set(["edit", "rename"]);

export interface StoreOptions {
  definition: GraphDefinition;
  /** What else the history is of. */
  settings?: object;
  readOnly?: boolean;
  /** Milliseconds; tells pauses in typing. */
  now?: () => number;
  random?: Random;
  /** What new branches and exits are called; in the page's language by default. */
  partName?: PartName;
}

const NO_SETTINGS: object = {};

export type EditorStore = StoreApi<EditorState>;

export function createEditorStore({
  definition,
  settings: kept = NO_SETTINGS,
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
        settings: step.settings,
        history: step.history,
        selection: existing(step.definition, chosen),
        last: { seq: (last?.seq ?? 0) + 1, kind, label: step.label },
      });
      return true;
    };
    const commit = (done: Done & Partial<Content>): boolean => {
      const before = get();
      const settings = done.settings ?? before.settings;
      const history = record(
        before.history,
        before,
        { definition: done.definition, settings },
        {
          label: done.label,
          coalesce: done.coalesce ?? null,
          at: clock(),
        },
      );
      if (history === before.history) return false;
      const chosen = done.select ? { nodeIds: done.select, edgeKeys: [] } : before.selection;
      const selection = existing(done.definition, chosen);
      const touched = EDITING.has(done.label.code) ? done.label.nodes.map(({ id }) => id) : [];
      const added = done.label.code === "add" ? done.label.nodes.map(({ id }) => id) : [];
      set({
        definition: done.definition,
        settings,
        history,
        selection,
        fresh: freshAfter(before.fresh, before.selection, selection, { added, touched }),
        last: { seq: (before.last?.seq ?? 0) + 1, kind: "did", label: done.label },
      });
      return true;
    };
    return {
      definition,
      settings: kept,
      history: EMPTY_HISTORY,
      selection: NOTHING,
      fresh: new Set(),
      readOnly,
      last: null,
      run(command) {
        const before = get();
        if (before.readOnly) return false;
        const done = command(before.definition, { random, ...(partName && { partName }) });
        return done !== null && commit(done);
      },
      load(change) {
        const before = get();
        const after: Content = { definition: before.definition, settings: before.settings, ...change };
        if (before.readOnly) {
          set({ ...after, history: EMPTY_HISTORY, selection: existing(after.definition, before.selection) });
        } else if (after.definition !== before.definition) {
          commit({ ...after, label: label("replace", []), select: [] });
        } else {
          const keys = Object.keys(diffBetween(before.settings, after.settings)).join();
          const doing = { label: label(keys === "name" ? "name" : "settings", []), coalesce: keys, at: clock() };
          // Nobody needs to hear of each letter that they type.
          set({ ...after, history: record(before.history, before, after, doing) });
        }
      },
      undo: () => travel(undo(get().history, get()), "undid"),
      redo: () => travel(redo(get().history, get()), "redid"),
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
