import { isObject } from "@trilho/engine";
import type { GraphDefinition, JsonObject, JsonValue } from "@trilho/engine";
import { valueAtTrigger } from "../trigger-entries.ts";

export const NOTE_COLORS = ["yellow", "green", "blue", "red", "gray"] as const;
export type NoteColor = (typeof NOTE_COLORS)[number];

/** Words on the drawing that no run knows of, kept in the document at its trigger's `config.ui.notes`. In canvas units. */
export interface Note {
  id: string;
  /** A frame lies behind steps, and its text is its title. */
  kind: "note" | "frame";
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  color: NoteColor;
}

/** More of a document are not drawn. */
export const MOST_NOTES = 300;
/** Of texts, in UTF-16 units; places and sizes in canvas units. */
const LONGEST = 10_000;
const FARTHEST = 100_000;
const LARGEST = 20_000;

const lists = new WeakMap<object, readonly Note[]>();
const parsed = new WeakMap<JsonObject, Note | null>();
const NONE: readonly Note[] = [];

/** The notes and frames of a document; what cannot be read is left out and stays in the document. */
export function notesOf(definition: GraphDefinition): readonly Note[] {
  const value = valueAtTrigger(definition, "notes");
  if (!Array.isArray(value)) return NONE;
  const known = lists.get(value) ?? readList(value);
  lists.set(value, known);
  return known;
}

function readList(entries: readonly JsonValue[]): readonly Note[] {
  const notes = new Map<string, Note>();
  for (const entry of entries) {
    const note = readNote(entry);
    // Of those that share an id the first one counts.
    if (note && !notes.has(note.id) && notes.size < MOST_NOTES) notes.set(note.id, note);
  }
  return [...notes.values()];
}

/** The same object for an entry that is the same. */
export function readNote(entry: JsonValue): Note | null {
  if (!isObject(entry)) return null;
  const known = parsed.get(entry);
  if (known !== undefined) return known;
  const note = parseNote(entry);
  parsed.set(entry, note);
  return note;
}

function parseNote({ id, kind, text = "", x, y, width, height, color }: JsonObject): Note | null {
  if (typeof id !== "string" || id === "" || (kind !== "note" && kind !== "frame")) return null;
  if (typeof text !== "string" || text.length > LONGEST) return null;
  if (!isWithin(x, -FARTHEST, FARTHEST) || !isWithin(y, -FARTHEST, FARTHEST)) return null;
  if (!isWithin(width, 1, LARGEST) || !isWithin(height, 1, LARGEST)) return null;
  return { id, kind, text, x, y, width, height, color: NOTE_COLORS.find((each) => each === color) ?? "gray" };
}

const isWithin = (value: JsonValue | undefined, least: number, most: number): value is number =>
  typeof value === "number" && value >= least && value <= most;

/** What a note is called among the steps of a drawing, whose ids may be any other text. */
const MARK = "note\0";
export const drawnId = ({ id }: Note): string => MARK + id;
export const isDrawnNote = (id: string): boolean => id.startsWith(MARK);
