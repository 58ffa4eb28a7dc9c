import type { Automation } from "@trilho/api-client";
import { useEffect, useMemo, useRef, useState } from "react";
import { toast } from "../../ui/toast.ts";
import { useAutomation } from "../../data/automations.ts";
import { usePipelines } from "../../data/reference.ts";
import { AutomationEditor, type AutomationEditorHandle } from "../../editor/AutomationEditor.tsx";
import { whenIdle } from "../../ui/whenIdle.ts";
import { useLookup } from "../../forms/useLookup.ts";
import { useText } from "../../i18n/useText.ts";
import { isDrawable } from "../../store/document.ts";
import { scopeWords } from "../automations/scopeWords.ts";
import { usePageTitle } from "../shell/usePageTitle.ts";
import { triggerWords } from "../triggerWords.ts";
import { Banners } from "./Banners.tsx";
import styles from "./Builder.module.css";
import { BuilderHeader } from "./BuilderHeader.tsx";
import type { Draft, Settings, TriggerSettings } from "./draft.ts";
import { loadDialogs, PushDialogs, SecretDialog, SettingsDialog, TriggerForm } from "./lazyDialogs.tsx";
import { LeaveDialog } from "./LeaveDialog.tsx";
import { RawDefinition } from "./RawDefinition.tsx";
import { useDraft, type DraftOptions } from "./useDraft.ts";
import { useJournal } from "./useJournal.ts";
import { usePush } from "./usePush.ts";
import { usePushShortcut } from "./usePushShortcut.ts";

interface BuilderProps {
  initial: DraftOptions;
  onCreated: (id: string) => void;
}

/** Everything around one automation that is being edited. */
export function Builder({ initial, onCreated }: BuilderProps) {
  const t = useText("automation");
  const edited = useDraft(initial);
  const { base, draft, dirty, setSettings } = edited;
  const editor = useRef<AutomationEditorHandle>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [settingsOpen, setSettingsOpen] = useState(false);
  const stored = useAutomation(base?.id ?? null).data ?? base;

  const push = usePush({ base, draft, onPushed });
  useJournal({ draft, base, dirty });
  useEffect(() => whenIdle(() => void loadDialogs()), []);
  usePageTitle(draft.settings.name);
  usePushShortcut(() => void push.push());
  const names = useLookup();
  const trigger = useTriggerSettings(draft.settings);
  const triggerSummary = useTriggerSummary(trigger);
  // The same as long as nothing of them changed, so that typing elsewhere does not draw the whole editor anew.
  const id = base?.id ?? "new";
  const conditions = draft.kept.conditions ?? null;
  const simulation = useMemo(
    () => ({ automationId: id, automation: { ...trigger, conditions } }),
    [id, trigger, conditions],
  );
  const triggerSettings = useMemo(
    () => <TriggerForm settings={trigger} onChange={setSettings} />,
    [trigger, setSettings],
  );

  function onPushed(automation: Automation, pushed: Draft) {
    const unchanged = base?.id === automation.id && base.version === automation.version;
    edited.markPushed(automation, pushed);
    toast.success(t(unchanged ? "pushedSame" : "pushed", { version: automation.version }), {
      description: automation.enabled ? undefined : t("pushedOff"),
    });
    if (automation.secret) setSecret(automation.secret);
    if (automation.id !== base?.id) onCreated(automation.id);
  }

  const strict = push.issue?.kind === "settings";
  const openSettings = () => setSettingsOpen(true);
  const closeSettings = () => {
    setSettingsOpen(false);
    if (strict) push.dismiss();
  };
  return (
    <div className={styles["builder"]}>
      <BuilderHeader
        draft={draft}
        base={base}
        stored={stored}
        dirty={dirty}
        pushing={push.pushing}
        onName={(name) => setSettings({ name })}
        onPush={() => void push.push()}
        onSettings={openSettings}
        onProblem={(problem) => editor.current?.showProblem(problem)}
      />
      <Banners edited={edited} stored={stored} pushing={push.pushing} onCompare={push.showConflict} />
      <main className={styles["body"]}>
        <h1 className="visually-hidden">{draft.settings.name}</h1>
        {isDrawable(draft.definition) ? (
          <AutomationEditor
            key={edited.document}
            ref={editor}
            value={draft.definition}
            onChange={edited.setDefinition}
            names={names}
            triggerSummary={triggerSummary}
            simulation={simulation}
            triggerSettings={triggerSettings}
          />
        ) : (
          <RawDefinition key={edited.document} definition={draft.definition} onChange={edited.setDefinition} />
        )}
      </main>
      <SettingsDialog
        open={settingsOpen || strict}
        onClose={closeSettings}
        settings={draft.settings}
        onChange={setSettings}
        strict={strict}
      />
      <PushDialogs push={push} edited={edited} editor={editor} onSettings={openSettings} />
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
      <LeaveDialog active={(dirty || edited.shelved !== null) && !push.pushing} name={draft.settings.name} />
    </div>
  );
}

/** Everything but the name; the same object until something of it changes. */
function useTriggerSettings(settings: Settings): TriggerSettings {
  const { triggerType, scope, pipelineId, stageId, respectBusinessHours } = settings;
  return useMemo(
    () => ({ triggerType, scope, pipelineId, stageId, respectBusinessHours }),
    [triggerType, scope, pipelineId, stageId, respectBusinessHours],
  );
}

/** "Stage entered: Vendas › Proposta". */
function useTriggerSummary(settings: TriggerSettings): string {
  const t = useText("automations");
  const pipelines = usePipelines().data;
  const event = triggerWords(settings.triggerType);
  return settings.scope === "global" ? event : `${event}: ${scopeWords(settings, pipelines, t).text}`;
}
