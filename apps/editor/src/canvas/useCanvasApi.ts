import { useReactFlow } from "@xyflow/react";
import { useEffect } from "react";
import type { RefObject } from "react";
import type { CanvasApi } from "../editor/context.ts";
import { useServices } from "../editor/context.ts";
import { placementOf } from "../store/placement.ts";
import { spotNear } from "./spotNear.ts";

const FIT = { padding: 0.16, maxZoom: 1, minZoom: 0.2 } as const;
const READABLE = 0.75;
const MARGIN = 48;

/** Lets the rest of the editor steer the canvas, as long as it is drawn. */
export function useCanvasApi(frame: RefObject<HTMLDivElement | null>): void {
  const { store, canvas } = useServices();
  const flow = useReactFlow();
  useEffect(() => {
    const duration = window.matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 180;
    const api: CanvasApi = {
      fit: () => void flow.fitView({ ...FIT, duration }),
      zoomIn: () => void flow.zoomIn({ duration }),
      zoomOut: () => void flow.zoomOut({ duration }),
      show(nodeIds) {
        const { positions, shapes } = placementOf(store.getState().definition);
        const box = frame.current?.getBoundingClientRect();
        const id = nodeIds[0];
        const [at, shape] = [positions.get(id ?? ""), shapes.get(id ?? "")];
        if (!box || !at || !shape) return;
        const zoom = flow.getZoom();
        const start = flow.flowToScreenPosition(at);
        const end = flow.flowToScreenPosition({ x: at.x + shape.width, y: at.y + shape.height });
        const inside =
          start.x > box.left + MARGIN / 2 &&
          end.x < box.right - MARGIN / 2 &&
          start.y > box.top + MARGIN &&
          end.y < box.bottom - MARGIN;
        if (inside && zoom >= READABLE / 2) return;
        const centre = { x: at.x + shape.width / 2, y: at.y + shape.height / 2 };
        void flow.setCenter(centre.x, centre.y, { zoom: Math.max(zoom, READABLE), duration });
      },
      spotAt(point) {
        const box = frame.current?.getBoundingClientRect();
        if (!box || point.x < box.left || point.x > box.right || point.y < box.top || point.y > box.bottom) return null;
        return spotNear(store.getState().definition, flow.screenToFlowPosition(point));
      },
    };
    canvas.attach(api);
    return () => canvas.attach(null);
  }, [flow, store, canvas, frame]);
}
