import { DAY_MS } from "../contract/durations.ts";
import { isObject } from "../contract/json.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import { MOST_OFFSET_DAYS } from "../contract/until.ts";
import type { Until } from "../contract/until.ts";
import { timeOfDay } from "../json/time-of-day.ts";

/** What of an `until` cannot be read: the key that is to blame. */
export type UntilFault = "kind" | "field" | "offsetDays" | "days" | "at";

/**
 * What a wait's `config.until` says, or which key of it cannot be read; null where it says nothing, and the wait lasts its
 * `delaySeconds`. Never throws.
 *
 * @example
 * ```ts
 * import { readUntil } from "@trilho/engine";
 *
 * readUntil({ kind: "weekday", days: [5, 1], at: "09:00" }); // { until: { kind: "weekday", days: [1, 5], at: "09:00" } }
 * readUntil({ kind: "weekday", days: [8], at: "09:00" }); // { fault: "days" }
 * readUntil(undefined); // null
 * ```
 */
export function readUntil(given: JsonValue | undefined): { until: Until } | { fault: UntilFault } | null {
  if (given === undefined || given === null) return null;
  if (!isObject(given)) return { fault: "kind" };
  switch (given["kind"]) {
    case "field":
      return readField(given);
    case "weekday":
      return readWeekday(given);
    case "opening":
      return { until: { kind: "opening" } };
    default:
      return { fault: "kind" };
  }
}

/** The same where all of it can be read. */
export function untilOf(config: JsonObject): Until | null {
  const read = readUntil(config["until"]);
  return read !== null && "until" in read ? read.until : null;
}

function readField({ field, offsetDays = 0, at = null }: JsonObject): { until: Until } | { fault: UntilFault } {
  if (typeof field !== "string" || field === "") return { fault: "field" };
  if (typeof offsetDays !== "number" || !Number.isInteger(offsetDays) || Math.abs(offsetDays) > MOST_OFFSET_DAYS) {
    return { fault: "offsetDays" };
  }
  if (at === null) return { until: { kind: "field", field, offsetDays, at } };
  return isTime(at) ? { until: { kind: "field", field, offsetDays, at } } : { fault: "at" };
}

function readWeekday({ days, at }: JsonObject): { until: Until } | { fault: UntilFault } {
  if (!Array.isArray(days) || days.length === 0 || !days.every(isWeekday)) return { fault: "days" };
  const chosen = [...new Set(days)].toSorted((a, b) => a - b);
  return isTime(at) ? { until: { kind: "weekday", days: chosen, at } } : { fault: "at" };
}

const isWeekday = (day: JsonValue): day is number =>
  typeof day === "number" && Number.isInteger(day) && day >= 1 && day <= 7;

function isTime(at: JsonValue | undefined): at is string {
  const ms = timeOfDay(at);
  return ms !== null && ms < DAY_MS;
}
