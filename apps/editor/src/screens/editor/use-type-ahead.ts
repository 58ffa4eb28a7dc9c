import { useEffect } from "react";
import type { RefObject } from "react";
import type { EditorServices } from "../../document/context.ts";

/** Where typing is somebody's already: in the window of the question, or on the words that it cannot be had. */
const TAKEN = "[data-asking], [data-testid='palette'], [data-testid='not-loaded']";

/** Keeps what is typed between the press that asks a question, or brings up the palette, and the moment its window has the focus. */
export function useTypeAhead(root: RefObject<HTMLElement | null>, { view }: EditorServices): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { asking, sheet, typed, set } = view.getState();
      const isAsked = asking === null ? sheet === "palette" : asking.kind !== "help";
      if (!isAsked || event.defaultPrevented) return;
      const { target, key } = event;
      if (!(target instanceof Element) || target.closest(TAKEN)) return;
      if (target !== document.body && !(root.current?.closest("[data-editor-page]") ?? root.current)?.contains(target))
        return;
      const change = changeOf(key, typed);
      if (!change || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      event.preventDefault();
      set(change);
    };
    document.addEventListener("keydown", onKeyDown);
    // What was typed for one question is not typed for the next.
    const end = view.subscribe((now, before) => {
      const isNext = now.asking !== before.asking || now.sheet !== before.sheet;
      if (isNext && now.typed !== "") now.set({ typed: "" });
    });
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      end();
    };
  }, [root, view]);
}

function changeOf(key: string, typed: string): { typed: string } | { asking: null; sheet: null } | null {
  if (key === "Escape") return { asking: null, sheet: null };
  if (key === "Backspace") return { typed: typed.slice(0, -1) };
  // Names of keys are longer than one character.
  return [...key].length === 1 ? { typed: typed + key } : null;
}
