import type { ComponentProps, ReactNode } from "react";
import styles from "./button.module.css";
import { Spinner } from "./loading/spinner.tsx";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

export interface ButtonProps extends ComponentProps<"button"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Before the text; hidden from assistive technology. */
  icon?: ReactNode;
  /** Shows a spinner; further presses do nothing, and the focus stays. */
  loading?: boolean;
}

export function Button({
  variant = "secondary",
  size = "md",
  icon,
  loading = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
      className={[styles["button"], styles[variant], styles[size], className].filter(Boolean).join(" ")}
    >
      {loading ? <Spinner size={14} /> : icon !== undefined && <span className={styles["icon"]}>{icon}</span>}
      {children !== undefined && <span className={styles["text"]}>{children}</span>}
    </button>
  );
}
