import { Cron } from "croner";

const MAX_LENGTH = 200;

/** What is wrong with a schedule's time; null for one that comes. Five parts, or `@daily` and the like. */
export function cronProblem(cron: string): string | null {
  if (cron.length > MAX_LENGTH) return `has more than ${MAX_LENGTH} characters`;
  if (/^\s*\d{4}-/.test(cron)) return "is a date: a schedule comes again and again";
  try {
    return nextTime(cron, "UTC", Date.UTC(2000, 0, 1)) === null ? "never comes" : null;
  } catch (error) {
    // The library throws for what it cannot parse, with the reason.
    return error instanceof Error ? error.message.replace(/^Cron(?:Pattern)?: /, "") : "is no cron expression";
  }
}

/**
 * The first time of a schedule after an instant, Unix ms; null when there is none. Where a change of clocks skips the
 * time it comes right after; where it repeats it, it comes once. Throws on a schedule that `cronProblem` refuses.
 */
export function nextTime(cron: string, timeZone: string, after: number): number | null {
  const times = new Cron(cron, { paused: true, mode: "5-part", timezone: timeZone });
  return times.nextRun(new Date(after))?.getTime() ?? null;
}
