import { useRef } from "react";
import type { PointerEvent } from "react";
import { useServices } from "../editor/context.ts";
import { addNode } from "../store/commands/add.ts";
import type { StepType } from "../store/steps.ts";

const THRESHOLD = 6;

interface Press {
  pointerId: number;
  x: number;
  y: number;
  dragging: boolean;
}

/** Drags a step from the palette by pointer events: mouse, pen and touch alike. */
export function usePaletteDrag(step: StepType) {
  const { store, view, canvas } = useServices();
  const press = useRef<Press | null>(null);
  const dragged = useRef(false);

  const stop = (): void => {
    press.current = null;
    document.removeEventListener("keydown", onKeyDown.current, true);
    view.getState().set({ drag: null });
  };
  const onKeyDown = useRef((event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !press.current?.dragging) return;
    event.preventDefault();
    event.stopPropagation();
    stop();
  });

  const drop = (event: PointerEvent): void => {
    const target = canvas.current?.spotAt({ x: event.clientX, y: event.clientY });
    if (!target || !store.getState().run(addNode(step, target.spot))) return;
    view.getState().wantFocus("node", store.getState().selection.nodeIds[0] ?? null);
  };

  return {
    /** True once, for the click that the browser sends after a drag. */
    justDragged(): boolean {
      const was = dragged.current;
      dragged.current = false;
      return was;
    },
    handlers: {
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0 || store.getState().readOnly) return;
        dragged.current = false;
        press.current = { pointerId: event.pointerId, x: event.clientX, y: event.clientY, dragging: false };
        event.currentTarget.setPointerCapture(event.pointerId);
        document.addEventListener("keydown", onKeyDown.current, true);
      },
      onPointerMove(event: PointerEvent) {
        const now = press.current;
        if (!now || now.pointerId !== event.pointerId) return;
        if (!now.dragging && Math.hypot(event.clientX - now.x, event.clientY - now.y) < THRESHOLD) return;
        now.dragging = true;
        dragged.current = true;
        view.getState().set({ drag: { step, pointer: { x: event.clientX, y: event.clientY } } });
      },
      onPointerUp(event: PointerEvent) {
        if (press.current?.dragging) drop(event);
        stop();
      },
      onPointerCancel: stop,
    },
  };
}
