import { isObject } from "../contract/json.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import { isTimeZone } from "../interpreter/zone.ts";
import type { StartProblem } from "./problem.ts";

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
/** Where a day ends. */
export const MIDNIGHT = "24:00";

/** What keeps a window from being read. */
export function* windowProblems({ days, timeZone }: JsonObject): Generator<StartProblem> {
  if (!Array.isArray(days)) yield { path: ["days"], message: "must be a list of days with their hours" };
  else for (const [index, day] of days.entries()) yield* dayProblems(day, ["days", index]);
  if (isUnset(timeZone)) return;
  if (!isTimeZone(timeZone)) yield { path: ["timeZone"], message: "is no time zone, such as America/Sao_Paulo" };
}

function* dayProblems(day: JsonValue, path: StartProblem["path"]): Generator<StartProblem> {
  if (!isObject(day)) return yield { path, message: "must be a day with its hours" };
  const { weekday, from, to } = day;
  if (!Number.isInteger(weekday) || Number(weekday) < 1 || Number(weekday) > 7) {
    yield { path: [...path, "weekday"], message: "must be a day of the week, from 1 for Monday to 7 for Sunday" };
  }
  const isFrom = typeof from === "string" && TIME.test(from);
  const isTo = typeof to === "string" && (TIME.test(to) || to === MIDNIGHT);
  if (!isFrom) yield { path: [...path, "from"], message: "must be a time of two digits each, such as 09:00" };
  if (!isTo) yield { path: [...path, "to"], message: "must be a time of two digits each, such as 18:00" };
  if (isFrom && from === to) yield { path: [...path, "to"], message: "must not be the time at which the hours begin" };
}

const isUnset = (value: JsonValue | undefined): boolean => value === undefined || value === null || value === "";
