import type { GraphDefinition } from "@trilho/engine";
import type { Point } from "../document.ts";
import { placementOf } from "./placement.ts";
import { readingOrder } from "./reading-order.ts";

export type Direction = "up" | "down" | "left" | "right" | "first" | "last";

/**
 * The step that an arrow key leads to. Down follows the first exit and up goes back; left and right go to the
 * nearest step on that side, and so do up and down where no edge leads on. Null when there is nothing.
 */
export function neighbour(definition: GraphDefinition, from: string | null, direction: Direction): string | null {
  const { order, out, into } = readingOrder(definition);
  if (from === null || direction === "first") return order[0] ?? null;
  if (direction === "last") return order.at(-1) ?? null;
  if (direction === "down") return out.get(from)?.[0]?.edge.target ?? nearest(definition, from, direction);
  if (direction === "up") return into.get(from)?.[0]?.edge.source ?? nearest(definition, from, direction);
  return nearest(definition, from, direction);
}

type Step = "up" | "down" | "left" | "right";

const AWAY: Record<Step, (by: Point) => { along: number; aside: number }> = {
  up: ({ x, y }) => ({ along: -y, aside: Math.abs(x) }),
  down: ({ x, y }) => ({ along: y, aside: Math.abs(x) }),
  left: ({ x, y }) => ({ along: -x, aside: Math.abs(y) }),
  right: ({ x, y }) => ({ along: x, aside: Math.abs(y) }),
};

function nearest(definition: GraphDefinition, from: string, direction: Step): string | null {
  const { positions, shapes } = placementOf(definition);
  const centre = (id: string): Point => {
    const [at, shape] = [positions.get(id), shapes.get(id)];
    return { x: (at?.x ?? 0) + (shape?.width ?? 0) / 2, y: at?.y ?? 0 };
  };
  const start = centre(from);
  let best: { id: string; cost: number } | null = null;
  for (const { id } of definition.nodes) {
    const end = centre(id);
    const { along, aside } = AWAY[direction]({ x: end.x - start.x, y: end.y - start.y });
    if (id === from || along <= 1) continue;
    const cost = along + aside * 2.5;
    if (!best || cost < best.cost) best = { id, cost };
  }
  return best?.id ?? null;
}
