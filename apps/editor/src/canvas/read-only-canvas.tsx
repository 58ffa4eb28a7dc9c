import type { GraphDefinition } from "@trilho/engine";
import { use, useEffect, useImperativeHandle, useMemo, useRef, useState, type Ref } from "react";
import { useTexts } from "../i18n/use-text.ts";
import { Canvas } from "./canvas.tsx";
import { createCanvasLink, EditorContext, LabelsContext, type EditorServices } from "../document/context.ts";
import type { Lookup } from "../document/lookup.ts";
import { createEditorStore } from "../document/editor-store.ts";
import { createViewStore, type Highlight, type Overlay } from "../document/view-store.ts";
import { ToastContext } from "../ui/dialogs/toast.ts";
import styles from "./read-only-canvas.module.css";

export interface CanvasHandle {
  /** Selects a step and brings it into sight. */
  show: (nodeId: string) => void;
}

interface ReadOnlyCanvasProps {
  definition: GraphDefinition;
  overlay?: Overlay | null;
  /** The way of a run. */
  highlight?: Highlight | null;
  names: Lookup;
  trigger: string | null;
  label: string;
  /** A step was chosen on the canvas. */
  onSelect?: (nodeId: string | null) => void;
  ref?: Ref<CanvasHandle>;
}

/** The canvas of the editor, to look at: a document of its own, marked by an overlay. */
export function ReadOnlyCanvas(props: ReadOnlyCanvasProps) {
  const { definition, overlay = null, highlight = null, names, trigger, label, onSelect, ref } = props;
  const [store] = useState(() => createEditorStore({ definition, readOnly: true }));
  const texts = useTexts();
  const { toast } = use(ToastContext);
  const [view] = useState(() => createViewStore("canvas"));
  const [canvas] = useState(createCanvasLink);
  const frame = useRef<HTMLElement>(null);
  const services = useMemo<EditorServices>(
    () => ({
      store,
      view,
      canvas,
      host: { current: [] },
      root: () => frame.current,
      texts,
      toast,
      quiet: true,
    }),
    [store, view, canvas, texts, toast],
  );
  const labels = useMemo(() => ({ names, triggerSummary: trigger, triggerSentence: null }), [names, trigger]);
  useEffect(() => {
    if (store.getState().definition !== definition) store.getState().load({ definition });
  }, [store, definition]);
  useEffect(() => view.getState().set({ overlay, highlight }), [view, overlay, highlight]);
  useEffect(
    () =>
      store.subscribe(({ selection }, before) => {
        if (selection !== before.selection) onSelect?.(selection.nodeIds[0] ?? null);
      }),
    [store, onSelect],
  );
  useImperativeHandle(
    ref,
    () => ({
      show(nodeId) {
        store.getState().select({ nodeIds: [nodeId] });
        canvas.current?.show([nodeId]);
      },
    }),
    [store, canvas],
  );
  return (
    <EditorContext value={services}>
      <LabelsContext value={labels}>
        <section ref={frame} className={styles["canvas"]} aria-label={label}>
          <Canvas />
        </section>
      </LabelsContext>
    </EditorContext>
  );
}
