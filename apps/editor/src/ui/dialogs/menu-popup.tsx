import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { Kbd } from "../kbd.tsx";
import { deliberate } from "./deliberate.ts";
import { usePortal } from "./portal.ts";
import styles from "../fields/listbox.module.css";

export interface MenuAction {
  label: string;
  onSelect: () => void;
  icon?: ReactNode;
  shortcut?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Makes it one of several of which one is chosen. */
  checked?: boolean;
}

export interface MenuProps {
  /** The button that opens it; it must take a ref and spread props. */
  trigger: ReactElement<Record<string, unknown>>;
  /** Null is a line between two groups. */
  items: readonly (MenuAction | null)[];
  align?: "start" | "center" | "end";
}

interface MenuAtProps extends Pick<MenuProps, "items"> {
  /** In CSS pixels of the viewport. */
  at: { x: number; y: number };
  label: string;
  onClose: () => void;
}

/** What is below the rim of a menu is missed. */
const AS_HIGH_AS_CAN_BE = { maxHeight: "var(--available-height)" };

/** The menu itself; it opens with its first picture. */
export function MenuPopup({ trigger, items, align = "end" }: MenuProps) {
  const portal = usePortal();
  return (
    <Base.Root modal={false} defaultOpen onOpenChange={deliberate(() => undefined)}>
      <Base.Trigger render={trigger} />
      <Base.Portal container={portal}>
        <Base.Positioner className={styles["positioner"]} sideOffset={4} align={align} collisionPadding={8}>
          <Base.Popup className={[styles["popup"], styles["list"]].join(" ")} style={AS_HIGH_AS_CAN_BE}>
            <MenuRows items={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** The same at a place on the screen, without a button that opens it: what a right click brings up. */
export function MenuAt({ at, label, items, onClose }: MenuAtProps) {
  const portal = usePortal();
  return (
    <Base.Root open modal={false} onOpenChange={deliberate((open) => !open && onClose())}>
      <Base.Portal container={portal}>
        <Base.Positioner
          className={styles["positioner"]}
          anchor={{ getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) }}
          align="start"
          collisionPadding={8}
        >
          <Base.Popup
            className={[styles["popup"], styles["list"]].join(" ")}
            style={AS_HIGH_AS_CAN_BE}
            aria-label={label}
            finalFocus={false}
          >
            <MenuRows items={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function MenuRows({ items }: Pick<MenuProps, "items">) {
  return (
    <Choice items={items}>
      {items.map((item, index) =>
        item === null ? (
          <Base.Separator key={`after ${items[index - 1]?.label ?? ""}`} className={styles["separator"]} />
        ) : (
          <MenuRow key={item.label} item={item} />
        ),
      )}
    </Choice>
  );
}

/** Of items that are checked or not one is chosen: the others are what it can be exchanged for. */
function Choice({ items, children }: { items: MenuProps["items"]; children: ReactNode }) {
  if (items.every((item) => item?.checked === undefined)) return children;
  return <Base.RadioGroup value={items.find((item) => item?.checked)?.label ?? null}>{children}</Base.RadioGroup>;
}

function MenuRow({ item }: { item: MenuAction }) {
  const className = [styles["item"], item.danger === true && styles["dangerItem"]].filter(Boolean).join(" ");
  const content = (
    <>
      {item.icon !== undefined && <span className={styles["menuIcon"]}>{item.icon}</span>}
      {item.label}
      {item.shortcut !== undefined && (
        <span className={styles["shortcut"]}>
          <Kbd>{item.shortcut}</Kbd>
        </span>
      )}
    </>
  );
  if (item.checked === undefined) {
    return (
      <Base.Item className={className} onClick={item.onSelect} disabled={item.disabled}>
        {content}
      </Base.Item>
    );
  }
  return (
    <Base.RadioItem
      className={className}
      value={item.label}
      onClick={item.onSelect}
      disabled={item.disabled ?? false}
      closeOnClick
    >
      {content}
      <Base.RadioItemIndicator className={styles["check"]}>
        <Check />
      </Base.RadioItemIndicator>
    </Base.RadioItem>
  );
}
