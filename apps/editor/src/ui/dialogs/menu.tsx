import { cloneElement, useState } from "react";
import type { KeyboardEvent } from "react";
import { lazyPart } from "../loading/lazy-part.tsx";
import type { MenuProps } from "./menu-popup.tsx";

export type { MenuAction } from "./menu-popup.tsx";

const { Part: MenuPopup, code } = lazyPart(async () => (await import("./menu-popup.tsx")).MenuPopup);

export const menuCode = code;

/** Before its first use a menu is its button alone. */
export function Menu(props: MenuProps) {
  const [used, setUsed] = useState(false);
  const open = (): void => setUsed(true);
  const closed = cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: () => void code.load(),
    onFocus: () => void code.load(),
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      open();
    },
  });
  return used ? <MenuPopup {...props} fallback={closed} onGiveUp={() => setUsed(false)} /> : closed;
}
