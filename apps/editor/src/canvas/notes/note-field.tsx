import { useEffect, useRef } from "react";
import type { KeyboardEvent } from "react";
import { changeNote, MAX_TEXT } from "../../document/notes/commands.ts";
import { useServices } from "../../document/context.ts";
import type { Note } from "../../document/notes/notes.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./note-node.module.css";

/** Where a note is written, in its place. Every letter is in the document at once. */
export function NoteField({ note: { id, kind, text } }: { note: Note }) {
  const t = useText("notes");
  const { store, view } = useServices();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    // A title is one line.
    const ends =
      event.key === "Escape" || (event.key === "Enter" && (kind === "frame" || event.ctrlKey || event.metaKey));
    if (!ends || event.nativeEvent.isComposing) return;
    event.preventDefault();
    view.getState().wantFocus("node", id);
  };
  return (
    <textarea
      ref={field}
      className={`${styles["body"]} ${styles["field"]} nodrag nopan nowheel`}
      aria-label={t(`field.${kind}`)}
      rows={1}
      maxLength={MAX_TEXT[kind]}
      value={text}
      onChange={({ target }) => {
        const typed = kind === "frame" ? target.value.replaceAll(/\s+/g, " ") : target.value;
        store.getState().run(changeNote(id, { text: typed }, "text"));
      }}
      onKeyDown={onKeyDown}
      onBlur={() => {
        const { focus, set } = view.getState();
        if (focus?.target === "note" && focus.nodeId === id) set({ focus: null });
      }}
    />
  );
}
