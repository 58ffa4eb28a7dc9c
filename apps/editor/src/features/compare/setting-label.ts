import {
  startProblems,
  TRIGGER_SCHEMAS,
  triggerTypeInfo,
  type JsonObject,
  type JsonValue,
  type KnownTriggerType,
} from "@trilho/engine";
import { readEntry } from "@trilho/engine/trigger";
import { formatDuration } from "../../i18n/duration.ts";
import { nameOfAny, type Lookup } from "../../document/lookup.ts";
import { describeQuery, isGroup } from "../../describe/query-text.ts";
import { catalogText } from "../../i18n/catalog.ts";
import { windowText } from "../../document/draft/window.ts";
import { text } from "../../i18n/use-text.ts";
import { triggerText } from "../../describe/trigger.ts";
import type { Fields, SettingGroup } from "./setting-groups.ts";

export const settingName = (group: SettingGroup): string => text("compare", `setting.${group}`);

const json = (value: unknown): string =>
  value === null || value === undefined ? text("compare", "value.nothing") : JSON.stringify(value);

const VALUES: Readonly<Record<SettingGroup, (fields: Fields, names: Lookup) => string>> = {
  name: ({ name }) => text("compare", "value.quoted", { text: name }),
  trigger: ({ triggerType }) => triggerText(triggerType),
  where: ({ scope, pipelineId, stageId }, names) => {
    if (scope === "global") return text("automation", "form.scopes.global");
    const pipeline = pipelineId === null ? null : (names.pipelineName?.(pipelineId) ?? pipelineId);
    const stage = scope === "stage" && stageId !== null ? (names.stageName(stageId) ?? stageId) : null;
    return [pipeline, stage].filter((each) => each !== null).join(" › ") || text("compare", "value.nothing");
  },
  hours: ({ respectBusinessHours }) => text("compare", respectBusinessHours ? "value.yes" : "value.no"),
  channel: ({ outboundChannelId }) => outboundChannelId ?? text("compare", "value.nothing"),
  window: ({ triggerWindow }) => windowText(triggerWindow) ?? json(triggerWindow),
  conditions: ({ conditions }, names) =>
    conditions === null || conditions === undefined
      ? text("compare", "value.nothing")
      : describeQuery(conditions, names),
  triggerConfig: ({ triggerType, triggerConfig }, names) => configText(triggerType, triggerConfig, names),
};

/** Each setting of a trigger by its name in the form: “Source: “api”; Only when: deal value is at least 10,000”. */
function configText(triggerType: string, config: Fields["triggerConfig"], names: Lookup): string {
  const known = triggerTypeInfo(triggerType) === null ? null : TRIGGER_SCHEMAS[triggerType as KnownTriggerType];
  const texts = Object.entries(config ?? {}).map(([key, value]) => {
    const title = known?.properties[key]?.title;
    const entry = key === "entry" ? entryText(config) : null;
    const shown = entry ?? (isGroup(value) ? describeQuery(value, names) : valueText(value, names));
    return text("compare", "value.named", { name: title === undefined ? key : catalogText(title), value: shown });
  });
  return texts.join("; ") || text("compare", "value.nothing");
}

const length = (ms: number): { length: string } => ({ length: formatDuration(ms / 1000) });

/** How often a deal may enter; null where that cannot be read. */
function entryText(config: JsonObject | null | undefined): string | null {
  const rule = startProblems({ triggerConfig: config }).length === 0 ? readEntry(config ?? null) : null;
  if (rule === null) return null;
  const { again, afterMs, settleMs, perHour } = rule;
  return [
    again === "after" ? text("entry", "said.after", length(afterMs)) : text("entry", `again.${again}`),
    ...(settleMs > 0 ? [text("entry", "said.settle", length(settleMs))] : []),
    ...(perHour === null ? [] : [text("entry", "said.perHour", { count: perHour })]),
  ].join(", ");
}

function valueText(value: JsonValue | undefined, names: Lookup): string {
  const all = Array.isArray(value) ? value : [value];
  const shown = all.map((one) => (typeof one === "string" ? (nameOfAny(one, names) ?? one) : json(one)));
  return shown.join(", ");
}

/** The value of a group of settings in words. */
export const settingLabel = (group: SettingGroup, fields: Fields, names: Lookup): string =>
  VALUES[group](fields, names);
