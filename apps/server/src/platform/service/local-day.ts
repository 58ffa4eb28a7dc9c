const DAY_MS = 86_400_000;

/** A zone's distance from UTC at an instant (Unix ms), in ms. A zone that this platform does not know is taken as UTC. */
function offsetAt(at: number, timeZone: string): number {
  const parts = new Map<string, number>(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: string) => parts.get(type) ?? 0;
  const wall = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return wall - Math.floor(at / 1000) * 1000;
}

/** Days since 1970-01-01 on the calendars of a place. */
export const localDay = (at: number, timeZone: string): number => Math.floor((at + offsetAt(at, timeZone)) / DAY_MS);

/**
 * The instant of a local day and time (minutes after midnight). A time that the clocks skip is moved on by the gap; of
 * one that comes twice, the first is taken.
 */
export function instantOf(day: number, minutes: number, timeZone: string): number {
  const wall = day * DAY_MS + minutes * 60_000;
  const before = wall - offsetAt(wall - DAY_MS, timeZone);
  const after = wall - offsetAt(wall + DAY_MS, timeZone);
  return [before, after].find((at) => at + offsetAt(at, timeZone) === wall) ?? before;
}

/** "09:30" as minutes after midnight. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = formatIn(timeZone) ?? formatIn("UTC");
  if (format === null) throw new Error("This platform does not know UTC");
  formats.set(timeZone, format);
  return format;
}

function formatIn(timeZone: string): Intl.DateTimeFormat | null {
  try {
    const day = { year: "numeric", month: "numeric", day: "numeric" } as const;
    const time = { hour: "numeric", minute: "numeric", second: "numeric" } as const;
    return new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", ...day, ...time });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
