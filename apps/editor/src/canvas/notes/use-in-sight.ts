import { useReactFlow } from "@xyflow/react";
import { useCallback } from "react";
import type { FocusEvent } from "react";

const MARGIN = 24;

/** How far to move so that a length lies between two ends. */
function into(start: number, end: number, from: number, to: number): number {
  if (start < from + MARGIN) return from + MARGIN - start;
  return Math.min(0, Math.max(to - MARGIN - end, from + MARGIN - start));
}

/** Moves the drawing so that what got the focus by keyboard is seen; a press shows that it was seen already. */
export function useInSight(): (event: FocusEvent<HTMLElement>) => void {
  const flow = useReactFlow();
  return useCallback(
    ({ target }) => {
      const room = target.closest(".react-flow")?.getBoundingClientRect();
      if (!room || !target.matches(":focus-visible")) return;
      const { left, right, top, bottom } = target.getBoundingClientRect();
      const [x, y] = [into(left, right, room.left, room.right), into(top, bottom, room.top, room.bottom)];
      const view = flow.getViewport();
      if (x !== 0 || y !== 0) void flow.setViewport({ ...view, x: view.x + x, y: view.y + y });
    },
    [flow],
  );
}
