import type { ReactNode } from "react";
import styles from "./review.module.css";

interface SectionProps {
  title: string;
  when?: boolean;
  children: ReactNode;
}

/** One of the things that publishing would do. */
export function Section({ title, when = true, children }: SectionProps) {
  return (
    when && (
      <section className={styles["section"]} aria-label={title}>
        <h3 className={styles["title"]}>{title}</h3>
        {children}
      </section>
    )
  );
}
