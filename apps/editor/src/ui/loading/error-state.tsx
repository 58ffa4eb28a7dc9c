import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { describeError } from "../../data/failures/describe-error.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../button.tsx";
import styles from "../state.module.css";

export interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
  retrying?: boolean;
  /** Further actions. */
  action?: ReactNode;
}

/** Says what went wrong, what to do about it, and the number that support will ask for. */
export function ErrorState({ error, onRetry, retrying = false, action }: ErrorStateProps) {
  const t = useText("common");
  const { title, advice, requestId } = describeError(error);
  return (
    <div className={styles["state"]} role="alert">
      <span className={[styles["icon"], styles["danger"]].join(" ")} aria-hidden="true">
        <TriangleAlert />
      </span>
      <h2 className={styles["title"]}>{title}</h2>
      <p className={styles["text"]}>{advice}</p>
      {(onRetry !== undefined || action !== undefined) && (
        <div className={styles["actions"]}>
          {onRetry !== undefined && (
            <Button onClick={onRetry} loading={retrying}>
              {t("tryAgain")}
            </Button>
          )}
          {action}
        </div>
      )}
      {requestId !== null && (
        <p className={styles["request"]}>
          {t("requestId")} <code>{requestId}</code>
        </p>
      )}
    </div>
  );
}
