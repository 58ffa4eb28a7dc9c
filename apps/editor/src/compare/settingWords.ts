import type { Lookup } from "../forms/lookup.ts";
import { describeQuery } from "../forms/queryWords.ts";
import { windowWords } from "../forms/trigger/window.ts";
import { text } from "../i18n/useText.ts";
import { triggerWords } from "../screens/triggerWords.ts";
import type { Fields, SettingGroup } from "./settingGroups.ts";

export const settingName = (group: SettingGroup): string => text("compare", `setting.${group}`);

const json = (value: unknown): string =>
  value === null || value === undefined ? text("compare", "value.nothing") : JSON.stringify(value);

const WORDS: Readonly<Record<SettingGroup, (fields: Fields, names: Lookup) => string>> = {
  name: ({ name }) => text("compare", "value.quoted", { text: name }),
  trigger: ({ triggerType }) => triggerWords(triggerType),
  where: ({ scope, pipelineId, stageId }, names) => {
    if (scope === "global") return text("automation", "form.scopes.global");
    const pipeline = pipelineId === null ? null : (names.pipelineName?.(pipelineId) ?? pipelineId);
    const stage = scope === "stage" && stageId !== null ? (names.stageName(stageId) ?? stageId) : null;
    return [pipeline, stage].filter((each) => each !== null).join(" › ") || text("compare", "value.nothing");
  },
  hours: ({ respectBusinessHours }) => text("compare", respectBusinessHours ? "value.yes" : "value.no"),
  channel: ({ outboundChannelId }) => outboundChannelId ?? text("compare", "value.nothing"),
  window: ({ triggerWindow }) => windowWords(triggerWindow) ?? json(triggerWindow),
  conditions: ({ conditions }, names) =>
    conditions === null || conditions === undefined
      ? text("compare", "value.nothing")
      : describeQuery(conditions, names),
  triggerConfig: ({ triggerConfig }) => json(triggerConfig),
};

/** The value of a group of settings in words. */
export const settingWords = (group: SettingGroup, fields: Fields, names: Lookup): string => WORDS[group](fields, names);
