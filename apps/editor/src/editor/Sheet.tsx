import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { usePortal } from "../ui/portal.ts";
import styles from "./Sheet.module.css";

interface SheetProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A panel that comes up from the foot of a small screen. */
export function Sheet({ title, onClose, children }: SheetProps) {
  const portal = usePortal();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal container={portal}>
        <Dialog.Backdrop className={styles["scrim"]} />
        <Dialog.Popup className={styles["sheet"]} aria-label={title}>
          <span className={styles["grip"]} aria-hidden="true" />
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
