import { NumberField as Base } from "@base-ui/react/number-field";
import { Minus, Plus } from "lucide-react";
import { useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { otherReading } from "../../i18n/number-readings.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { Button } from "../button.tsx";
import control from "./control.module.css";
import { Field, type FieldProps } from "./field.tsx";
import styles from "./number-field.module.css";

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
  const locale = useLocale();
  const [typed, setTyped] = useState<Typed | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const [entered, setEntered] = useState(0);
  const enter = (): void => setEntered(entered + 1);
  // What is pasted stands in the field only once that is drawn.
  const look = useEffectEvent(() => setTyped(typedIn(input.current?.value ?? "", value, locale)));
  useLayoutEffect(() => {
    if (entered > 0) look();
  }, [entered]);
  return (
    <Field {...{ label, hideLabel, hint, error, required, disabled, className }}>
      <Base.Root
        {...rest}
        value={value}
        onValueChange={(next) => onValueChange(next)}
        readOnly={readOnly}
        allowOutOfRange
        locale={locale}
      >
        <Base.Group className={[control["control"], control["row"]].join(" ")}>
          <Base.Input
            ref={input}
            className={control["bare"]}
            placeholder={placeholder}
            onInput={enter}
            onPaste={enter}
            onBlur={onBlur}
          />
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
        {typed !== null && typed.value === value && (
          <Question
            typed={typed}
            onAnswer={(answer) => {
              setTyped(null);
              onValueChange(answer);
            }}
          />
        )}
      </Base.Root>
    </Field>
  );
}

/** A text that is a number in two ways. */
interface Typed {
  text: string;
  /** What it was taken for. */
  value: number | null;
  other: number;
}

function typedIn(text: string, value: number | null, locale: string): Typed | null {
  const other = otherReading(text, locale);
  return other === null || other === value ? null : { text, value, other };
}

/** Asks which of two numbers is meant; the one that it was taken for stands until then. */
function Question({ typed, onAnswer }: { typed: Typed; onAnswer: (value: number) => void }) {
  const t = useText("common");
  const locale = useLocale();
  const { text, value, other } = typed;
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
  return (
    <output className={styles["question"]}>
      {t("numberMeant", { text })}
      {[value, other].map(
        (each) =>
          each !== null && (
            <Button key={each} size="sm" onClick={() => onAnswer(each)}>
              {format.format(each)}
            </Button>
          ),
      )}
    </output>
  );
}
