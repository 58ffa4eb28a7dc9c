import { Popover } from "@base-ui/react/popover";
import type { ReactNode } from "react";
import { useServices } from "../../document/context.ts";
import { elementWith } from "../../browser/elements.ts";
import type { ScreenPoint } from "../../document/view-store.ts";
import { deliberate } from "../../ui/dialogs/deliberate.ts";
import { usePortal } from "../../ui/dialogs/portal.ts";
import styles from "./ask-frame.module.css";

interface AskFrameProps {
  title: string;
  /** Where it was asked for; without a place, beside the step. */
  at: ScreenPoint | null;
  nodeId: string | null;
  children: ReactNode;
}

/** A small window beside a step or a "+" that asks one question. The focus goes back to the selected step. */
export function AskFrame({ title, at, nodeId, children }: AskFrameProps) {
  const portal = usePortal();
  const { store, view, root } = useServices();
  const anchor = () => (at ? pointAnchor(at) : stepElement(root(), nodeId));
  return (
    <Popover.Root open onOpenChange={deliberate((open) => !open && view.getState().set({ asking: null }))}>
      <Popover.Portal container={portal}>
        <Popover.Positioner
          className={styles["positioner"]}
          anchor={anchor}
          side="right"
          align="start"
          sideOffset={10}
          collisionPadding={8}
        >
          <Popover.Popup
            className={styles["popup"]}
            data-asking
            finalFocus={() =>
              !focusMovedOn() && (stepElement(root(), store.getState().selection.nodeIds[0] ?? nodeId) ?? false)
            }
          >
            <Popover.Title className={styles["title"]}>{title}</Popover.Title>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** A shortcut pressed while the window closes may have taken the focus already: it is not taken back. */
function focusMovedOn(): boolean {
  const { activeElement } = document;
  return activeElement !== null && activeElement !== document.body && !activeElement.closest("[data-asking]");
}

function pointAnchor({ x, y }: ScreenPoint): { getBoundingClientRect: () => DOMRect } {
  return { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) };
}

function stepElement(root: HTMLElement | null, id: string | null): HTMLElement | null {
  return id === null ? null : elementWith(root, "data-step-id", id);
}
