import type { GraphDefinition } from "@trilho/engine";
import type { Spot } from "../document/commands/add.ts";
import { findNode } from "../document/document.ts";
import type { Point } from "../document/document.ts";
import { NODE } from "../document/layout/geometry.ts";
import type { Placement } from "../document/layout/placement.ts";

const CATCH = 70;

/** Where a step dropped on the canvas goes: behind a handle that is near, else where it was dropped. */
export function spotNear(
  { definition, placement: { positions, shapes } }: { definition: GraphDefinition; placement: Placement },
  at: Point,
): { spot: Spot; marks: Point | null } {
  let best: { distance: number; spot: Spot; marks: Point } | null = null;
  for (const [id, corner] of positions) {
    for (const port of shapes.get(id)?.ports ?? []) {
      if (port.kind === "unknown" || !findNode(definition, id)) continue;
      const marks = port.side
        ? { x: corner.x + port.x + 24, y: corner.y + port.y }
        : { x: corner.x + port.x, y: corner.y + port.y + 24 };
      const distance = Math.hypot(marks.x - at.x, marks.y - at.y);
      if (distance > CATCH || (best && best.distance <= distance)) continue;
      best = { distance, spot: { kind: "handle", nodeId: id, handle: port.handle }, marks };
    }
  }
  if (best) return best;
  return { spot: { kind: "free", position: { x: at.x - NODE.width / 2, y: at.y - NODE.header / 2 } }, marks: null };
}
