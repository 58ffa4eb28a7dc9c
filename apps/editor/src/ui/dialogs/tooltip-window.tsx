import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactNode } from "react";
import { Kbd } from "../kbd.tsx";
import { usePortal } from "./portal.ts";
import styles from "./tooltip.module.css";

export type Side = "top" | "bottom" | "left" | "right";

/** What is shown, and beside what. */
export interface Hint {
  /** Which tooltip it is of. */
  owner: string;
  anchor: Element;
  content: ReactNode;
  shortcut: string | undefined;
  side: Side;
}

/** The hint that is shown now. */
export function TooltipWindow({ hint }: { hint: Hint | null }) {
  const portal = usePortal();
  return (
    <Base.Root open={hint !== null}>
      <Base.Portal container={portal}>
        <Base.Positioner
          anchor={hint?.anchor ?? null}
          side={hint?.side ?? "bottom"}
          sideOffset={6}
          className={styles["positioner"]}
        >
          <Base.Popup className={styles["popup"]}>
            {hint?.content}
            {hint?.shortcut !== undefined && <Kbd>{hint.shortcut}</Kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
