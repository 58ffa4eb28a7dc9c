import type { Automation } from "@trilho/api-client";
import { useCallback, useMemo, useState } from "react";
import { isDrawable } from "../document.ts";
import { isSame } from "../is-same.ts";
import { draftOf, isSameDraft, type Draft, type Settings, withAddress } from "./draft.ts";

/** A draft that gave way to somebody else's version, and what it started from. */
export interface Shelved {
  draft: Draft;
  base: Automation;
}

/** A draft with what it started from; `saved` is what a publish would not change. */
interface Standing {
  base: Automation | null;
  saved: Draft | null;
  draft: Draft;
}

export interface Restored {
  /** ISO 8601 instant of the last change. */
  savedAt: string;
  /** The version the changes were made to; null for an automation that was never published. */
  version: number | null;
  changes: number;
  /** Who changed it last, where it comes from the service; null for somebody without a name. */
  by?: string | null;
}

interface State {
  /** What is stored, as far as this editor knows; null for a new automation. */
  base: Automation | null;
  /** What a publish would not change. Null when the draft itself was never stored and is worth keeping. */
  saved: Draft | null;
  draft: Draft;
  shelved: Shelved | null;
  /** JSON of a definition that cannot be drawn, as it was typed and not applied yet. */
  raw: string | null;
  /** What comes from an earlier page. */
  restored: Restored | null;
  /** What came from an earlier page and was thrown away; it can be taken back while this page is open. */
  discarded: Pick<State, "base" | "draft" | "raw"> | null;
  /** The last merge: undoing it on the canvas takes back what it did to the settings and to the base as well. */
  merge: { before: Standing; after: Standing } | null;
  /** Another number means another document: its history starts anew. */
  document: number;
}

export interface DraftOptions {
  base: Automation | null;
  draft: Draft;
  /** False for a draft that came from a file: leaving would lose it although nothing was changed yet. */
  untouched: boolean;
  restored?: Restored | null;
  shelved?: Shelved | null;
  raw?: string | null;
}

/** The automation being edited: what is stored, what changed since, and what was set aside. */
export function useDraft(initial: DraftOptions) {
  const [state, setState] = useState<State>(() => ({
    base: initial.base,
    saved: initial.untouched ? initial.draft : initial.base && draftOf(initial.base),
    draft: initial.draft,
    shelved: initial.shelved ?? null,
    raw: initial.raw ?? null,
    restored: initial.restored ?? null,
    discarded: null,
    merge: null,
    document: 0,
  }));
  const { saved, draft } = state;
  const dirty = useMemo(() => saved === null || !isSameDraft(saved, draft), [saved, draft]);

  const setDefinition = useCallback((definition: unknown) => setState((before) => redefined(before, definition)), []);
  const setRaw = useCallback((raw: string | null) => setState((before) => ({ ...before, raw })), []);
  const setSettings = useCallback(
    (change: Partial<Settings>) =>
      setState((before) => ({
        ...before,
        draft: { ...before.draft, settings: { ...before.draft.settings, ...change } },
      })),
    [],
  );
  /** Takes the settings that the history went back or forth to. */
  const restoreSettings = useCallback(
    (settings: object) =>
      setState((before) => ({
        ...before,
        // The history keeps what it was given, and looks at none of it.
        draft: withAddress({ ...before.draft, settings: settings as Settings }, before.draft.settings),
      })),
    [],
  );
  /** After publishing: `published` is stored; changes made since stay changes. */
  const markPublished = useCallback(
    (base: Automation, published: Draft) =>
      setState((before) => ({
        ...before,
        base,
        saved: withAddress(published, base),
        draft: withAddress(before.draft, base),
        shelved: null,
        restored: null,
        discarded: null,
        merge: null,
      })),
    [],
  );
  /** Opens somebody else's version and sets this draft aside. */
  const openTheirs = useCallback(
    (theirs: Automation) =>
      setState((before) => ({
        ...opened(before, theirs, draftOf(theirs)),
        shelved: before.base && { draft: before.draft, base: before.base },
      })),
    [],
  );
  /** Takes the shelved draft back with its own base, so that a publish still meets the conflict. */
  const reopenMine = useCallback(
    () =>
      setState((before) =>
        before.shelved === null
          ? before
          : {
              ...opened(before, before.shelved.base, draftOf(before.shelved.base)),
              draft: before.shelved.draft,
            },
      ),
    [],
  );
  /** Throws a restored draft away and opens `instead`. */
  const discardRestored = useCallback(
    (base: Automation | null, instead: Draft) =>
      setState((before) => ({ ...opened(before, base, instead), discarded: before })),
    [],
  );
  const takeBack = useCallback(() => setState(takenBack), []);
  const leaveDiscarded = useCallback(() => setState((before) => ({ ...before, discarded: null })), []);
  /** Opens what is stored, whatever was here. */
  const openStored = useCallback((to: Automation) => setState((before) => opened(before, to, draftOf(to))), []);
  /** Puts a merged draft in place, based on `theirs`, as one step that can be undone. */
  const takeMerged = useCallback(
    (theirs: Automation, merged: Draft) =>
      setState((standing) => {
        const before = { base: standing.base, saved: standing.saved, draft: standing.draft };
        const after = { base: theirs, saved: draftOf(theirs), draft: merged };
        const drawn = isDrawable(before.draft.definition) && isDrawable(merged.definition);
        const isStep = drawn && !isSame(before.draft.definition, merged.definition);
        return {
          ...standing,
          ...after,
          merge: isStep ? { before, after } : null,
          document: drawn ? standing.document : standing.document + 1,
        };
      }),
    [],
  );
  /** Shows what another tab has made of it. */
  const follow = useCallback(
    (base: Automation | null, theirs: Draft) =>
      setState((before) => ({ ...before, base, saved: base && draftOf(base), draft: theirs, discarded: null })),
    [],
  );
  const keepRestored = useCallback(() => setState((before) => ({ ...before, restored: null })), []);
  const discardMine = useCallback(() => setState((before) => ({ ...before, shelved: null })), []);
  return {
    ...state,
    dirty,
    setDefinition,
    setRaw,
    setSettings,
    restoreSettings,
    markPublished,
    openTheirs,
    reopenMine,
    discardMine,
    discardRestored,
    takeBack,
    leaveDiscarded,
    openStored,
    takeMerged,
    follow,
    keepRestored,
  };
}

const opened = (before: State, base: Automation | null, draft: Draft): State => ({
  base,
  saved: draft,
  draft,
  shelved: null,
  raw: null,
  restored: null,
  discarded: null,
  merge: null,
  document: before.document + 1,
});

function takenBack(state: State): State {
  if (state.discarded === null) return state;
  const { base, draft, raw } = state.discarded;
  return { ...opened(state, base, draft), saved: base && draftOf(base), raw };
}

/** Going back over a merge, or forward again, takes its base and settings along. */
function redefined(state: State, definition: unknown): State {
  const { merge, base, draft } = state;
  const next = { ...state, raw: null, draft: { ...draft, definition } };
  if (merge === null) return next;
  const isBefore = base === merge.before.base;
  const other = isBefore ? merge.after : merge.before;
  if (!isSame(definition, other.draft.definition)) return next;
  const here = isBefore
    ? { ...merge, before: { ...merge.before, draft } }
    : { ...merge, after: { ...merge.after, draft } };
  return { ...next, base: other.base, saved: other.saved, draft: { ...other.draft, definition }, merge: here };
}
