import styles from "./spinner.module.css";

/** Decorative: whoever shows it says in words what is going on. `size` in CSS pixels. */
export function Spinner({ size = 16 }: { size?: number }) {
  return (
    <svg className={styles["spinner"]} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" strokeWidth="2" opacity="0.25" />
      <path d="M14.5 8A6.5 6.5 0 0 0 8 1.5" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
