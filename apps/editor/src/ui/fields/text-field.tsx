import { Field as Base } from "@base-ui/react/field";
import type { ComponentProps, ReactNode } from "react";
import control from "./control.module.css";
import { Field, type FieldProps } from "./field.tsx";

type Native = Omit<ComponentProps<"input">, "value" | "defaultValue" | "onChange" | "className" | keyof FieldProps>;

export interface TextFieldProps extends FieldProps, Native {
  value: string;
  onValueChange: (value: string) => void;
  /** Inside the control, before the text. */
  icon?: ReactNode;
  /** Inside the control, after the text: a unit, a button. */
  suffix?: ReactNode;
  mono?: boolean;
}

export function TextField({
  value,
  onValueChange,
  icon,
  suffix,
  mono = false,
  label,
  hideLabel,
  hint,
  error,
  required,
  disabled,
  className,
  ...input
}: TextFieldProps) {
  const field = { label, hideLabel, hint, error, required, disabled, className };
  const dressed = icon !== undefined || suffix !== undefined;
  const classes = [dressed ? control["bare"] : control["control"], mono && control["mono"]];
  const element = (
    <Base.Control
      {...input}
      required={required}
      value={value}
      onValueChange={(next) => onValueChange(next)}
      className={classes.filter(Boolean).join(" ")}
    />
  );
  return (
    <Field {...field}>
      {dressed ? (
        <div className={[control["control"], control["row"]].join(" ")}>
          {icon !== undefined && <span className={control["adornment"]}>{icon}</span>}
          {element}
          {suffix}
        </div>
      ) : (
        element
      )}
    </Field>
  );
}
