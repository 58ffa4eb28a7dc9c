import { text } from "./useText.ts";

const UNITS = [
  { key: "duration.day", seconds: 86_400 },
  { key: "duration.hour", seconds: 3_600 },
  { key: "duration.minute", seconds: 60 },
  { key: "duration.second", seconds: 1 },
] as const;
const TWO_DAYS = 2 * 86_400;

/** A length of time in its two greatest units: "2 days 4 h", "24 h", "1 h 30 min", "45 s". `seconds` may have a fraction. */
export function formatDuration(seconds: number, locale: string): string {
  let rest = Math.max(0, Math.round(seconds));
  const parts: string[] = [];
  for (const unit of rest < TWO_DAYS ? UNITS.slice(1) : UNITS) {
    const count = Math.floor(rest / unit.seconds);
    rest -= count * unit.seconds;
    if (count > 0) parts.push(text("common", unit.key, { count, lng: locale }));
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.length > 0 ? parts.join(" ") : text("common", "duration.second", { count: 0, lng: locale });
}

/** A point in time of the API, in the person's time zone: "Nov 21, 2026, 2:45 PM". */
export function formatInstant(instant: string, locale: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(date);
}

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number, until: number])[] = [
  ["minute", 60, 3_600],
  ["hour", 3_600, 86_400],
  ["day", 86_400, 7 * 86_400],
  ["week", 7 * 86_400, 30 * 86_400],
  ["month", 30 * 86_400, 365 * 86_400],
  ["year", 365 * 86_400, Number.POSITIVE_INFINITY],
];

/** How far away a point in time is: "3 hours ago", "in 2 days", "now" within a minute. `now` in ms since 1970. */
export function formatRelative(instant: string, locale: string, now: number): string {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return instant;
  const away = (at - now) / 1000;
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  if (Math.abs(away) < 60) return format.format(0, "second");
  const [unit, seconds] = STEPS.find(([, , until]) => Math.abs(away) < until) ?? (["year", 31_536_000] as const);
  return format.format(Math.trunc(away / seconds), unit);
}
