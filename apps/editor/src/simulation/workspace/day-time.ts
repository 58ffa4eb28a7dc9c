const DAY_MS = 86_400_000;

/** Tells instants as days since a first one and times of day, in a time zone, or the browser's: day 1, "Tue 09:00". */
export function dayTimes(
  first: string,
  timeZone: string | undefined,
  locale: string,
): (at: string) => { day: number; time: string } {
  const date = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  const time = new Intl.DateTimeFormat(locale, { timeZone, weekday: "short", hour: "numeric", minute: "2-digit" });
  const dayOf = (at: string): number => Date.parse(date.format(new Date(at))) / DAY_MS;
  return (at) => ({ day: dayOf(at) - dayOf(first), time: time.format(new Date(at)) });
}
