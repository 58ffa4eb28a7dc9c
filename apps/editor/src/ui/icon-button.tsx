import type { ComponentProps, ReactNode } from "react";
import type { ButtonSize, ButtonVariant } from "./button.tsx";
import styles from "./button.module.css";
import { Spinner } from "./loading/spinner.tsx";
import { Tooltip } from "./dialogs/tooltip.tsx";
import { useDisabled } from "./use-disabled.ts";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  /** What it does: its accessible name and its tooltip. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shown in the tooltip: `⌘Z`. */
  shortcut?: string;
  loading?: boolean;
}

export function IconButton({
  label,
  icon,
  variant = "ghost",
  size = "md",
  shortcut,
  loading = false,
  className,
  ...rest
}: IconButtonProps) {
  const pressable = useDisabled({ ...rest, loading });
  return (
    <Tooltip content={label} shortcut={shortcut}>
      <button
        type="button"
        {...rest}
        {...pressable}
        aria-label={label}
        className={[styles["button"], styles[variant], styles[size], styles["square"], className]
          .filter(Boolean)
          .join(" ")}
      >
        {loading ? <Spinner size={14} /> : <span className={styles["icon"]}>{icon}</span>}
      </button>
    </Tooltip>
  );
}
