import { Field as Base } from "@base-ui/react/field";
import type { ComponentProps } from "react";
import control from "./control.module.css";
import { Field, type FieldProps } from "./field.tsx";

type Native = Omit<ComponentProps<"textarea">, "value" | "defaultValue" | "onChange" | "className" | keyof FieldProps>;

export interface TextAreaProps extends FieldProps, Native {
  value: string;
  onValueChange: (value: string) => void;
  mono?: boolean;
}

/** Several lines of text; grows with them. */
export function TextArea({
  value,
  onValueChange,
  mono = false,
  label,
  hideLabel,
  hint,
  error,
  required,
  disabled,
  className,
  ...area
}: TextAreaProps) {
  return (
    <Field {...{ label, hideLabel, hint, error, required, disabled, className }}>
      <Base.Control
        className={[control["control"], control["area"], mono && control["mono"]].filter(Boolean).join(" ")}
        render={
          <textarea
            {...area}
            required={required}
            value={value}
            onChange={(event) => onValueChange(event.currentTarget.value)}
          />
        }
      />
    </Field>
  );
}
