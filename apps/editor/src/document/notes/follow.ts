import type { GraphDefinition } from "@trilho/engine";
import type { Done } from "../commands/command.ts";
import { edgesOf } from "../document.ts";
import type { Point } from "../document.ts";
import type { CommandCode } from "../history.ts";
import { placementOf } from "../layout/placement.ts";
import { withNotes } from "./commands.ts";
import { around, isInside, stepBoxes } from "./frames.ts";
import type { Box } from "./frames.ts";
import { notesOf } from "./notes.ts";
import type { Note } from "./notes.ts";

/** Where a person puts steps, notes are left where they are. */
const BY_HAND: ReadonlySet<CommandCode> = new Set(["move", "align", "distribute", "tidy", "replace"]);
/** A note so near to a step, in canvas units, is beside it. */
const BESIDE = 120;

type Boxes = ReadonlyMap<string, Box>;

/**
 * Steps that were added, deleted or grew make others move on. A frame then goes on standing around those that lay in it, and
 * a note beside the step that it was next to.
 */
export function followed(before: GraphDefinition, done: Done): Done {
  if (BY_HAND.has(done.label.code) || done.definition === before) return done;
  const stood = new Set(notesOf(before));
  const notes = notesOf(done.definition).filter((note) => stood.has(note));
  if (notes.length === 0) return done;
  const [was, is] = [stepBoxes(placementOf(before)), stepBoxes(placementOf(done.definition))];
  const boxes = new Map(
    notes.map((note) => [note, note.kind === "frame" ? framed(note, was, is, done.definition) : null] as const),
  );
  for (const note of notes) {
    if (note.kind === "note") boxes.set(note, besideAfter(note, boxes, was, is));
  }
  const definition = withNotes(done.definition, (note, entry) => {
    const box = boxes.get(note);
    return box ? { ...entry, ...box } : entry;
  });
  return { ...done, definition };
}

/** Where a frame comes to stand; null where it stays. */
function framed(frame: Note, was: Boxes, is: Boxes, definition: GraphDefinition): Box | null {
  const inner = [...was].filter(([id, box]) => is.has(id) && isInside(box, frame)).map(([id]) => id);
  const [from, to] = [around(inner, was), around([...inner, ...between(inner, was, definition)], is)];
  const [first = ""] = inner;
  if (!from || !to) return null;
  const stretched = {
    x: frame.x + to.x - from.x,
    y: frame.y + to.y - from.y,
    width: frame.width + to.width - from.width,
    height: frame.height + to.height - from.height,
  };
  // Steps that parted are not held together at any price.
  const isOfOthers = [...is].some(([id, box]) => was.has(id) && !inner.includes(id) && isInside(box, stretched));
  return changed(frame, isOfOthers ? moved(frame, shiftOf(first, was, is)) : stretched);
}

/** New steps that stand between two that lie in a frame. */
function between(inner: readonly string[], was: Boxes, definition: GraphDefinition): string[] {
  const known = new Set(inner);
  const fresh = definition.nodes.map(({ id }) => id).filter((id) => !was.has(id));
  const edges = edgesOf(definition);
  return fresh.filter(
    (id) =>
      edges.some(({ source, target }) => target === id && known.has(source)) &&
      edges.some(({ source, target }) => source === id && known.has(target)),
  );
}

/** Where a note comes to stand: with the frame that it lies in, else with the step that it is beside. */
function besideAfter(note: Note, frames: ReadonlyMap<Note, Box | null>, was: Boxes, is: Boxes): Box | null {
  const frame = [...frames].find(([each, to]) => each.kind === "frame" && to && isInside(note, each));
  if (frame?.[1]) return changed(note, moved(note, { x: frame[1].x - frame[0].x, y: frame[1].y - frame[0].y }));
  const near = [...was]
    .filter(([id]) => is.has(id))
    .map(([id, box]) => ({ id, gap: gapOf(note, box) }))
    .toSorted((a, b) => a.gap - b.gap)[0];
  return near && near.gap <= BESIDE ? changed(note, moved(note, shiftOf(near.id, was, is))) : null;
}

const shiftOf = (id: string, was: Boxes, is: Boxes): Point => {
  const [from, to] = [was.get(id), is.get(id)];
  return from && to ? { x: to.x - from.x, y: to.y - from.y } : { x: 0, y: 0 };
};

const moved = ({ x, y, width, height }: Box, by: Point): Box => ({ x: x + by.x, y: y + by.y, width, height });

const changed = (note: Box, box: Box): Box | null =>
  (["x", "y", "width", "height"] as const).every((key) => note[key] === box[key]) ? null : box;

const gapOf = (a: Box, b: Box): number =>
  Math.hypot(
    Math.max(0, a.x - b.x - b.width, b.x - a.x - a.width),
    Math.max(0, a.y - b.y - b.height, b.y - a.y - a.height),
  );
