import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { deliberate } from "../../ui/dialogs/deliberate.ts";
import { usePortal } from "../../ui/dialogs/portal.ts";
import styles from "./sheet.module.css";

export interface SheetProps {
  title: string;
  onClose: () => void;
  /** Out of the way, as while something is dragged from it to what it covers. */
  away?: boolean;
  children: ReactNode;
}

export function SheetWindow({ title, onClose, away = false, children }: SheetProps) {
  const portal = usePortal();
  return (
    <Dialog.Root open onOpenChange={deliberate((open) => !open && onClose())}>
      <Dialog.Portal container={portal}>
        <Dialog.Backdrop className={styles["scrim"]} data-away={away || undefined} />
        <Dialog.Popup className={styles["sheet"]} data-away={away || undefined} aria-label={title}>
          <span className={styles["grip"]} aria-hidden="true" />
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
