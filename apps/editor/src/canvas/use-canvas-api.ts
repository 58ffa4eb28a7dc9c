import { useReactFlow, type Viewport } from "@xyflow/react";
import { useEffect } from "react";
import type { RefObject } from "react";
import type { CanvasApi } from "../document/context.ts";
import { useServices } from "../document/context.ts";
import { drawnNow } from "../document/layout/drawn.ts";
import type { Drawn } from "../document/layout/drawn.ts";
import { drawnId, notesOf } from "../document/notes/notes.ts";
import { LEAST_ZOOM, READABLE } from "./fitting.ts";
import { openingView, wholeView } from "./opening-view.ts";
import { spotNear } from "./spot-near.ts";

const MARGIN = 32;
/** How far below the upper rim a step stands at most that is brought close. */
const TOP = 96;
/** In less height than this nothing is seen around a step: each one that is shown takes the same place. */
const STRIP = 240;
/** Room for the "+" below a step, and for the one at its side. */
const FOOT = 48;
const SIDE = 48;

/** How far to move so that a length lies between two ends, with a margin; 0 when it does. */
function into(start: number, length: number, from: number, to: number): number {
  if (start < from + MARGIN) return from + MARGIN - start;
  const over = start + length - (to - MARGIN);
  return over > 0 ? -Math.min(over, start - from - MARGIN) : 0;
}

/** Where a step or note stands, and the room for what is drawn beside and below it. */
function placeOf({ definition, placement: { positions, shapes } }: Drawn, id: string) {
  const [at, shape] = [positions.get(id), shapes.get(id)];
  if (!at || !shape) {
    const note = notesOf(definition).find((each) => drawnId(each) === id);
    return note && { ...note, side: 0, foot: 0 };
  }
  const { width, height, ports } = shape;
  return { ...at, width, height, side: ports.some(({ side }) => side) ? SIDE : 0, foot: FOOT };
}

/** Calls back when the drawing got more or less room than it had, as when a panel opens below it. */
function watchRoom(frame: HTMLElement, onChange: (before: Room, now: Room) => void): () => void {
  let before = { width: frame.clientWidth, height: frame.clientHeight };
  const observer = new ResizeObserver(() => {
    const now = { width: frame.clientWidth, height: frame.clientHeight };
    if (now.width !== before.width || now.height !== before.height) onChange(before, now);
    before = now;
  });
  observer.observe(frame);
  return () => observer.disconnect();
}

interface Room {
  width: number;
  height: number;
}

const isSameView = (some: Viewport, other: Viewport | null): boolean =>
  some.x === other?.x && some.y === other.y && some.zoom === other.zoom;

/** Lets the rest of the editor steer the canvas, as long as it is drawn. `fitted` is how it was last seen as a whole. */
export function useCanvasApi(frame: RefObject<HTMLDivElement | null>, fitted: RefObject<Viewport | null>): void {
  const { store, view, canvas, quiet = false } = useServices();
  const flow = useReactFlow();
  useEffect(() => {
    const duration = window.matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 180;
    const drawn = () => drawnNow({ store, view });
    let shown: readonly string[] = [];
    let isClose = false;
    /** `again` after the drawing changed its size: what was brought close then is brought close anew. */
    const show = (nodeIds: readonly string[], again: boolean): void => {
      shown = nodeIds;
      const box = frame.current?.getBoundingClientRect();
      const at = placeOf(drawn(), nodeIds[0] ?? "");
      if (!box || !at) return;
      const { zoom, x, y } = flow.getViewport();
      const isStrip = box.height < STRIP && zoom === READABLE;
      if (zoom < READABLE || (isClose && (again || isStrip))) {
        isClose = true;
        const top = Math.min(TOP, Math.max(0, (box.height - at.height * READABLE) / 2));
        const left = box.width / 2 - (at.x + at.width / 2) * READABLE;
        void flow.setViewport({ x: left, y: top - at.y * READABLE, zoom: READABLE }, { duration });
        return;
      }
      isClose = false;
      const start = flow.flowToScreenPosition(at);
      const by = {
        x: into(start.x, (at.width + at.side) * zoom, box.left, box.right),
        y: into(start.y, (at.height + at.foot) * zoom, box.top, box.bottom),
      };
      if (by.x !== 0 || by.y !== 0) void flow.setViewport({ x: x + by.x, y: y + by.y, zoom }, { duration });
    };
    const api: CanvasApi = {
      fit() {
        if (frame.current === null) return;
        fitted.current = wholeView(frame.current, drawn(), LEAST_ZOOM);
        void flow.setViewport(fitted.current, { duration });
      },
      zoomIn: () => void flow.zoomIn({ duration }),
      zoomOut: () => void flow.zoomOut({ duration }),
      show: (nodeIds) => show(nodeIds, false),
      pointAt(point) {
        const box = frame.current?.getBoundingClientRect();
        if (!box || point.x < box.left || point.x > box.right || point.y < box.top || point.y > box.bottom) return null;
        return flow.screenToFlowPosition(point);
      },
      spotAt(point) {
        const at = api.pointAt(point);
        return at && spotNear(drawn(), at);
      },
    };
    canvas.attach(api);
    /** Fits a drawing to look at into its new room, unless a person has looked elsewhere since it was fitted. */
    const refit = (): boolean => {
      if (!quiet || frame.current === null || !isSameView(flow.getViewport(), fitted.current)) return false;
      const at = view.getState().highlight?.nodeId ?? null;
      fitted.current = openingView(frame.current, drawn(), at);
      void flow.setViewport(fitted.current);
      return true;
    };
    // What was brought into sight stays there, and what is selected, unless a person has looked elsewhere since.
    const stopWatching = frame.current
      ? watchRoom(frame.current, ({ width, height }, now) => {
          if (refit() || (now.width >= width && now.height >= height)) return;
          const { nodeIds } = store.getState().selection;
          const kept = nodeIds.length === 1 ? nodeIds : shown;
          const at = placeOf(drawn(), kept[0] ?? "");
          if (!at) return;
          const { x, y, zoom } = flow.getViewport();
          const [left, top] = [at.x * zoom + x, at.y * zoom + y];
          if (left >= 0 && left < width && top >= 0 && top < height) show(kept, true);
        })
      : undefined;
    return () => {
      canvas.attach(null);
      stopWatching?.();
    };
  }, [flow, store, view, canvas, quiet, frame, fitted]);
}
