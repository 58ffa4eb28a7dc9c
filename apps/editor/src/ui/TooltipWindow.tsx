import { Tooltip as Base } from "@base-ui/react/tooltip";
import { Kbd } from "./Kbd.tsx";
import { usePortal } from "./portal.ts";
import type { Hint } from "./Tooltip.tsx";
import styles from "./Tooltip.module.css";

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
