import { Field as Base } from "@base-ui/react/field";
import type { ReactNode } from "react";
import styles from "./field.module.css";

export interface FieldProps {
  label: string;
  /** Keeps the label for assistive technology alone. */
  hideLabel?: boolean;
  /** What to enter, below the control. */
  hint?: ReactNode;
  /** What is wrong with the value. */
  error?: string | null;
  required?: boolean;
  disabled?: boolean;
  className?: string;
}

export interface FieldShellProps extends FieldProps {
  /** The control is a button, and a press on its label must not press it. */
  ofButton?: boolean;
  children: ReactNode;
}

/** Label, hint and error around one Base UI control, tied to it for assistive technology. */
export function Field({
  label,
  hideLabel,
  hint,
  error,
  required,
  disabled,
  className,
  ofButton,
  children,
}: FieldShellProps) {
  const labelClass = hideLabel === true ? "visually-hidden" : styles["label"];
  const text = (
    <>
      {label}
      {required === true && (
        <span className={styles["required"]} aria-hidden="true">
          {" *"}
        </span>
      )}
    </>
  );
  return (
    <Base.Root
      className={[styles["field"], className].filter(Boolean).join(" ")}
      invalid={error !== undefined && error !== null}
      disabled={disabled ?? false}
    >
      {ofButton === true ? (
        <Base.Label className={labelClass} nativeLabel={false} render={<div />}>
          {text}
        </Base.Label>
      ) : (
        <Base.Label className={labelClass}>{text}</Base.Label>
      )}
      {children}
      {hint !== undefined && <Base.Description className={styles["hint"]}>{hint}</Base.Description>}
      {error !== undefined && error !== null && (
        <Base.Error className={styles["error"]} match>
          {error}
        </Base.Error>
      )}
    </Base.Root>
  );
}
