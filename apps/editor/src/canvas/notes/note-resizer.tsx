import { useStoreApi } from "@xyflow/react";
import { useRef } from "react";
import type { KeyboardEvent, PointerEvent } from "react";
import { useServices } from "../../document/context.ts";
import { changeNote } from "../../document/notes/commands.ts";
import type { Note } from "../../document/notes/notes.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./note-node.module.css";

const STEP = 20;
const BY: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [STEP, 0],
  ArrowLeft: [-STEP, 0],
  ArrowDown: [0, STEP],
  ArrowUp: [0, -STEP],
};

interface Held {
  box: HTMLElement;
  x: number;
  y: number;
}

/** The corner that changes a note's size, by pointer or arrow keys. While it is dragged only the element grows. */
export function NoteResizer({ note }: { note: Note }) {
  const t = useText("notes");
  const { store } = useServices();
  const flow = useStoreApi();
  const held = useRef<Held>(null);
  const resize = (width: number, height: number, field?: string): boolean =>
    store.getState().run(changeNote(note.id, { width, height }, field));
  const sizeAt = ({ clientX, clientY }: PointerEvent, { x, y }: Held) => {
    const [, , zoom] = flow.getState().transform;
    return { width: note.width + (clientX - x) / zoom, height: note.height + (clientY - y) / zoom };
  };
  const show = ({ box }: Held, { width, height }: { width: number; height: number }): void => {
    box.style.width = `${width}px`;
    box.style.height = `${height}px`;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.ctrlKey || event.metaKey || event.altKey ? undefined : BY[event.key];
    if (!by) return;
    event.preventDefault();
    resize(note.width + by[0], note.height + by[1], "size");
  };
  return (
    <button
      type="button"
      className={`${styles["tool"]} ${styles["resizer"]} nodrag nopan`}
      aria-label={t("resize")}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        const box = event.currentTarget.closest<HTMLElement>(".react-flow__node");
        if (!box || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = { box, x: event.clientX, y: event.clientY };
      }}
      onPointerMove={(event) => held.current && show(held.current, sizeAt(event, held.current))}
      onPointerUp={(event) => {
        const { current } = held;
        held.current = null;
        if (!current) return;
        const { width, height } = sizeAt(event, current);
        // It may be larger than what was drawn, as there is a least size.
        if (!resize(width, height)) show(current, note);
      }}
      onPointerCancel={() => {
        if (held.current) show(held.current, note);
        held.current = null;
      }}
    />
  );
}
