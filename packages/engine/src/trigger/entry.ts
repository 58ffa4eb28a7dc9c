import { ENTRY_AGAIN, ENTRY_LIMITS } from "../contract/entry.ts";
import type { EntryAgain } from "../contract/entry.ts";
import { HOUR_MS } from "../contract/durations.ts";
import { isObject } from "../contract/json.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { StartProblem, StartProblemCode } from "./problem.ts";

/** An entry rule that was read. Lengths are in milliseconds, and 0 where nothing is asked. */
export interface EntryRule {
  readonly again: EntryAgain;
  readonly afterMs: number;
  /** How long nothing more may have happened. */
  readonly settleMs: number;
  /** Between the starts of two runs, at least. */
  readonly gapMs: number;
  readonly perHour: number | null;
}

/**
 * The entry rule of a trigger's settings; null where every event may enter. Of settings that can be read: what keeps
 * them from it is a start problem.
 *
 * @example
 * ```ts
 * import { readEntry } from "@trilho/engine/trigger";
 *
 * readEntry({ entry: { again: "once", perHour: 60 } })?.gapMs; // 60_000
 * readEntry({ entry: { again: "always" } }); // null
 * ```
 */
export function readEntry(config: JsonObject | null): EntryRule | null {
  const entry = config?.["entry"];
  if (!isObject(entry)) return null;
  const again = isAgain(entry["again"]) ? entry["again"] : "always";
  const afterMs = again === "after" ? seconds(entry["afterSeconds"]) : 0;
  const settleMs = seconds(entry["settleSeconds"]);
  const perHour = typeof entry["perHour"] === "number" ? entry["perHour"] : null;
  if (again === "always" && settleMs === 0 && perHour === null) return null;
  return { again, afterMs, settleMs, gapMs: perHour === null ? 0 : Math.ceil(HOUR_MS / perHour), perHour };
}

const seconds = (value: JsonValue | undefined): number => (typeof value === "number" ? value * 1000 : 0);

const isAgain = (value: unknown): value is EntryAgain => ENTRY_AGAIN.some((again) => again === value);

type Check = (value: unknown, entry: JsonObject) => StartProblemCode | null;

const within =
  (key: keyof typeof ENTRY_LIMITS, code: StartProblemCode): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= ENTRY_LIMITS[key].minimum && Number(value) <= ENTRY_LIMITS[key].maximum
      ? null
      : code;

const CHECKS: Readonly<Record<string, Check>> = {
  again: (value) => (isAgain(value) ? null : "unknown-again"),
  afterSeconds: (value, entry) =>
    entry["again"] === "after" ? within("afterSeconds", "no-again-time")(value, entry) : "again-time-unused",
  settleSeconds: within("settleSeconds", "no-settle-time"),
  perHour: within("perHour", "no-hourly-limit"),
};

/** What keeps an entry rule from being read. A part that nobody knows does too: it may be a limit, misspelt. */
export function* entryProblems(entry: JsonObject): Generator<StartProblem> {
  for (const [key, value] of Object.entries(entry)) {
    if (value === null || value === undefined) continue;
    const check = Object.hasOwn(CHECKS, key) ? CHECKS[key] : undefined;
    const code = check === undefined ? "unknown-entry-key" : check(value, entry);
    if (code !== null) yield { path: [key], code };
  }
  const { again, afterSeconds } = entry;
  if (again === "after" && (afterSeconds === undefined || afterSeconds === null)) {
    yield { path: ["afterSeconds"], code: "no-again-time" };
  }
}
