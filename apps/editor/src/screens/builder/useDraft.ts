import type { Automation } from "@trilho/api-client";
import { useCallback, useMemo, useState } from "react";
import { draftOf, isSameDraft, type Draft, type Settings } from "./draft.ts";

/** A draft that gave way to somebody else's version, and what it started from. */
export interface Shelved {
  draft: Draft;
  base: Automation;
}

interface State {
  /** What is stored, as far as this editor knows; null for a new automation. */
  base: Automation | null;
  /** What a push would not change. Null when the draft itself was never stored and is worth keeping. */
  saved: Draft | null;
  draft: Draft;
  shelved: Shelved | null;
  /** When the draft was left, if it comes from an earlier page. */
  restoredFrom: string | null;
  /** Another number means another document: its history starts anew. */
  document: number;
}

export interface DraftOptions {
  base: Automation | null;
  draft: Draft;
  /** False for a draft that came from a file: leaving would lose it although nothing was changed yet. */
  untouched: boolean;
  /** When an earlier page left this draft behind. */
  restoredFrom?: string;
}

/** The automation being edited: what is stored, what changed since, and what was set aside. */
export function useDraft(initial: DraftOptions) {
  const [state, setState] = useState<State>(() => ({
    base: initial.base,
    saved: initial.untouched ? initial.draft : initial.base && draftOf(initial.base),
    draft: initial.draft,
    shelved: null,
    restoredFrom: initial.restoredFrom ?? null,
    document: 0,
  }));
  const { saved, draft } = state;
  const dirty = useMemo(() => saved === null || !isSameDraft(saved, draft), [saved, draft]);

  const setDefinition = useCallback(
    (definition: unknown) => setState((before) => ({ ...before, draft: { ...before.draft, definition } })),
    [],
  );
  const setSettings = useCallback(
    (change: Partial<Settings>) =>
      setState((before) => ({
        ...before,
        draft: { ...before.draft, settings: { ...before.draft.settings, ...change } },
      })),
    [],
  );
  /** After a push: `pushed` is stored; changes made since stay changes. */
  const markPushed = useCallback(
    (base: Automation, pushed: Draft) =>
      setState((before) => ({ ...before, base, saved: pushed, shelved: null, restoredFrom: null })),
    [],
  );
  /** Opens somebody else's version and sets this draft aside. */
  const openTheirs = useCallback(
    (theirs: Automation) =>
      setState((before) => ({
        base: theirs,
        saved: draftOf(theirs),
        draft: draftOf(theirs),
        shelved: before.base && { draft: before.draft, base: before.base },
        restoredFrom: null,
        document: before.document + 1,
      })),
    [],
  );
  /** Takes the shelved draft back with its own base, so that a push still meets the conflict. */
  const reopenMine = useCallback(
    () =>
      setState((before) =>
        before.shelved === null
          ? before
          : {
              base: before.shelved.base,
              saved: draftOf(before.shelved.base),
              draft: before.shelved.draft,
              shelved: null,
              restoredFrom: null,
              document: before.document + 1,
            },
      ),
    [],
  );
  /** Throws a restored draft away and opens `instead`. */
  const discardRestored = useCallback(
    (base: Automation | null, instead: Draft) =>
      setState((before) => ({
        base,
        saved: instead,
        draft: instead,
        shelved: null,
        restoredFrom: null,
        document: before.document + 1,
      })),
    [],
  );
  const keepRestored = useCallback(() => setState((before) => ({ ...before, restoredFrom: null })), []);
  const discardMine = useCallback(() => setState((before) => ({ ...before, shelved: null })), []);
  return {
    ...state,
    dirty,
    setDefinition,
    setSettings,
    markPushed,
    openTheirs,
    reopenMine,
    discardMine,
    discardRestored,
    keepRestored,
  };
}
