import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";
import { Kbd } from "./Kbd.tsx";
import { usePortal } from "./portal.ts";
import styles from "./Tooltip.module.css";

export interface TooltipProps {
  content: ReactNode;
  shortcut?: string;
  side?: "top" | "bottom" | "left" | "right";
  /** The element that it explains; it must take a ref and spread props, and have a name of its own. */
  children: ReactElement<Record<string, unknown>>;
}

/** A hint for eyes. Assistive technology gets the element's own name: a tooltip must add nothing that matters. */
export function Tooltip({ content, shortcut, side = "bottom", children }: TooltipProps) {
  const portal = usePortal();
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal container={portal}>
        <Base.Positioner side={side} sideOffset={6} className={styles["positioner"]}>
          <Base.Popup className={styles["popup"]}>
            {content}
            {shortcut !== undefined && <Kbd>{shortcut}</Kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Around the app: after one tooltip was shown, its neighbours show theirs at once. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Base.Provider delay={500}>{children}</Base.Provider>
);
