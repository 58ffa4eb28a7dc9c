import { DAY_SECONDS } from "../contract/durations.ts";
import { isObject } from "../contract/json.ts";
import type { JsonObject } from "../contract/json.ts";
import { MIN_IDLE_SECONDS } from "../contract/trigger-schemas.ts";
import { isTimeZone } from "../interpreter/zone.ts";
import type { StartFieldProblem } from "./problem.ts";

/** What is wrong with a value, or null. */
type Check = (value: unknown) => string | null;

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
 * // [{ field: "triggerConfig.idleSeconds", message: "must be a number of seconds, from 60 to ten years" }]
 * ```
 */
export function triggerProblems(
  { triggerType, triggerConfig }: Unchecked,
  cronProblem: (cron: string) => string | null,
): StartFieldProblem[] {
  if (!isObject(triggerConfig) || typeof triggerType !== "string") return [];
  const checks = Object.hasOwn(CHECKS, triggerType) ? CHECKS[triggerType] : undefined;
  return Object.entries({ ...checks, ...(triggerType === "schedule" && { cron: isCron(cronProblem) }) }).flatMap(
    ([key, check]) => {
      const message = isUnset(triggerConfig, key) ? null : check(triggerConfig[key]);
      return message === null ? [] : [{ field: `triggerConfig.${key}`, message }];
    },
  );
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

const isCron =
  (cronProblem: (cron: string) => string | null): Check =>
  (value) =>
    typeof value === "string" ? cronProblem(value.trim()) : "must be text";
const isPath: Check = (value) => (typeof value === "string" ? null : "must be text");
const isFlag: Check = (value) => (typeof value === "boolean" ? null : "must be true or false");

const CHECKS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  deal_idle: {
    idleSeconds: (value) =>
      isIdleTime(value) ? null : `must be a number of seconds, from ${MIN_IDLE_SECONDS} to ten years`,
  },
  schedule: {
    timeZone: (value) =>
      typeof value === "string" && isTimeZone(value.trim()) ? null : "is no time zone, such as America/Sao_Paulo",
    forEachDeal: isFlag,
  },
  incoming_webhook: {
    auth: (value) =>
      value === "none" || value === "header" || value === "basic" ? null : "must be none, header or basic",
    headerName: (value) =>
      typeof value === "string" && /^[!#$%&'*+.^_`|~\w-]{1,100}$/.test(value) ? null : "is no name of a header",
    username: (value) => (typeof value === "string" && !value.includes(":") ? null : "must be text without a colon"),
    dealSeqPath: isPath,
    phonePath: isPath,
    emailPath: isPath,
    namePath: isPath,
    createDeal: isFlag,
  },
};
