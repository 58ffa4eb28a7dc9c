import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { BusinessHours } from "../contract/run.ts";
import { isObject } from "../graph/parts.ts";
import { nextOpening } from "../interpreter/hours.ts";
import { zoneOffsets } from "../interpreter/zone.ts";
import type { StartProblem } from "./problem.ts";

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const MIDNIGHT = "24:00";

/** What keeps a window from being read. */
export function* windowProblems({ days, timeZone }: JsonObject): Generator<StartProblem> {
  if (!Array.isArray(days)) yield { path: ["days"], message: "must be a list of days with their hours" };
  else for (const [index, day] of days.entries()) yield* dayProblems(day, ["days", index]);
  if (isUnset(timeZone)) return;
  const isKnown = typeof timeZone === "string" && zoneOffsets(timeZone) !== null;
  if (!isKnown) yield { path: ["timeZone"], message: "is no time zone, such as America/Sao_Paulo" };
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

/** Whether an instant (Unix ms) lies in a window that can be read. Without days there is no window. */
export function isInWindow(window: JsonObject | null, at: number, workspaceZone: string): boolean {
  const days = window?.["days"];
  if (!Array.isArray(days) || days.length === 0) return true;
  const own = window?.["timeZone"];
  const timeZone = typeof own === "string" && own !== "" ? own : workspaceZone;
  const hours = { timeZone, days: days.flatMap(untilMidnight) };
  const opening = nextOpening(hours as unknown as BusinessHours, at);
  return !("error" in opening) && opening.opensAt <= at;
}

/** Hours that end before they begin go on into the next day. */
function untilMidnight(row: JsonValue): JsonValue[] {
  if (!isObject(row)) return [row];
  const { weekday, from, to } = row;
  if (typeof weekday !== "number" || typeof from !== "string" || typeof to !== "string" || from <= to) return [row];
  const evening = { ...row, to: MIDNIGHT };
  return to === "00:00" ? [evening] : [evening, { ...row, weekday: (weekday % 7) + 1, from: "00:00" }];
}

const isUnset = (value: JsonValue | undefined): boolean => value === undefined || value === null || value === "";
