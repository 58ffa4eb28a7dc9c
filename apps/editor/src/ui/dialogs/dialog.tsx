import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { useText } from "../../i18n/use-text.ts";
import { deliberate } from "./deliberate.ts";
import { usePortal } from "./portal.ts";
import button from "../button.module.css";
import styles from "./dialog.module.css";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  size?: "sm" | "md" | "lg";
  /** Buttons at the end, the main one last. */
  footer?: ReactNode;
  /** What has the focus first; by default the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** False where closing would lose something that cannot be had again. */
  dismissible?: boolean;
  /** There is nothing to press in it: what does not fit is scrolled by keyboard, too. */
  forReading?: boolean;
  children?: ReactNode;
}

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = "md",
  footer,
  initialFocus,
  dismissible = true,
  forReading = false,
  children,
}: DialogProps) {
  const t = useText("common");
  const portal = usePortal();
  return (
    <Base.Root open={open} onOpenChange={deliberate(onOpenChange)} disablePointerDismissal={!dismissible}>
      <Base.Portal container={portal}>
        <Base.Backdrop className={styles["backdrop"]} />
        <Base.Viewport className={styles["viewport"]}>
          <Base.Popup className={[styles["popup"], styles[size]].join(" ")} initialFocus={initialFocus}>
            <header className={styles["header"]} data-closable={dismissible || undefined}>
              <div className={styles["heading"]}>
                <Base.Title className={styles["title"]}>{title}</Base.Title>
                {description !== undefined && (
                  <Base.Description className={styles["description"]} render={<div />}>
                    {description}
                  </Base.Description>
                )}
              </div>
            </header>
            {children !== undefined && (
              <div className={styles["body"]} {...(forReading && { tabIndex: 0, role: "region", "aria-label": title })}>
                {children}
              </div>
            )}
            {footer !== undefined && <footer className={styles["footer"]}>{footer}</footer>}
            {/* Last, so that the first control has the focus when the dialog opens. */}
            {dismissible && (
              <Base.Close
                aria-label={t("close")}
                className={[styles["close"], button["button"], button["ghost"], button["sm"], button["square"]].join(
                  " ",
                )}
              >
                <span className={button["icon"]}>
                  <X />
                </span>
              </Base.Close>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
