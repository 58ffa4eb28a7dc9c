import { useEffect } from "react";
import type { RefObject } from "react";
import { useStore } from "zustand";
import { usePortal } from "../../ui/dialogs/portal.ts";
import { elementWith } from "../../browser/elements.ts";
import type { EditorServices } from "../../document/context.ts";

const FIELDS = "input:not([type='hidden'], [disabled]), textarea, select, button:not([disabled]), [tabindex='0']";

/** Moves the keyboard focus where a command wants it, once that is drawn. */
export function useFocusRequests(root: RefObject<HTMLElement | null>, { view }: EditorServices): void {
  const wish = useStore(view, (state) => state.focus);
  const portal = usePortal();
  useEffect(() => {
    // A note begins to be written by itself.
    if (!wish || wish.target === "note") return;
    const { target, nodeId } = wish;
    let tries = 0;
    let frame = requestAnimationFrame(function look() {
      const found = target === "node" ? stepIn(root.current, nodeId) : fieldIn(target, root.current, portal);
      tries += 1;
      if (found) found.focus({ preventScroll: target === "node" && found.tagName === "BUTTON" });
      else if (tries < 10) frame = requestAnimationFrame(look);
    });
    return () => cancelAnimationFrame(frame);
  }, [wish, root, portal]);
}

function stepIn(root: HTMLElement | null, id: string | null): HTMLElement | null {
  if (id === null) return noteWithFocus(root) ?? firstStep(root);
  return elementWith(root, "data-step-id", id) ?? elementWith(root, "data-note", id) ?? firstStep(root);
}

/** Who works at a note stays there when no step is meant. */
const noteWithFocus = (root: HTMLElement | null): HTMLElement | null =>
  root?.querySelector<HTMLElement>("[data-note]:focus") ?? null;

function firstStep(root: HTMLElement | null): HTMLElement | null {
  return root?.querySelector<HTMLElement>('[data-step-id][tabindex="0"]') ?? null;
}

/** The inspector may stand in a sheet outside of the editor's own element. */
function fieldIn(
  target: "inspector" | "name",
  root: HTMLElement | null,
  portal: HTMLElement = document.body,
): HTMLElement | null {
  const inside = [root, portal].flatMap((part) => [...(part?.querySelectorAll<HTMLElement>("[data-inspector]") ?? [])]);
  const panes = [...new Set(inside)];
  const pane = panes.find((each) => each.offsetParent !== null) ?? panes[0];
  const fields = [...(pane?.querySelectorAll<HTMLElement>(FIELDS) ?? [])];
  // The name comes first; who opens the settings wants what follows it.
  return (target === "inspector" ? fields[1] : undefined) ?? fields[0] ?? null;
}
