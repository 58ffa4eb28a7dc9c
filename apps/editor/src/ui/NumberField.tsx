import { NumberField as Base } from "@base-ui/react/number-field";
import { Minus, Plus } from "lucide-react";
import { useLocale, useText } from "../i18n/useText.ts";
import control from "./control.module.css";
import { Field, type FieldProps } from "./Field.tsx";
import styles from "./NumberField.module.css";

export interface NumberFieldProps extends FieldProps {
  /** Null while the field is empty. */
  value: number | null;
  onValueChange: (value: number | null) => void;
  min?: number;
  max?: number;
  step?: number | "any";
  format?: Intl.NumberFormatOptions;
  readOnly?: boolean;
  placeholder?: string;
  /** Hides the − and + buttons. */
  plain?: boolean;
  name?: string;
  id?: string;
  onBlur?: () => void;
}

/** A number as the person's language writes it. A typed value out of range stays, so that it can be explained. */
export function NumberField({
  value,
  onValueChange,
  plain = false,
  placeholder,
  readOnly,
  onBlur,
  label,
  hideLabel,
  hint,
  error,
  required,
  disabled,
  className,
  ...rest
}: NumberFieldProps) {
  const t = useText("common");
  return (
    <Field {...{ label, hideLabel, hint, error, required, disabled, className }}>
      <Base.Root
        {...rest}
        value={value}
        onValueChange={(next) => onValueChange(next)}
        readOnly={readOnly}
        allowOutOfRange
        locale={useLocale()}
      >
        <Base.Group className={[control["control"], control["row"]].join(" ")}>
          <Base.Input className={control["bare"]} placeholder={placeholder} onBlur={onBlur} />
          {!plain && readOnly !== true && (
            <>
              <Base.Decrement className={styles["step"]} aria-label={t("decrease")}>
                <Minus />
              </Base.Decrement>
              <Base.Increment className={styles["step"]} aria-label={t("increase")}>
                <Plus />
              </Base.Increment>
            </>
          )}
        </Base.Group>
      </Base.Root>
    </Field>
  );
}
