import type { GraphDefinition } from "@trilho/engine";
import { findNode } from "../document.ts";
import type { Point } from "../document.ts";
import { placementOf, withPlaces } from "../layout/placement.ts";
import { label } from "./command.ts";
import type { Command } from "./command.ts";

/** Which sides or middles of the chosen steps come to lie on one line. */
export type Alignment = "left" | "centre" | "right" | "top" | "middle" | "bottom";
/** The direction in which the gaps between steps become equal. */
export type Axis = "horizontal" | "vertical";

interface Box extends Point {
  id: string;
  width: number;
  height: number;
}

const SIDES: Record<Alignment, (box: Box, around: Box) => Point> = {
  left: ({ y }, around) => ({ x: around.x, y }),
  centre: ({ y, width }, around) => ({ x: around.x + (around.width - width) / 2, y }),
  right: ({ y, width }, around) => ({ x: around.x + around.width - width, y }),
  top: ({ x }, around) => ({ x, y: around.y }),
  middle: ({ x, height }, around) => ({ x, y: around.y + (around.height - height) / 2 }),
  bottom: ({ x, height }, around) => ({ x, y: around.y + around.height - height }),
};

/** Puts two or more steps on a line: their sides, or their middles. */
export function alignNodes(ids: readonly string[], to: Alignment): Command {
  return (definition) => {
    const boxes = boxesOf(definition, ids);
    if (boxes.length < 2) return null;
    const around = surrounding(boxes);
    return placed(definition, new Map(boxes.map((box) => [box.id, rounded(SIDES[to](box, around))])), "align");
  };
}

/** Makes the gaps between three or more steps equal; the outermost two stay. */
export function distributeNodes(ids: readonly string[], axis: Axis): Command {
  return (definition) => {
    const [at, size] = axis === "horizontal" ? (["x", "width"] as const) : (["y", "height"] as const);
    const boxes = boxesOf(definition, ids).toSorted((a, b) => a[at] - b[at] || a.id.localeCompare(b.id));
    const [first, last] = [boxes[0], boxes.at(-1)];
    if (!first || !last || boxes.length < 3) return null;
    const filled = boxes.reduce((sum, box) => sum + box[size], 0);
    const gap = (last[at] + last[size] - first[at] - filled) / (boxes.length - 1);
    let next = first[at];
    const places = new Map<string, Point>();
    for (const box of boxes) {
      places.set(box.id, rounded({ x: box.x, y: box.y, [at]: next }));
      next += box[size] + gap;
    }
    return placed(definition, places, "distribute");
  };
}

function boxesOf(definition: GraphDefinition, ids: readonly string[]): Box[] {
  const { positions, shapes } = placementOf(definition);
  return [...new Set(ids)].flatMap((id) => {
    const [at, shape] = [positions.get(id), shapes.get(id)];
    return at && shape ? [{ id, x: at.x, y: at.y, width: shape.width, height: shape.height }] : [];
  });
}

function surrounding(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
  return { id: "", x, y, width, height };
}

const rounded = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) });

/** Null where every step already is in its place, so that nothing is fixed that an automatic layout could still move. */
function placed(definition: GraphDefinition, places: ReadonlyMap<string, Point>, code: "align" | "distribute") {
  const { positions } = placementOf(definition);
  const moves = [...places].some(([id, { x, y }]) => positions.get(id)?.x !== x || positions.get(id)?.y !== y);
  if (!moves) return null;
  const nodes = [...places.keys()].map((id) => findNode(definition, id));
  return { definition: withPlaces(definition, places), label: label(code, nodes) };
}
