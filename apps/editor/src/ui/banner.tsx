import type { ReactNode } from "react";
import { Status } from "./status.tsx";
import styles from "./banner.module.css";

export type BannerTone = "info" | "warning" | "danger" | "success";

interface BannerProps {
  tone?: BannerTone;
  icon: ReactNode;
  /** What is the case. */
  title: ReactNode;
  /** What that means, or what to do. */
  children?: ReactNode;
  actions?: ReactNode;
}

/** One line below the header: what is the case, and the ways on. Read out when it appears. */
export function Banner({ tone = "info", icon, title, children, actions }: BannerProps) {
  return (
    <div className={styles["banner"]} data-tone={tone}>
      <span className={styles["icon"]} aria-hidden="true">
        {icon}
      </span>
      <Status className={styles["text"]}>
        <span className={styles["title"]}>{title}</span>
        {children !== undefined && <span className={styles["more"]}> {children}</span>}
      </Status>
      {actions !== undefined && <span className={styles["actions"]}>{actions}</span>}
    </div>
  );
}
