import { isObject } from "../../contract/json.ts";
import { RUN_STATUSES } from "../../contract/run.ts";
import type { JsonObject } from "../../contract/json.ts";
import { readJson } from "../../json/read-json.ts";
import { parseInstant } from "../../query/instant.ts";
import { INSTANTS } from "./known-run.ts";
import type { KnownRun, RunTimes } from "./known-run.ts";

/** What was given of a run as plain data of the right shape, and its instants. */
export interface ReadRun {
  readonly run: KnownRun;
  readonly times: RunTimes;
}

const FIELDS = ["status", "currentNodeId", "attempts", "waitingForReply", "effects", "givenUp", ...INSTANTS] as const;

/** Reads what is known of a run, each field once; null where one cannot be read. Never throws. */
export function readRun(input: unknown): ReadRun | null {
  const fields = pick(input);
  if (fields === null || !hasShape(fields)) return null;
  const times = timesOf(fields);
  return times && { run: fields, times };
}

/** The known fields alone: a caller's own run may hold anything else. */
function pick(input: unknown): JsonObject | null {
  try {
    if (!isObject(input)) return null;
    const { value, unreadable } = readJson(Object.fromEntries(FIELDS.map((field) => [field, input[field]])));
    return unreadable.length === 0 && isObject(value) ? value : null;
  } catch {
    // A getter or a proxy that throws.
    return null;
  }
}

function hasShape(fields: JsonObject): fields is JsonObject & KnownRun {
  const { status, currentNodeId = null, attempts = 0, waitingForReply = false, effects = [], givenUp = false } = fields;
  return (
    (status === undefined || RUN_STATUSES.some((known) => known === status)) &&
    (currentNodeId === null || typeof currentNodeId === "string") &&
    typeof attempts === "number" &&
    Number.isInteger(attempts) &&
    attempts >= 0 &&
    typeof waitingForReply === "boolean" &&
    typeof givenUp === "boolean" &&
    Array.isArray(effects) &&
    effects.every((nodeId) => typeof nodeId === "string")
  );
}

function timesOf(fields: JsonObject): RunTimes | null {
  const times: RunTimes = {};
  for (const key of INSTANTS) {
    const value = fields[key];
    if (value === undefined) continue;
    const at = typeof value === "string" ? (parseInstant(value)?.at ?? null) : null;
    if (value !== null && at === null) return null;
    times[key] = at;
  }
  return times;
}
