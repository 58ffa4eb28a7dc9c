import { useState } from "react";
import { DURATION_UNITS, formatDuration } from "../i18n/duration.ts";
import type { DurationUnit } from "../i18n/duration.ts";
import { useLocale, useText } from "../i18n/use-text.ts";
import type { FieldProps } from "../ui/fields/field.tsx";
import { NumberField } from "../ui/fields/number-field.tsx";
import { Select } from "../ui/fields/select.tsx";
import { toDurationParts, toSeconds } from "./duration.ts";
import { FieldGroup } from "./form-field.tsx";
import css from "./forms.module.css";

interface Props {
  field: FieldProps;
  /** Seconds; null where nothing is set. */
  value: number | null;
  onChange: (seconds: number | null) => void;
  readOnly: boolean;
  /** The seconds that hold without a value. */
  fallback?: number | undefined;
}

const unitOf = (seconds: number | null, fallback: number | undefined): DurationUnit => {
  const shown = seconds ?? fallback;
  return shown ? toDurationParts(shown).unit : "day";
};

/** The amount of so many seconds in a unit, without the noise of floating point. */
const amountIn = (seconds: number, unit: DurationUnit): number =>
  Number((seconds / toSeconds({ amount: 1, unit })).toFixed(6));

/** The amount that holds without a value, where the unit says it in few digits; "0.142857 weeks" says nothing. */
const hintOf = (seconds: number, unit: DurationUnit, locale: string): string => {
  const amount = amountIn(seconds, unit);
  return Number.isInteger(amount * 100) ? new Intl.NumberFormat(locale).format(amount) : "";
};

/** An amount and its unit; the seconds behind them are never shown. The chosen unit stays while the amount is typed. */
export function DurationInput({ field, value, onChange, readOnly, fallback }: Props) {
  const t = useText("forms");
  const locale = useLocale();
  const [entry, setEntry] = useState({ seconds: value, unit: unitOf(value, fallback) });
  const unit = entry.seconds === value ? entry.unit : unitOf(value, fallback);
  const change = (seconds: number | null, next: DurationUnit): void => {
    setEntry({ seconds, unit: next });
    if (seconds !== value) onChange(seconds);
  };
  const amount = value === null ? null : amountIn(value, unit);
  const words = value === null ? "" : formatDuration(value);
  const isWhole = value !== null && Number.isInteger(amount) && toDurationParts(value).unit === unit;
  const plain = value === null || (isWhole && formatDuration(value, 1) === words);
  return (
    <FieldGroup field={field}>
      <div className={css.duration}>
        <NumberField
          label={field.label}
          hideLabel
          plain
          value={amount}
          min={0}
          step="any"
          format={{ maximumFractionDigits: 6 }}
          onValueChange={(next) => change(next === null ? null : toSeconds({ amount: next, unit }), unit)}
          readOnly={readOnly}
          placeholder={fallback === undefined ? "" : hintOf(fallback, unit, locale)}
        />
        <Select
          label={t("duration.unitOf", { label: field.label })}
          hideLabel
          options={DURATION_UNITS.toReversed().map((each) => ({
            value: each.unit,
            label: t(`duration.units.${each.unit}`, { count: amount ?? 2 }),
          }))}
          value={unit}
          readOnly={readOnly}
          onValueChange={(next) => change(amount === null ? null : toSeconds({ amount, unit: next }), next)}
        />
      </div>
      {plain ? null : <p className={css.note}>{t("duration.inWords", { words })}</p>}
    </FieldGroup>
  );
}
