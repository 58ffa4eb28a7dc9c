import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { useRef } from "react";
import type { ReactNode } from "react";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../button.tsx";
import { usePortal } from "./portal.ts";
import styles from "./dialog.module.css";

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  /** What happens, as a verb: "Discard changes". */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  onConfirm: () => void;
  /** A third way, between the two. */
  also?: ReactNode;
}

export function ConfirmDialogWindow({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel,
  danger = false,
  onConfirm,
  also,
}: ConfirmDialogProps) {
  const t = useText("common");
  const portal = usePortal();
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal container={portal}>
        <Base.Backdrop className={styles["backdrop"]} />
        <Base.Viewport className={styles["viewport"]}>
          <Base.Popup className={[styles["popup"], styles["sm"]].join(" ")} initialFocus={cancel}>
            <header className={styles["header"]}>
              <div className={styles["heading"]}>
                <Base.Title className={styles["title"]}>{title}</Base.Title>
                <Base.Description className={styles["description"]} render={<div />}>
                  {description}
                </Base.Description>
              </div>
            </header>
            <footer className={styles["footer"]}>
              <Base.Close render={<Button ref={cancel} />}>{cancelLabel ?? t("cancel")}</Base.Close>
              {also}
              <Base.Close render={<Button variant={danger ? "danger" : "primary"} />} onClick={onConfirm}>
                {confirmLabel}
              </Base.Close>
            </footer>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
