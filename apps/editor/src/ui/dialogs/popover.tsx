import { cloneElement, useState } from "react";
import { lazyPart } from "../loading/lazy-part.tsx";
import type { PopoverProps } from "./popover-window.tsx";

const { Part: PopoverWindow, code } = lazyPart(async () => (await import("./popover-window.tsx")).PopoverWindow);

export const popoverCode = code;

/** Before its first use a popover is its button alone. */
export function Popover(props: PopoverProps) {
  const [used, setUsed] = useState(props.open === true);
  if (props.open === true && !used) setUsed(true);
  const closed = cloneElement(props.trigger, {
    "aria-haspopup": "dialog",
    "aria-expanded": false,
    onPointerEnter: () => void code.load(),
    onFocus: () => void code.load(),
    onClick: () => {
      setUsed(true);
      props.onOpenChange?.(true);
    },
  });
  return used ? <PopoverWindow {...props} fallback={closed} onGiveUp={() => setUsed(false)} /> : closed;
}
