import { DAY_MS, untilEnds, zoneOffsets } from "@trilho/engine";
import type { Until } from "@trilho/engine";
import { CalendarClock } from "lucide-react";
import { useFields } from "../../../data/use-fields.ts";
import { useWorkspaceSettings } from "../../../data/workspace.ts";
import { useLocale, useText } from "../../../i18n/use-text.ts";
import css from "../../../inputs/forms.module.css";
import { useNow } from "../../../ui/use-now.ts";
import { withFact } from "../../../simulation/with-fact.ts";

/** A date shown by way of example lies this far beyond the days that are taken off it. */
const EXAMPLE_DAYS = 14;

/** When a wait that begins now would be over, on the workspace's clock: of a date by an example. */
export function UntilPreview({ until }: { until: Until }) {
  const t = useText("forms");
  const locale = useLocale();
  const fields = useFields();
  const now = useNow();
  const { timeZone, businessHours } = useWorkspaceSettings();
  const day = exampleDay(until, now, timeZone);
  const facts = until.kind === "field" ? withFact({}, until.field, day) : {};
  const end = untilEnds(until, { at: now, facts }, { timeZone, businessHours });
  const show = (at: number, withTime: boolean): string =>
    new Intl.DateTimeFormat(locale, {
      weekday: "long",
      day: "numeric",
      month: "short",
      ...(withTime ? { hour: "numeric", minute: "2-digit", timeZone } : { year: "numeric", timeZone: "UTC" }),
    }).format(at);
  const name =
    until.kind === "field" ? (fields.find(({ name: each }) => each === until.field)?.label ?? until.field) : "";
  if (typeof end === "string" && end !== "never-open") return null;
  const words =
    typeof end === "string"
      ? t("until.neverOpen")
      : until.kind === "field"
        ? t("until.example", { field: name, date: show(Date.parse(day), false), when: show(end, true) })
        : end <= now
          ? t("until.atOnce")
          : t("until.now", { when: show(end, true) });
  return (
    <p className={css.preview}>
      <CalendarClock size={14} aria-hidden="true" />
      {words}
    </p>
  );
}

/** A day of the workspace's calendar that is ahead, also after what is taken off it. */
function exampleDay(until: Until, now: number, timeZone: string): string {
  const ahead = until.kind === "field" ? Math.max(0, -until.offsetDays) + EXAMPLE_DAYS : 0;
  const wall = now + (zoneOffsets(timeZone)?.(now) ?? 0);
  return new Date(wall + ahead * DAY_MS).toISOString().slice(0, "2026-01-05".length);
}
