import styles from "./color-dot.module.css";

/** The colour that a stage or tag has in the CRM (`#rrggbb`); always beside its name, never instead of it. */
export const ColorDot = ({ color }: { color: string }) => (
  <span className={styles["dot"]} style={{ backgroundColor: color }} aria-hidden="true" />
);
