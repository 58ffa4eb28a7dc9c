import type { GraphDefinition } from "@trilho/engine";
import { NODE } from "../document/layout/geometry.ts";
import { placementOf } from "../document/layout/placement.ts";
import { readingOrder } from "../document/layout/reading-order.ts";
import { fitting, OPENING, READABLE, SMALL, startingAt, type Box, type View } from "./fitting.ts";

const TOP = 56;

/** What a person wants to see: to read and edit it, or to look at it as a whole. */
export type Purpose = "edit" | "look";

/** How far out a drawing may be seen as a whole before its beginning is shown instead. */
const LEAST: Record<Purpose, number> = { edit: OPENING, look: READABLE };

/** What a person sees first: all of it where it can be read, else the step where a run is, or its beginning. */
export function openingView(
  frame: HTMLElement,
  definition: GraphDefinition,
  at: string | null,
  purpose: Purpose = "look",
): View {
  const { width, height, boxes, room } = roomOf(frame, definition);
  const [some] = boxes.values();
  if (some === undefined || width === 0) return { x: width / 2 - NODE.width / 2, y: TOP, zoom: 1 };
  const whole = fitting([...boxes.values()], room, LEAST[purpose]);
  if (whole !== null) return whole;
  const here = boxes.get(at ?? "");
  if (here !== undefined) return startingAt(here, room, height / 3, LEAST[purpose]);
  return startingAt(boxes.get(readingOrder(definition).order[0] ?? "") ?? some, room, TOP, LEAST[purpose]);
}

/** All of a drawing, as small as that makes it. */
export function wholeView(frame: HTMLElement, definition: GraphDefinition, least: number): View {
  const { boxes, room } = roomOf(frame, definition);
  const whole = boxes.size === 0 || room.width === 0 ? null : fitting([...boxes.values()], room, least);
  return whole ?? openingView(frame, definition, null);
}

function roomOf(frame: HTMLElement, definition: GraphDefinition) {
  const { clientWidth: width, clientHeight: height } = frame;
  return {
    width,
    height,
    boxes: boxesOf(definition),
    room: { width, height, hasMap: definition.nodes.length > SMALL },
  };
}

function boxesOf(definition: GraphDefinition): Map<string, Box> {
  const { positions, shapes } = placementOf(definition);
  return new Map(
    [...positions].map(([id, { x, y }]) => {
      const { width = 0, height = 0 } = shapes.get(id) ?? {};
      return [id, { left: x, right: x + width, top: y, bottom: y + height }];
    }),
  );
}
