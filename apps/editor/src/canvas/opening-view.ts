import type { Point } from "../document/document.ts";
import type { Drawn } from "../document/layout/drawn.ts";
import { NODE } from "../document/layout/geometry.ts";
import type { Placement } from "../document/layout/placement.ts";
import { readingOrder } from "../document/layout/reading-order.ts";
import { notesOf } from "../document/notes/notes.ts";
import { fitting, OPENING, READABLE, SMALL, sideways, startingAt, type Box, type View } from "./fitting.ts";

const TOP = 56;

/** What a person wants to see: to read and edit it, or to look at it as a whole. */
export type Purpose = "edit" | "look";

/** How far out a drawing may be seen as a whole before its beginning is shown instead. */
const LEAST: Record<Purpose, number> = { edit: OPENING, look: READABLE };

/** What a person sees first: all of it where it can be read, else the step where a run is, or its beginning. */
export function openingView(frame: HTMLElement, drawn: Drawn, at: string | null, purpose: Purpose = "look"): View {
  const { width, height, boxes, all, room } = roomOf(frame, drawn);
  const [some] = boxes.values();
  if (some === undefined || width === 0) return { x: width / 2 - NODE.width / 2, y: TOP, zoom: 1 };
  const whole = fitting(all, room, LEAST[purpose]);
  if (whole !== null) return whole;
  const here = boxes.get(at ?? "");
  const first = boxes.get(readingOrder(drawn.definition).order[0] ?? "") ?? some;
  const view =
    here === undefined
      ? startingAt(first, room, TOP, LEAST[purpose])
      : startingAt(here, room, height / 3, LEAST[purpose]);
  return sideways(view, all, room);
}

/** All of a drawing, as small as that makes it. */
export function wholeView(frame: HTMLElement, drawn: Drawn, least: number): View {
  const { boxes, all, room } = roomOf(frame, drawn);
  const whole = boxes.size === 0 || room.width === 0 ? null : fitting(all, room, least);
  return whole ?? openingView(frame, drawn, null);
}

function roomOf(frame: HTMLElement, { definition, placement }: Drawn) {
  const { clientWidth: width, clientHeight: height } = frame;
  const boxes = boxesOf(placement);
  return {
    width,
    height,
    boxes,
    /** With notes and frames. */
    all: [...boxes.values(), ...notesOf(definition).map(boxOf)],
    room: { width, height, hasMap: definition.nodes.length > SMALL },
  };
}

function boxesOf({ positions, shapes }: Placement): Map<string, Box> {
  return new Map(
    [...positions].map(([id, { x, y }]) => {
      const { width = 0, height = 0 } = shapes.get(id) ?? {};
      return [id, boxOf({ x, y, width, height })];
    }),
  );
}

const boxOf = ({ x, y, width, height }: Point & { width: number; height: number }): Box => ({
  left: x,
  right: x + width,
  top: y,
  bottom: y + height,
});
