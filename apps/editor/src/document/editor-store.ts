import type { GraphDefinition } from "@trilho/engine";
import { createStore } from "zustand/vanilla";
import type { StoreApi } from "zustand/vanilla";
import type { Command } from "./commands/command.ts";
import { afterCommand, afterLoad, afterSelect, afterTravel, NOTHING } from "./editor-state.ts";
import type { DocumentState, Selection } from "./editor-state.ts";
import { EMPTY_HISTORY, redo, travel, undo } from "./history.ts";
import type { Content } from "./history.ts";
import type { Random } from "./ids.ts";
import { following } from "./notes/following.ts";
import type { PartName } from "./steps.ts";

/** The state with what can be done to it. */
export interface EditorState extends DocumentState {
  /** Does a command; false when it could not be done or changed nothing. */
  run(command: Command): boolean;
  /** Takes in what came from outside, as one step that can be undone. */
  load(change: Partial<Content>): void;
  undo(): boolean;
  redo(): boolean;
  /** Several steps back (negative) or forward at once; false when there are not so many. */
  travel(steps: number): boolean;
  select(selection: Partial<Selection>): void;
  setReadOnly(readOnly: boolean): void;
}

export interface StoreOptions {
  definition: GraphDefinition;
  /** What else the history is of. */
  settings?: object;
  readOnly?: boolean;
  /** Milliseconds; shows pauses in typing. */
  now?: () => number;
  random?: Random;
  /** What new branches and exits are called; in the page's language by default. */
  partName?: PartName;
}

const NO_SETTINGS: object = {};

export type EditorStore = StoreApi<EditorState>;

export function createEditorStore({
  definition,
  settings = NO_SETTINGS,
  readOnly = false,
  now = () => performance.now(),
  random = Math.random,
  partName,
}: StoreOptions): EditorStore {
  return createStore<EditorState>()((set, get) => {
    const apply = (change: Partial<DocumentState> | null): boolean => {
      if (change !== null) set(change);
      return change !== null;
    };
    return {
      definition,
      settings,
      history: EMPTY_HISTORY,
      selection: NOTHING,
      fresh: new Set(),
      readOnly,
      last: null,
      run(command) {
        const before = get();
        if (before.readOnly) return false;
        const done = command(before.definition, { random, ...(partName && { partName }) });
        if (done === null) return false;
        const whole = following.take?.(before.definition, done) ?? done;
        return apply(afterCommand(get(), whole, now()));
      },
      load: (change) => void apply(afterLoad(get(), change, now())),
      undo: () => apply(afterTravel(get(), undo(get().history, get()), "undid")),
      redo: () => apply(afterTravel(get(), redo(get().history, get()), "redid")),
      travel: (steps) => apply(afterTravel(get(), travel(get().history, get(), steps), steps < 0 ? "undid" : "redid")),
      select: (change) => void apply(afterSelect(get(), change)),
      setReadOnly: (locked) => set({ readOnly: locked }),
    };
  });
}
