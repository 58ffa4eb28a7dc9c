import type { Automation } from "@trilho/contract";
import { actionsOf } from "./actions.ts";
import { withoutCredentials } from "./credentials.ts";
import type { StoredAutomation } from "./model.ts";

/** The contract's resource. Credentials are taken out here too, whatever was stored. */
export function presentAutomation(stored: StoredAutomation): Automation {
  const automation = withoutCredentials(stored);
  return {
    id: automation.id,
    name: automation.name,
    version: automation.version,
    enabled: automation.enabled,
    triggerType: automation.triggerType,
    scope: automation.scope,
    pipelineId: automation.pipelineId,
    stageId: automation.stageId,
    outboundChannelId: automation.outboundChannelId,
    respectBusinessHours: automation.respectBusinessHours,
    triggerWindow: automation.triggerWindow,
    conditions: automation.conditions,
    triggerConfig: automation.triggerConfig,
    graphDefinition: automation.graphDefinition,
    actions: actionsOf(automation.graphDefinition),
    createdAt: automation.createdAt,
    updatedAt: automation.updatedAt,
    ...(automation.pauses !== undefined && { pauses: automation.pauses }),
  };
}

/** The answer to a write: `secret` is the one that this write generated, else null. */
export const presentWritten = (stored: StoredAutomation, generated: string | null): Automation => ({
  ...presentAutomation(stored),
  secret: generated,
});
