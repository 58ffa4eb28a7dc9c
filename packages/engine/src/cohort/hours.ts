import { dayText } from "../simulate/instants.ts";

/**
 * Counts by hours since 1970: in an array from the first hour on, and of hours before it or long after it by themselves.
 * Arrays go from thread to thread faster than maps.
 */
export interface Hours {
  /** Infinite as long as nothing was counted. */
  first: number;
  near: Float64Array<ArrayBuffer>;
  far: Map<number, number>;
}

/** Hours that are counted in the array, at most; forty years. */
const MOST_NEAR = 350_640;

export function noHours(first = Infinity): Hours {
  return { first, near: new Float64Array(256), far: new Map() };
}

/** Counts one or more. */
export function countHour(hours: Hours, hour: number, count = 1): void {
  if (hours.first === Infinity) hours.first = hour;
  const index = hour - hours.first;
  if (index < 0 || index >= MOST_NEAR) {
    hours.far.set(hour, (hours.far.get(hour) ?? 0) + count);
    return;
  }
  if (index >= hours.near.length) hours.near = grown(hours.near, 2 * index);
  hours.near[index] = (hours.near[index] ?? 0) + count;
}

/** Adds several up. */
export function addHours(parts: readonly Hours[]): Hours {
  const sum = noHours(Math.min(...parts.map(({ first }) => first)));
  for (const part of parts) eachHour(part, (hour, count) => countHour(sum, hour, count));
  return sum;
}

/** Tells of each hour that was counted, in order. */
export function eachHour({ first, near, far }: Hours, tell: (hour: number, count: number) => void): void {
  const outside = [...far].toSorted(([a], [b]) => a - b);
  for (const [hour, count] of outside) if (hour < first) tell(hour, count);
  for (let index = 0; index < near.length; index += 1) {
    const count = near[index] ?? 0;
    if (count > 0) tell(first + index, count);
  }
  for (const [hour, count] of outside) if (hour > first) tell(hour, count);
}

const starts = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00:00.000Z`);

/** When an hour starts, in ISO 8601. */
export function hourText(hour: number): string {
  const day = Math.floor(hour / 24);
  return dayText(day) + starts[hour - 24 * day];
}

/** An array with room for more. */
export function grown(list: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(length);
  larger.set(list);
  return larger;
}
