import { Toggle } from "@base-ui/react/toggle";
import { ToggleGroup } from "@base-ui/react/toggle-group";
import { useLocale, useText } from "../../../i18n/use-text.ts";
import css from "./trigger.module.css";
import { WEEKDAYS, weekdayName } from "../../../document/draft/window.ts";

interface WeekdaysProps {
  /** ISO weekdays, 1 Monday … 7 Sunday. */
  value: readonly number[];
  onChange: (weekdays: number[]) => void;
  disabled?: boolean;
}

/** Days of the week, each a button. */
export function Weekdays({ value, onChange, disabled = false }: WeekdaysProps) {
  const t = useText("forms");
  const locale = useLocale();
  return (
    <ToggleGroup
      multiple
      aria-label={t("window.days")}
      className={css.days}
      disabled={disabled}
      value={value.map(String)}
      onValueChange={(days) => onChange(days.map(Number))}
    >
      {WEEKDAYS.map((weekday) => (
        <Toggle
          key={weekday}
          value={String(weekday)}
          className={css.day}
          aria-label={weekdayName(weekday, "long", locale)}
        >
          {weekdayName(weekday, "short", locale).replace(".", "")}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
