import { isIdleTime, isTimeZone } from "@trilho/engine";
import { DEFAULT_IDLE_SECONDS } from "@trilho/engine/contract";
import { cronProblem, nextTime } from "../../platform/service/cron.ts";
import type { StoredAutomation } from "./model.ts";

type Triggered = Pick<StoredAutomation, "triggerConfig">;

/** A text of a trigger's settings; null for none. */
export function textOf({ triggerConfig }: Triggered, key: string): string | null {
  const value = triggerConfig?.[key];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** How long nothing has happened to a deal that counts as idle, ms. */
export function idleMsOf({ triggerConfig }: Triggered): number {
  const seconds = triggerConfig?.["idleSeconds"];
  return 1000 * (isIdleTime(seconds) ? seconds : DEFAULT_IDLE_SECONDS);
}

/** When a schedule comes next after an instant, Unix ms; null for one without a time that can be read. */
export function nextRunOf(automation: Triggered, workspaceZone: string, after: number): number | null {
  const cron = textOf(automation, "cron");
  if (cron === null || cronProblem(cron) !== null) return null;
  const own = textOf(automation, "timeZone");
  return nextTime(cron, own !== null && isTimeZone(own) ? own : workspaceZone, after);
}

export const isForEachDeal = ({ triggerConfig }: Triggered): boolean => triggerConfig?.["forEachDeal"] === true;
