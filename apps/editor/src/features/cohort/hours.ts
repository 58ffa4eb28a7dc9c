import { DAY_MS, HOUR_MS } from "@trilho/engine";

/** Messages in one stretch of time. `start` in ms since 1970. */
export interface Bucket {
  start: number;
  count: number;
}

/** A month is 30 days; where months are too many, bars stand for several of them. */
export type BucketUnit = "hour" | "day" | "week" | "month";

const LENGTH: Record<BucketUnit, number> = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS };
const UNITS = ["hour", "day", "week", "month"] as const;
const MOST_BARS = 72;

/**
 * Messages by hour, or by day, week or month where there would be too many bars; stretches without any are there with 0.
 * Days and weeks begin where the first hour does in the person's time zone, `offsetMs` east of UTC.
 */
export function bucketsOf(
  perHour: readonly { hour: string; count: number }[],
  offsetMs = 0,
): { unit: BucketUnit; buckets: Bucket[] } {
  const hours = perHour.map(({ hour, count }) => ({ at: Date.parse(hour), count }));
  const [first, last] = [hours[0]?.at ?? 0, hours.at(-1)?.at ?? 0];
  const fits = (unit: BucketUnit): boolean => (last - first) / LENGTH[unit] < MOST_BARS;
  const unit = UNITS.find(fits) ?? "month";
  if (hours.length === 0) return { unit, buckets: [] };
  const length = LENGTH[unit] * Math.max(1, Math.ceil((last - first) / LENGTH[unit] / MOST_BARS));
  const day = unit === "hour" ? HOUR_MS : DAY_MS;
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
