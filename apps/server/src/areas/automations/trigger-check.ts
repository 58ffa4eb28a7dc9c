import { isObject, isTimeZone } from "@trilho/engine";
import type { FieldError } from "@trilho/contract";
import { MIN_IDLE_SECONDS, type JsonObject } from "@trilho/engine/contract";
import { cronProblem } from "../../platform/service/cron.ts";
import { isIdleTime, isUnset } from "./trigger-settings.ts";

/** Problems of a trigger's settings in a body that was not checked yet. What is left out is nobody's mistake. */
export function triggerProblems({
  triggerType,
  triggerConfig,
}: {
  triggerType?: unknown;
  triggerConfig?: unknown;
}): FieldError[] {
  if (!isObject(triggerConfig) || typeof triggerType !== "string") return [];
  const config = triggerConfig as JsonObject;
  const checks = Object.hasOwn(CHECKS, triggerType) ? CHECKS[triggerType] : undefined;
  return Object.entries(checks ?? {}).flatMap(([key, check]) => {
    const message = isUnset(config, key) ? null : check(config[key]);
    return message === null ? [] : [{ field: `triggerConfig.${key}`, message }];
  });
}

/** What is wrong with a value, or null. */
type Check = (value: unknown) => string | null;

const isPath: Check = (value) => (typeof value === "string" ? null : "must be text");
const isFlag: Check = (value) => (typeof value === "boolean" ? null : "must be true or false");

const CHECKS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  deal_idle: {
    idleSeconds: (value) =>
      isIdleTime(value) ? null : `must be a number of seconds, from ${MIN_IDLE_SECONDS} to ten years`,
  },
  schedule: {
    cron: (value) => (typeof value === "string" ? cronProblem(value.trim()) : "must be text"),
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
