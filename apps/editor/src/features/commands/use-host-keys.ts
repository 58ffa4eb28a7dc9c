import { useEffect, useRef } from "react";
import { pressHostKey } from "./shortcuts.ts";
import type { HostCommand } from "../../document/host-command.ts";

/**
 * Keys of a page's own commands, wherever the focus is, for when no editor is drawn that would take them. In a dialog
 * they do nothing, and the browser's own meaning of them stays away as well.
 */
export function useHostKeys(commands: readonly HostCommand[]): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      const asked = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
      const offered = asked ? latest.current.map((command) => ({ ...command, disabled: true })) : latest.current;
      if (pressHostKey(offered, event)) event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
