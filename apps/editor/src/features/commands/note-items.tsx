import { Copy, PencilLine, Square, Trash2 } from "lucide-react";
import { shortcutLabel } from "../../browser/keys.ts";
import type { EditorServices } from "../../document/context.ts";
import { duplicate, remove } from "../../document/notes/acts.ts";
import { changeNote } from "../../document/notes/commands.ts";
import { NOTE_COLORS } from "../../document/notes/notes.ts";
import type { Note, NoteColor } from "../../document/notes/notes.ts";
import { textIn } from "../../i18n/use-text.ts";
import type { MenuAction } from "../../ui/dialogs/menu-popup.tsx";

const TONE: Record<NoteColor, string> = {
  yellow: "warning",
  green: "success",
  blue: "info",
  red: "danger",
  gray: "border-strong",
};

/** Once the menu has given the focus back. */
const later = (act: () => void) => () => void requestAnimationFrame(act);

/** What can be done to a note or frame. */
export function noteItems(services: EditorServices, note: Note): (MenuAction | null)[] {
  const { store, view, texts } = services;
  if (store.getState().readOnly) return [];
  return [
    {
      label: textIn(texts, "notes", "edit"),
      icon: <PencilLine size={15} />,
      shortcut: shortcutLabel("enter"),
      onSelect: later(() => view.getState().wantFocus("note", note.id)),
    },
    null,
    ...NOTE_COLORS.map((color) => ({
      label: textIn(texts, "notes", `color.${color}`),
      icon: <Square size={15} color={`var(--color-${TONE[color]})`} fill={`var(--color-${TONE[color]})`} />,
      checked: color === note.color,
      onSelect: () => void store.getState().run(changeNote(note.id, { color })),
    })),
    null,
    {
      label: textIn(texts, "commands", "name.duplicate"),
      icon: <Copy size={15} />,
      shortcut: shortcutLabel("mod+d"),
      onSelect: later(() => duplicate(services, note)),
    },
    {
      label: textIn(texts, "notes", "delete"),
      icon: <Trash2 size={15} />,
      shortcut: shortcutLabel("delete"),
      danger: true,
      onSelect: later(() => remove(services, note)),
    },
  ];
}
