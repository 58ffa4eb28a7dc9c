import type { AutomationRun, AutomationRunDetail } from "@trilho/contract";
import { withoutCredentials } from "./credentials.ts";

/** What an action's config never shows. */
const SECRET_KEYS: ReadonlySet<string> = new Set(["secret"]);

/** The contract's fields of a run. */
export function runOf(detail: AutomationRunDetail): AutomationRun {
  const { phase, leaseUntil, deal, event, steps, effects, respectBusinessHours, graphDefinition, ...run } = detail;
  return run;
}

/** Secrets are taken out here too, whatever was stored. */
export const presentDetail = (detail: AutomationRunDetail): AutomationRunDetail => ({
  ...withoutSecrets(detail),
  effects: detail.effects.map((effect) => ({
    ...effect,
    config: Object.fromEntries(Object.entries(effect.config).filter(([key]) => !SECRET_KEYS.has(key))),
  })),
});

export const withoutSecrets = <T extends Pick<AutomationRunDetail, "graphDefinition">>(holder: T): T => {
  const { graphDefinition } = withoutCredentials({ graphDefinition: holder.graphDefinition, triggerConfig: null });
  return { ...holder, graphDefinition };
};
