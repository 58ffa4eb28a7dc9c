import { useMemo } from "react";
import type { MouseEvent, PointerEvent } from "react";
import { useServices } from "../document/context.ts";
import type { EditorServices } from "../document/context.ts";
import type { MenuPlace, ScreenPoint } from "../document/view-store.ts";

/** A finger that rests so long asks for the menu, where the browser does not say so itself. */
const LONG_PRESS_MS = 550;
/** A finger never rests quite still. */
const STILL = 8;

/** Asks for the menu of what was pressed: by the right button, by Shift+F10 or the menu key, or by a finger that rests. */
export function useContextMenu() {
  const { store, view, quiet = false } = useServices();
  return useMemo(() => (quiet ? {} : gestures({ store, view })), [store, view, quiet]);
}

function gestures({ store, view }: Pick<EditorServices, "store" | "view">) {
  let resting: { timer: number; at: ScreenPoint } | null = null;
  const stop = (): void => {
    if (resting) window.clearTimeout(resting.timer);
    resting = null;
  };
  const ask = (target: Element, at: ScreenPoint): void => {
    const on = placeOf(target);
    const { selection, select } = store.getState();
    if (on !== "canvas" && "edgeKey" in on) select({ edgeKeys: [on.edgeKey] });
    else if (on !== "canvas" && "nodeId" in on && !selection.nodeIds.includes(on.nodeId))
      select({ nodeIds: [on.nodeId] });
    view.getState().set({ asking: { kind: "menu", on, at } });
  };
  return {
    onContextMenu(event: MouseEvent<HTMLElement>): void {
      if (!(event.target instanceof Element)) return;
      event.preventDefault();
      stop();
      const { nativeEvent } = event;
      const byKey = nativeEvent instanceof window.PointerEvent && nativeEvent.pointerType === "";
      ask(event.target, byKey ? below(event.target) : { x: event.clientX, y: event.clientY });
    },
    onPointerDown({ pointerType, isPrimary, target, clientX, clientY }: PointerEvent<HTMLElement>): void {
      stop();
      if (pointerType !== "touch" || !isPrimary || !(target instanceof Element)) return;
      const at = { x: clientX, y: clientY };
      resting = { at, timer: window.setTimeout(() => ask(target, at), LONG_PRESS_MS) };
    },
    onPointerMove({ clientX, clientY }: PointerEvent<HTMLElement>): void {
      if (resting && Math.hypot(clientX - resting.at.x, clientY - resting.at.y) > STILL) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  };
}

function placeOf(target: Element): MenuPlace {
  const nodeId = target.closest<HTMLElement>("[data-node-id]")?.dataset["nodeId"];
  if (nodeId !== undefined) return { nodeId };
  const noteId = target.closest<HTMLElement>("[data-note-id]")?.dataset["noteId"];
  if (noteId !== undefined) return { noteId };
  const edgeKey = target.closest(".react-flow__edge")?.getAttribute("data-id");
  return edgeKey ? { edgeKey } : "canvas";
}

/** Below what has the focus. */
function below(target: Element): ScreenPoint {
  const { left, bottom, width } = target.getBoundingClientRect();
  return { x: left + Math.min(width / 2, 40), y: bottom };
}
