import type { PointerEvent } from "react";

/** From here on a press is a drag. */
const FAR = 5;

/**
 * A "+" that is dragged draws an edge from its exit, as the exit itself does; a press that stays where it is remains a
 * press. React Flow begins a connection with a press on a handle and offers no other way.
 */
export function dragFromPlus(nodeId: string, handle: string) {
  return (down: PointerEvent<HTMLElement>): void => {
    if (down.button !== 0) return;
    const plus = down.currentTarget;
    const { clientX, clientY, pointerId } = down;
    const end = (): void => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
    };
    function move(event: globalThis.PointerEvent): void {
      if (event.pointerId !== pointerId || Math.hypot(event.clientX - clientX, event.clientY - clientY) < FAR) return;
      end();
      const from = plus
        .closest(".react-flow")
        ?.querySelector(`.source[data-nodeid="${CSS.escape(nodeId)}"][data-handleid="${CSS.escape(handle)}"]`);
      if (!from) return;
      const { left, top, width, height } = from.getBoundingClientRect();
      const middle = { clientX: left + width / 2, clientY: top + height / 2 };
      from.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, cancelable: true, button: 0, ...middle }));
    }
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
  };
}
