import type { AutomationRunDetail } from "@trilho/contract";
import { withoutCredentials } from "./credentials.ts";
import type { RecordedRun } from "./runs-port.ts";

/** What an action's config never shows. */
const SECRET_KEYS: ReadonlySet<string> = new Set(["secret"]);

/** Secrets are taken out here too, whatever was stored. */
export const presentDetail = ({ run, more }: RecordedRun): AutomationRunDetail => ({
  ...run,
  ...withoutSecrets(more),
  effects: more.effects.map((effect) => ({
    ...effect,
    config: Object.fromEntries(Object.entries(effect.config).filter(([key]) => !SECRET_KEYS.has(key))),
  })),
});

export const withoutSecrets = <T extends Pick<AutomationRunDetail, "graphDefinition">>(holder: T): T => {
  const { graphDefinition } = withoutCredentials({ graphDefinition: holder.graphDefinition, triggerConfig: null });
  return { ...holder, graphDefinition };
};
