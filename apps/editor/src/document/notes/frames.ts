import type { Point } from "../document.ts";
import type { Drawn } from "../layout/drawn.ts";
import type { Placement } from "../layout/placement.ts";
import { drawnId, notesOf } from "./notes.ts";
import type { Note } from "./notes.ts";

type Box = Pick<Note, "x" | "y" | "width" | "height">;

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
  const boxes = stepIds.flatMap((id) => stepBox(placement, id) ?? []);
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((box) => box.x)) - PAD;
  const y = Math.min(...boxes.map((box) => box.y)) - PAD - TITLE;
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) + PAD - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) + FOOT - y,
  };
}

/** By ids on the drawing. */
export function boxesOf({ definition, placement }: Drawn): Map<string, Box> {
  const steps = [...placement.positions.keys()].flatMap((id): [string, Box][] => {
    const box = stepBox(placement, id);
    return box ? [[id, box]] : [];
  });
  return new Map([...steps, ...notesOf(definition).map((note): [string, Box] => [drawnId(note), note])]);
}

function stepBox({ positions, shapes }: Placement, id: string): Box | null {
  const [at, shape] = [positions.get(id), shapes.get(id)];
  return at && shape ? { ...at, width: shape.width, height: shape.height } : null;
}

const isInside = (box: Box, frame: Box): boolean =>
  box.x >= frame.x &&
  box.y >= frame.y &&
  box.x + box.width <= frame.x + frame.width &&
  box.y + box.height <= frame.y + frame.height;
