import { useLocale, useText } from "../../i18n/useText.ts";
import { asText } from "../widgets/widget.ts";
import type { WidgetProps } from "../widgets/widget.ts";
import { TextWidget } from "../widgets/PlainWidgets.tsx";
import { scheduleWords } from "./schedule.ts";
import css from "./trigger.module.css";

/** A schedule as cron writes it, said in words, with the times it comes next. */
export function CronWidget(props: WidgetProps) {
  const t = useText("forms");
  const locale = useLocale();
  const cron = asText(props.value).trim();
  const read = cron === "" ? null : scheduleWords(cron, locale);
  const error = cron !== "" && read === null ? t("trigger.unreadable") : props.field.error;
  return (
    <div className={css.schedule}>
      <TextWidget {...props} field={{ ...props.field, error: error ?? null }} />
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
