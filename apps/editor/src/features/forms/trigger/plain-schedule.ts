import { WEEKDAYS } from "../../../document/draft/window.ts";

/** A schedule as people say one: how often, and when then. */
export interface PlainSchedule {
  every: "hour" | "day" | "week" | "month";
  minute: number;
  hour: number;
  /** ISO weekdays, 1 Monday … 7 Sunday; of a week's. */
  weekdays: readonly number[];
  /** Of a month's. */
  day: number;
}

export const MONDAYS_AT_NINE: PlainSchedule = { every: "week", minute: 0, hour: 9, weekdays: [1], day: 1 };

/** The plain form of a cron schedule; null where it has none. */
export function readSchedule(cron: string): PlainSchedule | null {
  const [minutes = "", hours = "", days = "", months, week = "", ...more] = cron.trim().split(/\s+/);
  const minute = numberIn(minutes, 0, 59);
  if (minute === null || months !== "*" || more.length > 0) return null;
  const hour = numberIn(hours, 0, 23);
  const day = numberIn(days, 1, 31);
  const weekdays = weekdaysIn(week);
  const schedule = { ...MONDAYS_AT_NINE, minute };
  if (days !== "*" && week !== "*") return null;
  if (hours === "*" && days === "*" && week === "*") return { ...schedule, every: "hour" };
  if (hour === null) return null;
  if (day !== null) return { ...schedule, every: "month", hour, day };
  if (days !== "*") return null;
  if (week === "*") return { ...schedule, every: "day", hour };
  return weekdays && { ...schedule, every: "week", hour, weekdays };
}

const WRITERS: Readonly<Record<PlainSchedule["every"], (schedule: PlainSchedule) => string>> = {
  hour: ({ minute }) => `${minute} * * * *`,
  day: ({ minute, hour }) => `${minute} ${hour} * * *`,
  week: ({ minute, hour, weekdays }) => `${minute} ${hour} * * ${weekdays.toSorted((a, b) => a - b).join(",")}`,
  month: ({ minute, hour, day }) => `${minute} ${hour} ${day} * *`,
};

/** The same as cron writes it. */
export const writeSchedule = (schedule: PlainSchedule): string => WRITERS[schedule.every](schedule);

function numberIn(text: string, least: number, most: number): number | null {
  const number = /^\d{1,2}$/.test(text) ? Number(text) : -1;
  return number >= least && number <= most ? number : null;
}

/** Days and spans of days by their numbers; Sunday is 0 or 7. */
function weekdaysIn(text: string): number[] | null {
  const days = text.split(",").map((part) => {
    const [from = "", to = from, ...more] = part.split("-").map((day) => numberIn(day, 0, 7));
    return typeof from === "number" && typeof to === "number" && from <= to && more.length === 0
      ? Array.from({ length: to - from + 1 }, (_, index) => from + index)
      : null;
  });
  if (days.includes(null)) return null;
  const known = new Set(days.flatMap((each) => each ?? []).map((day) => (day === 0 ? 7 : day)));
  return WEEKDAYS.filter((day) => known.has(day));
}
