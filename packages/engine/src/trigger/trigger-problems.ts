import { DAY_SECONDS } from "../contract/durations.ts";
import { isObject } from "../contract/json.ts";
import type { JsonObject } from "../contract/json.ts";
import { MIN_IDLE_SECONDS } from "../contract/trigger-schemas.ts";
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

/** The same with codes and paths. */
export function* triggerFindings(
  { triggerType, triggerConfig }: Unchecked,
  cronProblem: CronProblem,
): Generator<StartProblem> {
  if (typeof triggerType !== "string" || !isObject(triggerConfig)) return;
  const checks = Object.hasOwn(CHECKS, triggerType) ? CHECKS[triggerType] : undefined;
  for (const [key, check] of Object.entries(checks ?? {})) {
    const code = isUnset(triggerConfig, key) ? null : check(triggerConfig[key]);
    if (code !== null) yield { path: ["triggerConfig", key], code };
  }
  if (triggerType !== "schedule" || isUnset(triggerConfig, "cron")) return;
  const path = ["triggerConfig", "cron"];
  const { cron } = triggerConfig;
  if (typeof cron !== "string") return yield { path, code: "not-text" };
  const words = cronProblem(cron.trim());
  if (words !== null) yield { path, code: "no-schedule", words };
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

const isUnset = (config: JsonObject, key: string): boolean =>
  config[key] === undefined || config[key] === null || config[key] === "";

const isPath: Check = (value) => (typeof value === "string" ? null : "not-text");
const isFlag: Check = (value) => (typeof value === "boolean" ? null : "not-a-flag");

const CHECKS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  deal_idle: {
    idleSeconds: (value) => (isIdleTime(value) ? null : "no-idle-time"),
  },
  schedule: {
    timeZone: (value) => (typeof value === "string" && isTimeZone(value.trim()) ? null : "no-time-zone"),
    forEachDeal: isFlag,
  },
  incoming_webhook: {
    auth: (value) => (value === "none" || value === "header" || value === "basic" ? null : "unknown-auth"),
    headerName: (value) =>
      typeof value === "string" && /^[!#$%&'*+.^_`|~\w-]{1,100}$/.test(value) ? null : "no-header-name",
    username: (value) => (typeof value === "string" && !value.includes(":") ? null : "no-username"),
    dealSeqPath: isPath,
    phonePath: isPath,
    emailPath: isPath,
    namePath: isPath,
    createDeal: isFlag,
  },
};
