import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { useText } from "../../i18n/use-text.ts";
import type { ToastLine } from "./toast.ts";
import styles from "./toasts.module.css";

/** Draws toasts. */
export function Toaster({ line }: { line: ToastLine }) {
  const t = useText("common");
  // After the effects of what it draws: sonner listens by then.
  useEffect(() => line.draw(toast), [line]);
  return (
    <Sonner
      {...(line.id !== null && { id: line.id })}
      className={styles["line"]}
      // All colours are tokens. Following the system's, sonner would leave a listener behind each time.
      theme="light"
      position="bottom-right"
      containerAriaLabel={t("notifications")}
      closeButton
      // Clear of the builder's strip of problems.
      offset={{ bottom: 56 }}
      mobileOffset={{ bottom: 64 }}
      toastOptions={{
        closeButtonAriaLabel: t("close"),
        classNames: {
          toast: styles["toast"],
          description: styles["description"],
          actionButton: styles["action"],
          closeButton: styles["close"],
          success: styles["success"],
          error: styles["error"],
        },
      }}
    />
  );
}
