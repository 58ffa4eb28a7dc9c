import { useState } from "react";
import { useLocale, useText } from "../../../i18n/use-text.ts";
import { NumberField } from "../../../ui/fields/number-field.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { asText } from "../../../inputs/widget.ts";
import type { WidgetProps } from "../../../inputs/widget.ts";
import { TextWidget } from "../widgets/plain-widgets.tsx";
import { MONDAYS_AT_NINE, readSchedule, writeSchedule, type PlainSchedule } from "./plain-schedule.ts";
import { scheduleText } from "./schedule.ts";
import css from "./trigger.module.css";
import { Weekdays } from "./weekdays.tsx";

type Every = PlainSchedule["every"] | "cron";

const WAYS: readonly Every[] = ["hour", "day", "week", "month", "cron"];

/** A schedule: how often and when, or as cron writes it. Said in words, with the times it comes next. */
export function CronWidget(props: WidgetProps) {
  const { field, value, onChange } = props;
  const t = useText("forms");
  const locale = useLocale();
  const [asCron, setAsCron] = useState(false);
  const cron = asText(value).trim();
  const plain = readSchedule(cron);
  const read = cron === "" ? null : scheduleText(cron, locale);
  const error = cron !== "" && read === null ? t("trigger.unreadable") : field.error;
  const every: Every | null = asCron || (cron !== "" && plain === null) ? "cron" : (plain?.every ?? null);
  const choose = (next: Every): void => {
    setAsCron(next === "cron");
    if (next !== "cron") onChange(writeSchedule({ ...(plain ?? MONDAYS_AT_NINE), every: next }));
  };
  return (
    <div className={css.schedule}>
      <Select<Every>
        label={field.label}
        value={every}
        placeholder={t("trigger.every.choose")}
        options={WAYS.map((way) => ({ value: way, label: t(`trigger.every.${way}`) }))}
        onValueChange={choose}
      />
      {every === "cron" && (
        <TextWidget
          {...props}
          field={{ ...field, label: t("trigger.cron"), error: error ?? null }}
          onChange={(next) => {
            // It stays while the expression has a plain form.
            setAsCron(true);
            onChange(next);
          }}
        />
      )}
      {every !== "cron" && plain !== null && (
        <When schedule={plain} onChange={(change) => onChange(writeSchedule({ ...plain, ...change }))} />
      )}
      {read === null ? null : (
        <output className={css.words}>
          {read.words}
          <span>{t("trigger.next")}</span>
          <ul>
            {read.next.map((time) => (
              <li key={time}>{time}</li>
            ))}
          </ul>
        </output>
      )}
    </div>
  );
}

interface WhenProps {
  schedule: PlainSchedule;
  onChange: (change: Partial<PlainSchedule>) => void;
}

/** The days and the time of a schedule. What is emptied while it is typed leaves it as it is. */
function When({ schedule: { every, minute, hour, weekdays, day }, onChange }: WhenProps) {
  const t = useText("forms");
  if (every === "hour") {
    return (
      <NumberField
        label={t("trigger.minute")}
        min={0}
        max={59}
        value={minute}
        onValueChange={(next) => isWithin(next, 0, 59) && onChange({ minute: next })}
      />
    );
  }
  return (
    <>
      {every === "week" && (
        <Weekdays value={weekdays} onChange={(next) => next.length > 0 && onChange({ weekdays: next })} />
      )}
      {every === "month" && (
        <NumberField
          label={t("trigger.day")}
          hint={day > 28 ? t("trigger.dayHint") : undefined}
          min={1}
          max={31}
          value={day}
          onValueChange={(next) => isWithin(next, 1, 31) && onChange({ day: next })}
        />
      )}
      <TextField
        type="time"
        label={t("trigger.time")}
        value={[hour, minute].map((part) => String(part).padStart(2, "0")).join(":")}
        onValueChange={(time) => {
          const [hours, minutes] = time.split(":").map(Number);
          if (hours !== undefined && minutes !== undefined) onChange({ hour: hours, minute: minutes });
        }}
      />
    </>
  );
}

const isWithin = (number: number | null, least: number, most: number): number is number =>
  number !== null && Number.isInteger(number) && number >= least && number <= most;
