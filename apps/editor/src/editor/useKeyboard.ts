import { useEffect } from "react";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { ScreenPoint } from "../store/viewStore.ts";
import { copySelection, pasteClipboard } from "./clipboard.ts";
import type { EditorServices } from "./context.ts";
import { inText, pressKey, zoneOf } from "./shortcuts.ts";

/**
 * Listens for shortcuts and the clipboard while the focus is in the editor, or nowhere at all. A page that is the
 * editor's own marks itself with `data-editor-page`: there, keys count all over the page.
 */
export function useKeyboard(root: RefObject<HTMLElement | null>, services: EditorServices): void {
  const { t } = useTranslation("builder");
  useEffect(() => {
    let pointer: ScreenPoint | null = null;
    const ours = (target: EventTarget | null): boolean => {
      const part = root.current?.closest("[data-editor-page]") ?? root.current;
      // Something is laid over the editor.
      if (root.current?.closest("[inert]")) return false;
      return target === document.body || (target instanceof Node && part?.contains(target) === true);
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !ours(event.target) || services.view.getState().asking) return;
      if (pressKey(services, event, t)) event.preventDefault();
    };
    const onPointer = ({ pointerType, clientX, clientY }: PointerEvent): void => {
      pointer = pointerType === "touch" ? null : { x: clientX, y: clientY };
    };
    const clipboard = (event: ClipboardEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || !ours(event.target) || !target || inText(target) || !zoneOf(target)) return;
      if (event.type === "paste") pasteClipboard(services, event, pointer);
      else copySelection(services, event, t, event.type === "cut");
    };
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("pointermove", onPointer, { passive: true });
    for (const type of ["copy", "cut", "paste"] as const) document.addEventListener(type, clipboard);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("pointermove", onPointer);
      for (const type of ["copy", "cut", "paste"] as const) document.removeEventListener(type, clipboard);
    };
  }, [root, services, t]);
}
