import type { i18n } from "i18next";
import { useEffect, useRef, useState } from "react";
import type { GraphDefinition } from "@trilho/engine";
import { partNameIn } from "./steps.ts";
import { createEditorStore, loadDocument } from "./editor-store.ts";
import type { EditorStore } from "./editor-store.ts";

interface Controlled {
  value: GraphDefinition;
  onChange: (next: GraphDefinition) => void;
  readOnly: boolean;
  /** Names what is new. */
  texts: i18n;
}

/**
 * A store for a controlled value: changes made here go out, and a value from outside that is none of them comes in as a
 * step that can be undone.
 */
export function useDocument({ value, onChange, readOnly, texts }: Controlled): EditorStore {
  const [store] = useState(() => createEditorStore({ definition: value, readOnly, partName: partNameIn(texts) }));
  const sent = useRef<GraphDefinition[]>([]);
  const report = useRef(onChange);

  useEffect(() => {
    report.current = onChange;
  }, [onChange]);

  useEffect(
    () =>
      store.subscribe((state, before) => {
        if (state.definition === before.definition) return;
        sent.current.push(state.definition);
        report.current(state.definition);
      }),
    [store],
  );

  useEffect(() => store.getState().setReadOnly(readOnly), [store, readOnly]);

  useEffect(() => {
    // Our own changes come back; later ones may be on their way still.
    const echo = sent.current.indexOf(value);
    if (echo >= 0) sent.current = sent.current.slice(echo + 1);
    else if (value !== store.getState().definition) loadDocument(store, value);
  }, [store, value]);

  return store;
}
