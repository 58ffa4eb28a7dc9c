import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";
import listbox from "../fields/listbox.module.css";
import styles from "./popover.module.css";
import { deliberate } from "./deliberate.ts";
import { usePortal } from "./portal.ts";

export interface PopoverProps {
  /** The button that opens it; it must take a ref and spread props. */
  trigger: ReactElement<Record<string, unknown>>;
  title: string;
  hideTitle?: boolean;
  side?: "top" | "bottom" | "left" | "right";
  align?: "start" | "center" | "end";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}

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
    <Base.Root
      defaultOpen
      {...(open !== undefined && { open })}
      onOpenChange={deliberate((next) => onOpenChange?.(next))}
    >
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
