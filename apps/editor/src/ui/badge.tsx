import type { ReactNode } from "react";
import styles from "./badge.module.css";

export type Tone = "neutral" | "accent" | "success" | "warning" | "danger" | "info";

export interface BadgeProps {
  tone?: Tone;
  /** A dot before the text, for states. */
  dot?: boolean;
  icon?: ReactNode;
  children: ReactNode;
}

export function Badge({ tone = "neutral", dot = false, icon, children }: BadgeProps) {
  return (
    <span className={[styles["badge"], styles[tone]].join(" ")}>
      {dot && <span className={styles["dot"]} aria-hidden="true" />}
      {icon}
      {children}
    </span>
  );
}
