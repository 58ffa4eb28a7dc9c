import { isObject } from "../contract/json.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import { isTimeZone } from "../interpreter/zone.ts";
import type { StartProblem } from "./problem.ts";

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
/** Where a day ends. */
export const MIDNIGHT = "24:00";

/** What keeps a window from being read. */
export function* windowProblems({ days, timeZone }: JsonObject): Generator<StartProblem> {
  if (!Array.isArray(days)) yield { path: ["days"], code: "no-days" };
  else for (const [index, day] of days.entries()) yield* dayProblems(day, ["days", index]);
  if (isUnset(timeZone)) return;
  if (!isTimeZone(timeZone)) yield { path: ["timeZone"], code: "no-time-zone" };
}

function* dayProblems(day: JsonValue, path: StartProblem["path"]): Generator<StartProblem> {
  if (!isObject(day)) return yield { path, code: "no-day" };
  const { weekday, from, to } = day;
  if (!Number.isInteger(weekday) || Number(weekday) < 1 || Number(weekday) > 7) {
    yield { path: [...path, "weekday"], code: "no-weekday" };
  }
  const isFrom = typeof from === "string" && TIME.test(from);
  const isTo = typeof to === "string" && (TIME.test(to) || to === MIDNIGHT);
  if (!isFrom) yield { path: [...path, "from"], code: "no-opening-time" };
  if (!isTo) yield { path: [...path, "to"], code: "no-closing-time" };
  if (isFrom && from === to) yield { path: [...path, "to"], code: "no-hours" };
}

const isUnset = (value: JsonValue | undefined): boolean => value === undefined || value === null || value === "";
