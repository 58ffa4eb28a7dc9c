/** Messages in one stretch of time. `start` in ms since 1970. */
export interface Bucket {
  start: number;
  count: number;
}

export type BucketUnit = "hour" | "day" | "week";

const HOUR_MS = 3_600_000;
const LENGTH: Record<BucketUnit, number> = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS };
const MOST_BARS = 72;

/**
 * Messages by hour, or by day or week where there would be too many bars; stretches without any are there with 0.
 * Days and weeks begin where the first hour does in the person's time zone, `offsetMs` east of UTC.
 */
export function bucketsOf(
  perHour: readonly { hour: string; count: number }[],
  offsetMs = 0,
): { unit: BucketUnit; buckets: Bucket[] } {
  const hours = perHour.map(({ hour, count }) => ({ at: Date.parse(hour), count }));
  const [first, last] = [hours[0]?.at ?? 0, hours.at(-1)?.at ?? 0];
  const fits = (unit: BucketUnit): boolean => (last - first) / LENGTH[unit] < MOST_BARS;
  const unit = (["hour", "day", "week"] as const).find(fits) ?? "week";
  if (hours.length === 0) return { unit, buckets: [] };
  const length = LENGTH[unit];
  const day = unit === "hour" ? HOUR_MS : LENGTH.day;
  const start = Math.floor((first + offsetMs) / day) * day - offsetMs;
  const buckets = Array.from({ length: Math.floor((last - start) / length) + 1 }, (_, index): Bucket => ({
    start: start + index * length,
    count: 0,
  }));
  for (const { at, count } of hours) {
    const bucket = buckets[Math.floor((at - start) / length)];
    if (bucket) bucket.count += count;
  }
  return { unit, buckets };
}
