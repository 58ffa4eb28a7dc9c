import { cloneElement, useState } from "react";
import type { KeyboardEvent, ReactElement, ReactNode } from "react";
import { lazyPart } from "./lazyPart.tsx";

export interface MenuAction {
  label: string;
  onSelect: () => void;
  icon?: ReactNode;
  shortcut?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Makes it one of several: checked or not. */
  checked?: boolean;
}

export interface MenuProps {
  /** The button that opens it; it must take a ref and spread props. */
  trigger: ReactElement<Record<string, unknown>>;
  /** Null is a line between two groups. */
  items: readonly (MenuAction | null)[];
  align?: "start" | "center" | "end";
}

const MenuPopup = lazyPart(async () => (await import("./MenuPopup.tsx")).MenuPopup);

/** Before its first use a menu is its button alone. */
export function Menu(props: MenuProps) {
  const [used, setUsed] = useState(false);
  const open = (): void => setUsed(true);
  const closed = cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: () => void MenuPopup.load(),
    onFocus: () => void MenuPopup.load(),
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      open();
    },
  });
  return used ? <MenuPopup.Part {...props} fallback={closed} /> : closed;
}
