import { usePipelines } from "../data/reference.ts";
import type { TriggerSettings } from "../document/draft/draft.ts";
import { windowText } from "../document/draft/window.ts";
import type { Lookup } from "../document/lookup.ts";
import { useText, type Text } from "../i18n/use-text.ts";
import { scopeLabel } from "./scope-label.ts";
import { triggerSentence, triggerText } from "./trigger.ts";
import { useTriggerRules } from "./use-trigger-rules.ts";

interface TriggerSummary {
  words: string;
  sentence: string;
}

const withRules = ({ words, sentence }: TriggerSummary, rules: string, t: Text<"forms">): TriggerSummary => ({
  words: `${words} · ${t("trigger.if", { rules })}`,
  sentence: t("trigger.sentence", { when: sentence, rules }),
});

/** What starts an automation, the same in every view: "Stage entered: Vendas › Proposta", and as a sentence begins: "When a deal enters Vendas › Proposta, only Mon–Fri 09:00–18:00". */
export function useTriggerSummary(settings: TriggerSettings, names: Lookup): TriggerSummary {
  const t = useText("automations");
  const inForms = useText("forms");
  const pipelines = usePipelines().data;
  const { triggerType, scope, triggerWindow } = settings;
  const event = triggerText(triggerType);
  const place = scope === "global" ? null : scopeLabel(settings, pipelines, t).text;
  const words = place === null ? event : `${event}: ${place}`;
  const summary = { words, sentence: triggerSentence(triggerType, place) };
  const rules = useTriggerRules(settings, names);
  const ruled = rules === null ? summary : withRules(summary, rules, inForms);
  const times = windowText(triggerWindow);
  if (times === null) return ruled;
  return { words: `${ruled.words} · ${times}`, sentence: inForms("window.sentence", { when: ruled.sentence, times }) };
}
