import { useEffect, useRef } from "react";

/** Ctrl S and ⌘ S push, from wherever the focus is; the browser would offer to save the page. */
export function usePushShortcut(push: () => void): void {
  const latest = useRef(push);
  useEffect(() => {
    latest.current = push;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isSave = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === "s";
      if (!isSave) return;
      event.preventDefault();
      if (!event.repeat && document.querySelector('[role="dialog"], [role="alertdialog"]') === null) latest.current();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
