import { DAY_SECONDS } from "../contract/durations.ts";
import type { ConfigProperty } from "../contract/config-schema.ts";
import { isObject } from "../contract/json.ts";
import { MIN_IDLE_SECONDS, TRIGGER_SCHEMAS } from "../contract/trigger-schemas.ts";
import type { KnownTriggerType } from "../contract/triggers.ts";
import { isTimeZone } from "../interpreter/zone.ts";
import { asFieldProblem } from "./problem.ts";
import type { StartFieldProblem, StartProblem, StartProblemCode } from "./problem.ts";

/** What is wrong with a value, or null. */
type Check = (value: unknown) => StartProblemCode | null;

/** A body, or a row that may be older than what is asked of bodies. */
interface Unchecked {
  readonly triggerType?: unknown;
  readonly triggerConfig?: unknown;
}

/**
 * What keeps a trigger's own settings from being used, by field as in the contract's `fieldErrors`. What is left out is
 * nobody's mistake. `cronProblem` says what is wrong with a schedule's time: reading one takes a library.
 *
 * @example
 * ```ts
 * import { triggerProblems } from "@trilho/engine";
 *
 * triggerProblems({ triggerType: "deal_idle", triggerConfig: { idleSeconds: 1 } }, () => null);
 * // [{ field: "triggerConfig.idleSeconds", message: "no-idle-time" }]
 * ```
 */
export const triggerProblems = (automation: Unchecked, cronProblem: CronProblem): StartFieldProblem[] =>
  Array.from(triggerFindings(automation, cronProblem), asFieldProblem);

/** What is wrong with the time of a schedule, or null. */
export type CronProblem = (cron: string) => string | null;

/** The same with codes and paths. Rule groups are read by `startFindings`. */
export function* triggerFindings(
  { triggerType, triggerConfig }: Unchecked,
  cronProblem: CronProblem,
): Generator<StartProblem> {
  const type = typeof triggerType === "string" ? triggerType.trim() : "";
  if (!Object.hasOwn(TRIGGER_SCHEMAS, type) || !isObject(triggerConfig)) return;
  const { properties } = TRIGGER_SCHEMAS[type as KnownTriggerType];
  for (const [key, property] of Object.entries(properties)) {
    const value = triggerConfig[key];
    if (isUnset(value)) continue;
    const path = ["triggerConfig", key];
    const found = findingIn(value, property, OWN_CHECKS[type]?.[key]);
    if (found !== null) yield { path: [...path, ...found.path], code: found.code };
    else if (property["x-widget"] === "cron") {
      const words = cronProblem(String(value).trim());
      if (words !== null) yield { path, code: "no-schedule", words };
    }
  }
}

/** As settings are read: one text is a list of one, and no text is no choice. */
function findingIn(value: unknown, { type }: ConfigProperty, own: Check | undefined): StartProblem | null {
  if (type === "array" && Array.isArray(value)) {
    const at = value.findIndex((item) => typeof item !== "string");
    return at < 0 ? null : { path: [at], code: "not-text" };
  }
  const code = (own ?? BY_TYPE[type ?? "object"])(value);
  return code === null ? null : { path: [], code };
}

const TEN_YEARS = 10 * 366 * DAY_SECONDS;

/**
 * Whether a value is how long nothing may have happened to a deal that counts as idle, in seconds: a minute to ten years.
 *
 * @example
 * ```ts
 * import { isIdleTime } from "@trilho/engine";
 *
 * isIdleTime(3600); // true
 * isIdleTime("1 h"); // false
 * ```
 */
export const isIdleTime = (value: unknown): value is number =>
  typeof value === "number" && value >= MIN_IDLE_SECONDS && value <= TEN_YEARS;

const isUnset = (value: unknown): boolean => value === undefined || value === null || value === "";

const isText: Check = (value) => (typeof value === "string" ? null : "not-text");
const isNumber: Check = (value) => (typeof value === "number" ? null : "not-a-number");

/** What each type of TRIGGER_SCHEMAS asks by itself. */
const BY_TYPE: Readonly<Record<NonNullable<ConfigProperty["type"]>, Check>> = {
  string: isText,
  number: isNumber,
  integer: isNumber,
  boolean: (value) => (typeof value === "boolean" ? null : "not-a-flag"),
  array: (value) => (typeof value === "string" ? null : "not-texts"),
  object: () => null,
};

/** What a setting asks instead: more than its type, or, of a field's new value, less. */
const OWN_CHECKS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  custom_field_changed: {
    value: (value) => (["string", "number", "boolean"].includes(typeof value) ? null : "not-text"),
  },
  deal_idle: {
    idleSeconds: (value) => (isIdleTime(value) ? null : "no-idle-time"),
  },
  schedule: {
    timeZone: (value) => (typeof value === "string" && isTimeZone(value.trim()) ? null : "no-time-zone"),
  },
  incoming_webhook: {
    auth: (value) => (value === "none" || value === "header" || value === "basic" ? null : "unknown-auth"),
    headerName: (value) =>
      typeof value === "string" && /^[!#$%&'*+.^_`|~\w-]{1,100}$/.test(value) ? null : "no-header-name",
    username: (value) => (typeof value === "string" && !value.includes(":") ? null : "no-username"),
  },
};
