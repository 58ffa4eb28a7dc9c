import type { ComponentProps, ReactNode } from "react";
import styles from "./button.module.css";
import { Spinner } from "./loading/spinner.tsx";
import { useDisabled } from "./use-disabled.ts";

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
  ...rest
}: ButtonProps) {
  const pressable = useDisabled({ ...rest, loading });
  return (
    <button
      type="button"
      {...rest}
      {...pressable}
      className={[styles["button"], styles[variant], styles[size], className].filter(Boolean).join(" ")}
    >
      {loading ? <Spinner size={14} /> : icon !== undefined && <span className={styles["icon"]}>{icon}</span>}
      {children !== undefined && <span className={styles["text"]}>{children}</span>}
    </button>
  );
}
