import type { NodeProps } from "@xyflow/react";
import { Ellipsis } from "lucide-react";
import { memo, useId } from "react";
import { useEditor, useServices, useView } from "../../document/context.ts";
import type { EditorServices } from "../../document/context.ts";
import { chordOf } from "../../browser/keys.ts";
import { duplicate, nudge, remove } from "../../document/notes/acts.ts";
import type { Note } from "../../document/notes/notes.ts";
import { useText } from "../../i18n/use-text.ts";
import type { NoteFlowNode } from "../flow-model.ts";
import { NoteField } from "./note-field.tsx";
import { useInSight } from "./use-in-sight.ts";
import { NoteResizer } from "./note-resizer.tsx";
import styles from "./note-node.module.css";

type NoteNodeProps = Pick<NodeProps<NoteFlowNode>, "data">;

const NUDGE = 20;
const BY: Readonly<Record<string, readonly [number, number]>> = {
  "alt+arrowdown": [0, NUDGE],
  "alt+arrowup": [0, -NUDGE],
  "alt+arrowleft": [-NUDGE, 0],
  "alt+arrowright": [NUDGE, 0],
};

/** A note beside the steps, or a frame behind them. What is worked at has the focus; it is no part of the selection. */
export const NoteNode = memo(
  function NoteNode({ data: { note } }: NoteNodeProps) {
    const { store } = useServices();
    const show = useInSight();
    const readOnly = useEditor((state) => state.readOnly);
    const writing = useView(({ focus }) => focus?.target === "note" && focus.nodeId === note.id);
    const found = useView(({ foundNote }) => foundNote === note.id);
    return (
      <div
        className={styles["note"]}
        data-found={found}
        data-note-id={note.id}
        data-kind={note.kind}
        data-color={note.color}
        onFocus={(event) => {
          store.getState().select({});
          show(event);
        }}
      >
        {readOnly ? <Words note={note} /> : writing ? <NoteField note={note} /> : <Body note={note} />}
        {!readOnly && <Tools note={note} />}
      </div>
    );
  },
  (a, b) => a.data === b.data,
);

const useNoteName = ({ kind, text }: Note): string => {
  const t = useText("notes");
  return text ? t(kind, { text }) : t(`empty.${kind}`);
};

function Words({ note }: { note: Note }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text is scrolled by keyboard
    <div className={styles["body"]} role="note" tabIndex={0} aria-label={useNoteName(note)} data-note={note.id}>
      {note.text}
    </div>
  );
}

function Body({ note }: { note: Note }) {
  const t = useText("notes");
  const services = useServices();
  const hint = useId();
  return (
    <>
      <div
        className={styles["body"]}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Firefox does not scroll the text of a button
        role="button"
        tabIndex={0}
        aria-label={useNoteName(note)}
        aria-describedby={hint}
        data-note={note.id}
        onKeyDown={(event) => {
          if (actOn(services, note, chordOf(event.nativeEvent))) event.preventDefault();
        }}
        // Safari gives the focus to nothing that is pressed.
        onClick={(event) => event.currentTarget.focus()}
        onDoubleClick={() => services.view.getState().wantFocus("note", note.id)}
      >
        {note.text || <span className={styles["empty"]}>{t(`untitled.${note.kind}`)}</span>}
      </div>
      <span id={hint} hidden>
        {t("hint")}
      </span>
    </>
  );
}

/** Does what keys mean to a note; true when they mean something. */
function actOn(services: EditorServices, note: Note, chord: string): boolean {
  const by = BY[chord];
  if (by) nudge(services, note, by);
  else if (chord === "enter" || chord === " " || chord === "f2") services.view.getState().wantFocus("note", note.id);
  else if (chord === "delete" || chord === "backspace") remove(services, note);
  else if (chord === "mod+d") duplicate(services, note);
  else return false;
  return true;
}

function Tools({ note }: { note: Note }) {
  const t = useText("notes");
  const { view } = useServices();
  return (
    <>
      <button
        type="button"
        className={`${styles["tool"]} ${styles["more"]} nodrag nopan`}
        aria-label={t(`menu.${note.kind}`)}
        aria-haspopup="menu"
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          view.getState().set({ asking: { kind: "menu", on: { noteId: note.id }, at: { x: left, y: bottom } } });
        }}
      >
        <Ellipsis size={16} aria-hidden="true" />
      </button>
      <NoteResizer note={note} />
    </>
  );
}
