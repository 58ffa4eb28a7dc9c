import { useEffect } from "react";
import type { RefObject } from "react";
import { useText } from "../../i18n/use-text.ts";
import type { ScreenPoint } from "../../document/view-store.ts";
import { copySelection, pasteClipboard } from "../../features/commands/clipboard.ts";
import type { EditorServices } from "../../document/context.ts";
import { inText, pressKey } from "../../features/commands/shortcuts.ts";

/**
 * Listens for shortcuts and the clipboard while the focus is in the editor. A page that is the editor's own marks itself
 * with `data-editor-page`: there, keys count all over the page, and while nothing has the focus.
 */
export function useKeyboard(root: RefObject<HTMLElement | null>, services: EditorServices): void {
  const t = useText("builder");
  useEffect(() => {
    let pointer: ScreenPoint | null = null;
    const ours = (target: EventTarget | null): boolean => {
      const page = root.current?.closest("[data-editor-page]") ?? null;
      // Something is laid over the editor.
      if (root.current?.closest("[inert]")) return false;
      // Focus nowhere is the host's own matter, unless the page is the editor's.
      if (target === document.body) return page !== null;
      return target instanceof Node && (page ?? root.current)?.contains(target) === true;
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
      if (event.defaultPrevented || !ours(event.target) || !target || inText(target)) return;
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
