import type { GraphDefinition } from "@trilho/engine";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { usePipelines } from "../../../data/reference.ts";
import type { Draft, TriggerSettings } from "../../../document/draft/draft.ts";
import type { SettingsProblems } from "../../../document/draft/settings-problems.ts";
import type { Surroundings } from "../../../document/surroundings.ts";
import { settingsCheck } from "../../../features/publish/settings-check.ts";
import { useLocale, useText } from "../../../i18n/use-text.ts";
import { onDemand } from "../../../ui/loading/on-demand.ts";

/** Only schedules need what reads them, which is large. */
const cronCode = onDemand(async () => (await import("../../../features/forms/trigger/schedule.ts")).cronProblem);

interface Found {
  fields: SettingsProblems;
  messages: string[];
  start: Surroundings["start"];
}

const NONE: Found = { fields: {}, messages: [], start: null };

/** What the service would refuse of how an automation starts: by field for the form, and in words for the list; of the name where that stands. */
export function useSettingsProblems(settings: TriggerSettings, conditions: Draft["kept"]["conditions"]): Found {
  const t = useText("automation");
  const locale = useLocale();
  const pipelines = usePipelines().data;
  const arrival = useSyncExternalStore(cronCode.subscribe, cronCode.arrival);
  const isSchedule = settings.triggerType === "schedule";
  const check = useSyncExternalStore(settingsCheck.subscribe, settingsCheck.arrival);
  useEffect(() => {
    void settingsCheck.load();
    if (isSchedule) void cronCode.load();
  }, [isSchedule]);
  const cronProblem = arrival.state === "here" ? arrival.code : undefined;
  return useMemo(() => {
    if (check.state !== "here") return NONE;
    const fields = check.code.startingProblems(settings, conditions, { pipelines, cronProblem });
    const start = (definition: GraphDefinition) => check.code.startWarnings(settings, conditions, definition, locale);
    return { fields, messages: check.code.settingsMessages(fields, settings, t), start };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- words of the catalogue change with the language
  }, [check, settings, conditions, pipelines, cronProblem, t, locale]);
}
