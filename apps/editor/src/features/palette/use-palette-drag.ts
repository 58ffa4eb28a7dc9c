import { useEffect, useRef } from "react";
import type { PointerEvent, RefObject } from "react";
import { useServices } from "../../document/context.ts";
import { addNode } from "../../document/commands/add.ts";
import type { StepType } from "../../document/steps.ts";

/** So far a pointer moves before it drags, in pixels. */
const THRESHOLD = 6;
/** So long a finger rests before it drags, in ms: a finger that moves at once scrolls the list. */
const HOLD = 320;

interface Press {
  pointerId: number;
  x: number;
  y: number;
  dragging: boolean;
  /** Of a finger: the drag starts when it fires. */
  hold: ReturnType<typeof setTimeout> | null;
}

/** Drags a step from the palette by pointer events: by mouse and pen at once, by a finger that rests on it first. */
export function usePaletteDrag(step: StepType, item: RefObject<HTMLElement | null>) {
  const { store, view, canvas } = useServices();
  const press = useRef<Press | null>(null);
  const dragged = useRef(false);
  useKeptFromScrolling(item, press);

  const stop = (): void => {
    if (press.current?.hold) clearTimeout(press.current.hold);
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

  const drag = (now: Press, x: number, y: number): void => {
    now.dragging = true;
    dragged.current = true;
    view.getState().set({ drag: { step, pointer: { x, y } } });
  };

  const drop = (event: PointerEvent): void => {
    const target = canvas.current?.spotAt({ x: event.clientX, y: event.clientY });
    if (!target || !store.getState().run(addNode(step, target.spot))) return;
    view.getState().set({ sheet: null });
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
        const { pointerId, clientX: x, clientY: y } = event;
        dragged.current = false;
        const now: Press = { pointerId, x, y, dragging: false, hold: null };
        if (event.pointerType === "touch") now.hold = setTimeout(() => drag(now, x, y), HOLD);
        press.current = now;
        event.currentTarget.setPointerCapture(pointerId);
        document.addEventListener("keydown", onKeyDown.current, true);
      },
      onPointerMove(event: PointerEvent) {
        const now = press.current;
        if (!now || now.pointerId !== event.pointerId) return;
        const near = Math.hypot(event.clientX - now.x, event.clientY - now.y) < THRESHOLD;
        if (!now.dragging && near) return;
        if (!now.dragging && now.hold) stop();
        else drag(now, event.clientX, event.clientY);
      },
      onPointerUp(event: PointerEvent) {
        if (press.current?.dragging) drop(event);
        stop();
      },
      onPointerCancel: stop,
      onContextMenu(event: { preventDefault: () => void }) {
        if (press.current?.hold) event.preventDefault();
      },
    },
  };
}

/** A finger that drags a step does not scroll the list; only a listener that is not passive can say so. */
function useKeptFromScrolling(item: RefObject<HTMLElement | null>, press: RefObject<Press | null>): void {
  useEffect(() => {
    const element = item.current;
    const keep = (event: TouchEvent): void => {
      if (press.current?.dragging && event.cancelable) event.preventDefault();
    };
    element?.addEventListener("touchmove", keep, { passive: false });
    return () => element?.removeEventListener("touchmove", keep);
  }, [item, press]);
}
