import { Dialog } from "@base-ui/react/dialog";
import { usePortal } from "../ui/portal.ts";
import type { SheetProps } from "./Sheet.tsx";
import styles from "./Sheet.module.css";

export function SheetWindow({ title, onClose, away = false, children }: SheetProps) {
  const portal = usePortal();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
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
