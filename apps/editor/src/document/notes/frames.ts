import type { Point } from "../document.ts";
import type { Drawn } from "../layout/drawn.ts";
import type { Placement } from "../layout/placement.ts";
import { drawnId, notesOf } from "./notes.ts";
import type { Note } from "./notes.ts";

export type Box = Pick<Note, "x" | "y" | "width" | "height">;

/** Around steps, with room for the title above them and for an open exit's "+" below. */
const PAD = 24;
const TITLE = 40;
const FOOT = 44;

/** Where everything comes to lie when a note is put to a place: itself, and what lies wholly inside of a frame. */
export function movedWith(drawn: Drawn, note: Note, to: Point): Map<string, Point> {
  const own = drawnId(note);
  const places = new Map([[own, to]]);
  if (note.kind === "note") return places;
  for (const [id, box] of boxesOf(drawn)) {
    if (id !== own && isInside(box, note)) places.set(id, { x: box.x + to.x - note.x, y: box.y + to.y - note.y });
  }
  return places;
}

/** The frame around steps; null where none of them is drawn. */
export function frameAround({ placement }: Drawn, stepIds: readonly string[]): Box | null {
  const box = around(stepIds, stepBoxes(placement));
  return (
    box && {
      x: box.x - PAD,
      y: box.y - PAD - TITLE,
      width: box.width + 2 * PAD,
      height: box.height + PAD + TITLE + FOOT,
    }
  );
}

/** What holds all boxes of these ids; null without any. */
export function around(ids: readonly string[], boxes: ReadonlyMap<string, Box>): Box | null {
  const found = ids.flatMap((id) => boxes.get(id) ?? []);
  if (found.length === 0) return null;
  const [x, y] = [Math.min(...found.map((box) => box.x)), Math.min(...found.map((box) => box.y))];
  return {
    x,
    y,
    width: Math.max(...found.map((box) => box.x + box.width)) - x,
    height: Math.max(...found.map((box) => box.y + box.height)) - y,
  };
}

/** Of steps and notes, by ids on the drawing. */
export function boxesOf({ definition, placement }: Drawn): Map<string, Box> {
  const boxes = stepBoxes(placement);
  for (const note of notesOf(definition)) boxes.set(drawnId(note), note);
  return boxes;
}

export function stepBoxes({ positions, shapes }: Placement): Map<string, Box> {
  const boxes = new Map<string, Box>();
  for (const [id, at] of positions) {
    const shape = shapes.get(id);
    if (shape) boxes.set(id, { ...at, width: shape.width, height: shape.height });
  }
  return boxes;
}

export const isInside = (box: Box, frame: Box): boolean =>
  box.x >= frame.x &&
  box.y >= frame.y &&
  box.x + box.width <= frame.x + frame.width &&
  box.y + box.height <= frame.y + frame.height;
