import type { Kept, Settings } from "../../document/draft/draft.ts";

export type Fields = Settings & Kept;

/** Settings that are chosen together, and so clash together. */
export const SETTING_GROUPS = {
  name: ["name"],
  trigger: ["triggerType"],
  where: ["scope", "pipelineId", "stageId"],
  hours: ["respectBusinessHours"],
  channel: ["outboundChannelId"],
  window: ["triggerWindow"],
  conditions: ["conditions"],
  triggerConfig: ["triggerConfig"],
} as const satisfies Record<string, readonly (keyof Fields)[]>;

export type SettingGroup = keyof typeof SETTING_GROUPS;
