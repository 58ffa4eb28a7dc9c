import { isObject } from "@trilho/engine";
import type { GraphDefinition, JsonObject, JsonValue } from "@trilho/engine";
import { label } from "../commands/command.ts";
import type { Command } from "../commands/command.ts";
import type { Point } from "../document.ts";
import { newNodeId } from "../ids.ts";
import { withPlaces } from "../layout/placement.ts";
import { entriesAtTrigger, withEntriesAtTrigger } from "../trigger-entries.ts";
import type { Box } from "./frames.ts";
import { drawnId, isDrawnNote, MOST_NOTES, notesOf, readNote } from "./notes.ts";
import type { Note } from "./notes.ts";

/** Longest text that is typed, in UTF-16 units. */
export const MAX_TEXT: Record<Note["kind"], number> = { note: 2000, frame: 200 };

const LEAST = { width: 120, height: 64 } as const;
const ASIDE = 24;
const COLOR = { note: "yellow", frame: "gray" } as const;
const SUFFIX = { note: "Note", frame: "Frame" } as const;

type Did = "add" | "change" | "move" | "remove";

const labelled = (did: Did, { kind }: Pick<Note, "kind">) => label(`${did}${SUFFIX[kind]}`, []);

/** Puts an empty note or frame on the drawing; null without a trigger, which keeps them. */
export function addNote(kind: Note["kind"], box: Box): Command {
  return (definition, { random }) => {
    const entry = { id: freshId(definition, random), kind, text: "", ...rounded(box), color: COLOR[kind] };
    return added(definition, entry, { kind });
  };
}

/** Puts a copy a little beside it. */
export function duplicateNote(id: string): Command {
  return (definition, { random }) => {
    const entry = entriesAtTrigger(definition, "notes").find((each) => readNote(each)?.id === id);
    const note = entry === undefined ? null : readNote(entry);
    if (!note || !isObject(entry)) return null;
    const place = { x: note.x + ASIDE, y: note.y + ASIDE };
    return added(definition, { ...entry, id: freshId(definition, random), ...place }, note);
  };
}

function added(definition: GraphDefinition, entry: JsonObject, of: Pick<Note, "kind">) {
  if (notesOf(definition).length >= MOST_NOTES) return null;
  const next = withEntriesAtTrigger(definition, "notes", [...entriesAtTrigger(definition, "notes"), entry]);
  return next && { definition: next, label: labelled("add", of) };
}

/** Entries that cannot be read have ids as well. */
const freshId = (definition: GraphDefinition, random: () => number): string =>
  newNodeId(
    new Set(entriesAtTrigger(definition, "notes").map((entry) => (isObject(entry) ? String(entry["id"]) : ""))),
    "n",
    random,
  );

/** Changes one note. `field` names what is typed into or nudged, so that it is one entry of the history. */
export function changeNote(id: string, patch: Partial<Omit<Note, "id" | "kind">>, field?: string): Command {
  return (definition) => {
    const note = notesOf(definition).find((each) => each.id === id);
    if (!note) return null;
    return {
      definition: withNotes(definition, (each, entry) => (each === note ? { ...entry, ...sound(patch) } : entry)),
      label: labelled("change", note),
      ...(field !== undefined && { coalesce: `note:${id}:${field}` }),
    };
  };
}

function sound({ width, height, ...patch }: Partial<Note>): JsonObject {
  return {
    ...patch,
    ...(width !== undefined && { width: Math.round(Math.max(LEAST.width, width)) }),
    ...(height !== undefined && { height: Math.round(Math.max(LEAST.height, height)) }),
  };
}

export function removeNote(id: string): Command {
  return (definition) => {
    const note = notesOf(definition).find((each) => each.id === id);
    if (!note) return null;
    return {
      definition: withNotes(definition, (each, entry) => (each === note ? null : entry)),
      label: labelled("remove", note),
    };
  };
}

/**
 * Puts notes, and steps that a frame carries along, to places, by their ids on the drawing. `ids`: who was moved, the one
 * that was taken hold of first, since moving steps may keep the places of others as well.
 */
export function moveDrawn(
  places: ReadonlyMap<string, Point>,
  how: "drag" | "nudge" = "drag",
  ids: readonly string[] = [...places.keys()],
): Command {
  return (definition) => {
    const known = new Map(notesOf(definition).map((note) => [drawnId(note), note]));
    const first = ids.map((id) => known.get(id)).find((note) => note !== undefined);
    if (!first) return null;
    const movesSteps = ids.some((id) => !isDrawnNote(id));
    const next = withNotes(movesSteps ? withPlaces(definition, places) : definition, (note, entry) => {
      const at = places.get(drawnId(note));
      return at ? { ...entry, x: Math.round(at.x), y: Math.round(at.y) } : entry;
    });
    return {
      definition: next,
      label: labelled("move", first),
      ...(how === "nudge" && { coalesce: `nudge:${first.id}` }),
    };
  };
}

/** A document with notes changed, or removed by null. Entries that cannot be read, and keys that this version does not know, stay. */
export function withNotes(
  definition: GraphDefinition,
  change: (note: Note, entry: JsonObject) => JsonObject | null,
): GraphDefinition {
  const known = new Set(notesOf(definition));
  const before = entriesAtTrigger(definition, "notes");
  const after = before.flatMap((entry): JsonValue[] => {
    const note = readNote(entry);
    if (!note || !known.has(note) || !isObject(entry)) return [entry];
    const next = change(note, entry);
    return next ? [next] : [];
  });
  const isUnchanged = after.length === before.length && after.every((entry, index) => entry === before[index]);
  return isUnchanged ? definition : (withEntriesAtTrigger(definition, "notes", after) ?? definition);
}

const rounded = ({ x, y, width, height }: Box): Box => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
});
