import type { ReactNode } from "react";
import styles from "./state.module.css";

export interface EmptyStateProps {
  icon?: ReactNode;
  /** Instead of an icon, where a whole page is empty. */
  picture?: ReactNode;
  title: string;
  children?: ReactNode;
  /** What to do next. */
  action?: ReactNode;
}

export function EmptyState({ icon, picture, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles["state"]}>
      {picture}
      {icon !== undefined && (
        <span className={styles["icon"]} aria-hidden="true">
          {icon}
        </span>
      )}
      <h2 className={styles["title"]}>{title}</h2>
      {children !== undefined && <div className={styles["text"]}>{children}</div>}
      {action !== undefined && <div className={styles["actions"]}>{action}</div>}
    </div>
  );
}
