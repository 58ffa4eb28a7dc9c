import { useEffect, useMemo, type RefObject } from "react";
import type { HostCommand } from "../../document/host-command.ts";
import { withoutAddress, type Settings, type TriggerSettings } from "../../document/draft/draft.ts";
import type { useDraft } from "../../document/draft/use-draft.ts";
import type { Overlay } from "../../document/view-store.ts";
import type { useLookup } from "../../describe/use-lookup.ts";
import { useTriggerSummary } from "../../describe/use-trigger-summary.ts";
import { AutomationEditor, type AutomationEditorHandle } from "../editor/automation-editor.tsx";
import { DrawnOrRaw } from "./raw/drawn-or-raw.tsx";
import { TriggerForm } from "./lazy-forms.tsx";
import { stepIn } from "../../browser/location.ts";
import { useSettingsProblems } from "./settings/use-settings-problems.ts";
import { useSurroundings } from "./use-surroundings.ts";

interface DocumentPaneProps {
  edited: ReturnType<typeof useDraft>;
  editor: RefObject<AutomationEditorHandle | null>;
  names: ReturnType<typeof useLookup>;
  commands: readonly HostCommand[];
  /** What runs did, drawn over the steps. */
  marks: Overlay | null;
  readOnly: boolean;
  /** Leads to a page, where there are pages of deals. Always the same function. */
  goTo?: (path: string) => void;
}

/** The draft in the editor, with its trigger's settings; as JSON where it cannot be drawn. */
export function DocumentPane({ edited, editor, names, commands, marks, readOnly, goTo }: DocumentPaneProps) {
  const { base, draft, setSettings } = edited;
  const remembered = useMemo(() => withoutAddress(draft.settings), [draft.settings]);
  const trigger = useTriggerSettings(draft.settings);
  const wrong = useSettingsProblems(trigger, draft.kept.conditions);
  useSurroundings(trigger, wrong);
  const triggerSummary = useTriggerSummary(trigger, names);
  useEffect(() => {
    const asked = stepIn(window.location.search);
    if (asked !== null) editor.current?.selectNode(asked);
  }, [editor]);
  // The same as long as nothing of them changed, so that typing elsewhere does not draw the whole editor anew.
  const id = base?.id ?? "new";
  const conditions = draft.kept.conditions ?? null;
  const simulation = useMemo(
    () => ({ automationId: id, automation: { ...trigger, conditions } }),
    [id, trigger, conditions],
  );
  const triggerSettings = useMemo(
    () => <TriggerForm settings={trigger} onChange={setSettings} problems={wrong.fields} isNew={base === null} />,
    [trigger, setSettings, wrong, base],
  );
  return (
    <DrawnOrRaw
      key={edited.document}
      definition={draft.definition}
      onChange={edited.setDefinition}
      typed={edited.raw}
      onType={edited.setRaw}
    >
      {(definition) => (
        <AutomationEditor
          ref={editor}
          value={definition}
          onChange={edited.setDefinition}
          settings={remembered}
          onSettings={edited.restoreSettings}
          readOnly={readOnly}
          names={names}
          triggerSummary={triggerSummary.words}
          triggerSentence={triggerSummary.sentence}
          commands={commands}
          {...(goTo && { goTo })}
          simulation={simulation}
          triggerSettings={triggerSettings}
          marks={marks}
        />
      )}
    </DrawnOrRaw>
  );
}

/** Everything but the name; the same object until something of it changes. */
function useTriggerSettings(settings: Settings): TriggerSettings {
  const { triggerType, scope, pipelineId, stageId, respectBusinessHours } = settings;
  const { triggerConfig = null, triggerWindow = null } = settings;
  return useMemo(
    () => ({ triggerType, scope, pipelineId, stageId, respectBusinessHours, triggerConfig, triggerWindow }),
    [triggerType, scope, pipelineId, stageId, respectBusinessHours, triggerConfig, triggerWindow],
  );
}
