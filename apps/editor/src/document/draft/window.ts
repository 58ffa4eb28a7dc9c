import { isObject, type JsonObject, type JsonValue } from "@trilho/engine";
import { currentLocale, text } from "../../i18n/use-text.ts";

/** The same hours on some days of the week: one row of the form. */
export interface Span {
  /** ISO weekdays, 1 Monday … 7 Sunday. */
  weekdays: readonly number[];
  /** "HH:MM"; inclusive. */
  from: string;
  /** "HH:MM", up to "24:00"; exclusive. Of the next day where it comes before `from`. */
  to: string;
}

export const WEEKDAYS: readonly number[] = [1, 2, 3, 4, 5, 6, 7];

const KNOWN: ReadonlySet<string> = new Set(["weekday", "from", "to"]);

type Day = JsonObject & { weekday: number; from: string; to: string };

const isDay = (value: JsonValue): value is Day =>
  isObject(value) &&
  typeof value["weekday"] === "number" &&
  WEEKDAYS.includes(value["weekday"]) &&
  typeof value["from"] === "string" &&
  typeof value["to"] === "string" &&
  Object.keys(value).every((key) => KNOWN.has(key));

/** The rows that a window's `days` make; null when rows would lose something of what stands there. */
export function spansOf(days: JsonValue | undefined): Span[] | null {
  if (!Array.isArray(days) || !days.every(isDay)) return null;
  const spans = new Map<string, { weekdays: number[]; from: string; to: string }>();
  for (const { weekday, from, to } of days) {
    const span = spans.get(`${from}/${to}`) ?? { weekdays: [], from, to };
    spans.set(`${from}/${to}`, span);
    if (!span.weekdays.includes(weekday)) span.weekdays.push(weekday);
  }
  return [...spans.values()];
}

/** The `days` of a window that rows stand for, in the order of the week. */
export const daysOf = (spans: readonly Span[]): Day[] =>
  spans
    .flatMap(({ weekdays, from, to }) => weekdays.map((weekday) => ({ weekday, from, to })))
    .toSorted((a, b) => a.weekday - b.weekday || a.from.localeCompare(b.from));

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Whether both times are there, and not the same one. */
export const isSoundSpan = ({ from, to }: Pick<Span, "from" | "to">): boolean =>
  TIME.test(from) && (TIME.test(to) || to === "24:00") && from !== to;

/** Whether hours go on into the next day. */
export const isNight = (span: Pick<Span, "from" | "to">): boolean => isSoundSpan(span) && span.to < span.from;

/** "Mon–Fri 09:00–18:00"; null without a window, and for one that rows cannot say. */
export function windowText(window: JsonObject | null | undefined): string | null {
  const spans = spansOf(window?.["days"]) ?? [];
  if (spans.length === 0) return null;
  const times = spans.map(({ weekdays, from, to }) => `${weekdaysText(weekdays)} ${from}–${to}`).join(", ");
  const zone = window?.["timeZone"];
  return typeof zone === "string" && zone !== "" ? text("forms", "window.zoned", { times, zone }) : times;
}

/** The name of an ISO weekday in the current language. */
export const weekdayName = (weekday: number, length: "short" | "long", locale = currentLocale()): string =>
  // The first of January 2024 was a Monday.
  new Intl.DateTimeFormat(locale, { weekday: length, timeZone: "UTC" }).format(Date.UTC(2024, 0, weekday));

const shortName = (weekday: number): string => weekdayName(weekday, "short");

function weekdaysText(weekdays: readonly number[]): string {
  const streaks: number[][] = [];
  for (const weekday of weekdays.toSorted((a, b) => a - b)) {
    const last = streaks.at(-1);
    if (last?.at(-1) === weekday - 1) last.push(weekday);
    else streaks.push([weekday]);
  }
  return streaks
    .flatMap((streak) =>
      streak.length > 2 ? [`${shortName(streak[0] ?? 1)}–${shortName(streak.at(-1) ?? 7)}`] : streak.map(shortName),
    )
    .join(", ");
}
