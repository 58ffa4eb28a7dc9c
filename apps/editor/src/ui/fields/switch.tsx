import { Switch as Base } from "@base-ui/react/switch";
import { useId, type ReactNode } from "react";
import styles from "./switch.module.css";

export interface SwitchProps {
  label: string;
  hideLabel?: boolean;
  hint?: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
  readOnly?: boolean;
  name?: string;
  id?: string;
}

/** On or off, with effect at once. */
export function Switch({ label, hideLabel = false, hint, checked, onCheckedChange, ...rest }: SwitchProps) {
  const own = useId();
  const id = rest.id ?? own;
  return (
    <div className={styles["row"]}>
      <Base.Root
        {...rest}
        id={id}
        checked={checked}
        onCheckedChange={(next) => onCheckedChange(next)}
        aria-labelledby={`${own}-label`}
        aria-describedby={hint === undefined ? undefined : `${own}-hint`}
        className={styles["switch"]}
      >
        <Base.Thumb className={styles["thumb"]} />
      </Base.Root>
      <span className={hideLabel ? "visually-hidden" : styles["texts"]}>
        <label id={`${own}-label`} htmlFor={id} className={styles["label"]}>
          {label}
        </label>
        {hint !== undefined && (
          <span id={`${own}-hint`} className={styles["hint"]}>
            {hint}
          </span>
        )}
      </span>
    </div>
  );
}
