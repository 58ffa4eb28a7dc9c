import type { ReactNode } from "react";
import styles from "./page-head.module.css";

export interface PageHeadProps {
  title: string;
  /** How many of what the page lists. */
  count?: number | undefined;
  /** What can be done here, the most important last. */
  children?: ReactNode;
}

/** The first line of a screen: what it is, and what can be done here. */
export const PageHead = ({ title, count, children }: PageHeadProps) => (
  <div className={styles["head"]}>
    <h1 className={styles["title"]}>
      {title}
      {count !== undefined && <span className={styles["count"]}>{count}</span>}
    </h1>
    <div className={styles["actions"]}>{children}</div>
  </div>
);
