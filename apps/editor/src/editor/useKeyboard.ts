import { useEffect } from "react";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { copySelection, pasteClipboard } from "./clipboard.ts";
import type { EditorServices } from "./context.ts";
import { inText, pressKey, zoneOf } from "./shortcuts.ts";

/** Listens for shortcuts and the clipboard while the focus is in the editor, or nowhere at all. */
export function useKeyboard(root: RefObject<HTMLElement | null>, services: EditorServices): void {
  const { t } = useTranslation("builder");
  useEffect(() => {
    const ours = (target: EventTarget | null): boolean =>
      target === document.body || (target instanceof Node && root.current?.contains(target) === true);
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !ours(event.target) || services.view.getState().asking) return;
      if (pressKey(services, event, t)) event.preventDefault();
    };
    const clipboard = (event: ClipboardEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || !ours(event.target) || !target || inText(target) || !zoneOf(target)) return;
      if (event.type === "paste") pasteClipboard(services, event, t);
      else copySelection(services, event, t, event.type === "cut");
    };
    document.addEventListener("keydown", onKeyDown);
    for (const type of ["copy", "cut", "paste"] as const) document.addEventListener(type, clipboard);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      for (const type of ["copy", "cut", "paste"] as const) document.removeEventListener(type, clipboard);
    };
  }, [root, services, t]);
}
