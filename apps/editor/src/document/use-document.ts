import type { i18n } from "i18next";
import { useEffect, useRef, useState } from "react";
import type { GraphDefinition } from "@trilho/engine";
import { partNameIn } from "./steps.ts";
import { createEditorStore } from "./editor-store.ts";
import { isSame } from "./is-same.ts";
import type { EditorStore } from "./editor-store.ts";

interface Controlled {
  value: GraphDefinition;
  onChange: (next: GraphDefinition) => void;
  /** What else the history is of; the same object as long as nothing of it changes. */
  settings?: object | undefined;
  onSettings?: ((next: object) => void) | undefined;
  readOnly: boolean;
  /** Names what is new. */
  texts: i18n;
}

/**
 * A store for a controlled value: changes made here go out, and a value from outside that is none of them comes in as a
 * step that can be undone.
 */
export function useDocument({ value, onChange, settings, onSettings, readOnly, texts }: Controlled): EditorStore {
  const [store] = useState(() =>
    createEditorStore({ definition: value, readOnly, partName: partNameIn(texts), ...(settings && { settings }) }),
  );
  const sent = useRef<GraphDefinition[]>([]);
  const taken = useRef(settings);
  const report = useRef({ onChange, onSettings });

  useEffect(() => {
    report.current = { onChange, onSettings };
  }, [onChange, onSettings]);

  useEffect(
    () =>
      store.subscribe((state, before) => {
        if (state.definition !== before.definition) {
          sent.current.push(state.definition);
          report.current.onChange(state.definition);
        }
        // Only going back and forth changes them here.
        if (state.settings !== before.settings && state.settings !== taken.current) {
          report.current.onSettings?.(state.settings);
        }
      }),
    [store],
  );

  useEffect(() => store.getState().setReadOnly(readOnly), [store, readOnly]);

  useEffect(() => {
    // Our own changes come back; later ones may be on their way still.
    const echo = sent.current.indexOf(value);
    if (echo >= 0) sent.current = sent.current.slice(echo + 1);
    const isNew = echo < 0 && value !== store.getState().definition;
    const change = settings !== taken.current && !isSame(settings, store.getState().settings);
    taken.current = settings;
    if (isNew || change) store.getState().load({ ...(isNew && { definition: value }), ...(change && { settings }) });
  }, [store, value, settings]);

  return store;
}
