import type { ReactNode } from "react";
import { explainError } from "../../data/failures/describe-error.ts";
import styles from "./list-end.module.css";

interface NotFreshProps {
  /** Null where all is well. */
  error: Error | null;
  /** What is shown, and of when. */
  message: string;
  /** What a person can do. */
  action?: ReactNode;
}

/** Above what refreshes by itself: the last time that failed, and why. It goes once it works again. */
export function NotFresh({ error, message, action }: NotFreshProps) {
  if (error === null) return null;
  return (
    <div className={styles["notFresh"]} role="alert">
      <p>
        {message} {explainError(error)}
      </p>
      {action}
    </div>
  );
}
