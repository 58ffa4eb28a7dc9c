import { Popover as Base } from "@base-ui/react/popover";
import listbox from "./listbox.module.css";
import type { PopoverProps } from "./Popover.tsx";
import styles from "./Popover.module.css";
import { usePortal } from "./portal.ts";

/** The window itself; it opens with its first picture unless it is told otherwise. */
export function PopoverWindow({
  trigger,
  title,
  hideTitle = false,
  side = "bottom",
  align = "end",
  open,
  onOpenChange,
  children,
}: PopoverProps) {
  const portal = usePortal();
  return (
    <Base.Root defaultOpen {...(open !== undefined && { open })} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal container={portal}>
        <Base.Positioner
          className={listbox["positioner"]}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
        >
          <Base.Popup className={[listbox["popup"], styles["popup"]].join(" ")}>
            <Base.Title className={hideTitle ? "visually-hidden" : styles["title"]}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
