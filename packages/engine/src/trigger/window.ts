import { isFilled } from "../contract/filled.ts";
import { isObject } from "../contract/json.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { BusinessHours } from "../contract/run.ts";
import { nextOpening } from "../interpreter/hours.ts";
import { MIDNIGHT } from "./window-problems.ts";

/** Whether an instant (Unix ms) lies in a window that can be read. Without days there is no window. */
export function isInWindow(window: JsonObject | null, at: number, workspaceZone: string): boolean {
  const days = window?.["days"];
  if (!Array.isArray(days) || days.length === 0) return true;
  const own = window?.["timeZone"];
  const timeZone = isFilled(own) ? own : workspaceZone;
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
