import type { GraphDefinition } from "@trilho/engine";
import { NODE } from "../document/layout/geometry.ts";
import { placementOf } from "../document/layout/placement.ts";
import { readingOrder } from "../document/layout/reading-order.ts";
import { fitting, SMALL, startingAt, type Box, type View } from "./fitting.ts";

const TOP = 56;

/** What a person sees first: all of it where it can be read, else the step where a run is, or its beginning. */
export function openingView(frame: HTMLElement, definition: GraphDefinition, at: string | null): View {
  const { clientWidth: width, clientHeight: height } = frame;
  const boxes = boxesOf(definition);
  const [some] = boxes.values();
  if (some === undefined || width === 0) return { x: width / 2 - NODE.width / 2, y: TOP, zoom: 1 };
  const room = { width, height, hasMap: definition.nodes.length > SMALL };
  const whole = fitting([...boxes.values()], room);
  if (whole !== null) return whole;
  const here = boxes.get(at ?? "");
  if (here !== undefined) return startingAt(here, room, height / 3);
  return startingAt(boxes.get(readingOrder(definition).order[0] ?? "") ?? some, room);
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
