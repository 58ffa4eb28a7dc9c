import { Cron } from "croner";
import cronstrue from "cronstrue";
import "cronstrue/locales/pt_BR.js";

export interface ScheduleText {
  words: string;
  /** The next times, as the clocks of the schedule's own zone will show them. */
  next: string[];
}

/** What is wrong with the time of a schedule, or null. */
export const cronProblem = (cron: string): string | null =>
  scheduleText(cron, "en") === null ? "cannot be read" : null;

/** A schedule in words of a language; null for one that cannot be read, or never comes. */
export function scheduleText(cron: string, locale: string, from = new Date()): ScheduleText | null {
  try {
    // Any zone will do: the times are those on the clocks of the zone.
    const next = new Cron(cron, { paused: true, mode: "5-part", timezone: "UTC" }).nextRuns(3, from);
    if (next.length === 0) return null;
    const format = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short", timeZone: "UTC" });
    const words = cron.startsWith("@")
      ? cron
      : cronstrue.toString(cron, { locale: locale === "pt-BR" ? "pt_BR" : "en", use24HourTimeFormat: locale !== "en" });
    return { words, next: next.map((time) => format.format(time)) };
  } catch {
    // The libraries throw at what they cannot read.
    return null;
  }
}
