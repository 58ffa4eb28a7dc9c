import { CloudOff } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./Button.tsx";
import { EmptyState } from "./EmptyState.tsx";
import styles from "./NotLoaded.module.css";

export interface NotLoadedProps {
  /** Lies over the page instead of standing in the part's place. */
  above: boolean;
  onRetry: () => void;
  /** Gives up what was asked for. */
  onClose?: (() => void) | undefined;
}

/** A part of the program could not be loaded: the connection is gone, or the server. Asks again once it is back. */
export function NotLoaded({ above, onRetry, onClose }: NotLoadedProps) {
  const { t } = useTranslation("common");
  useEffect(() => {
    window.addEventListener("online", onRetry);
    return () => window.removeEventListener("online", onRetry);
  }, [onRetry]);
  const notice = (
    <EmptyState
      icon={<CloudOff />}
      title={t("notLoaded.title")}
      action={
        <>
          {onClose && (
            <Button size="sm" onClick={onClose}>
              {t("close")}
            </Button>
          )}
          <Button size="sm" variant="primary" onClick={onRetry}>
            {t("tryAgain")}
          </Button>
        </>
      }
    >
      {t("notLoaded.text")}
    </EmptyState>
  );
  return (
    <div role="alert" className={above ? styles["above"] : undefined} data-testid="not-loaded">
      {notice}
    </div>
  );
}
