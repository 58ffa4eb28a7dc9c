import { Toaster } from "sonner";
import { useText } from "../i18n/useText.ts";
import { useTheme } from "../theme/theme.ts";
import styles from "./Toasts.module.css";

/** Where toasts appear; raise them with `toast` of sonner. */
export function Toasts() {
  const t = useText("common");
  const { theme } = useTheme();
  return (
    <Toaster
      theme={theme}
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
