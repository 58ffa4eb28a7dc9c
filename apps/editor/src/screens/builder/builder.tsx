import type { Automation } from "@trilho/api-client";
import { useEffect, useMemo, useRef, useState } from "react";
import { loadAll } from "../../ui/loading/on-demand.ts";
import { toast } from "../../ui/dialogs/toast.ts";
import { useAllHere } from "../../ui/loading/use-all-here.ts";
import { useAutomation } from "../../data/automations.ts";
import { useSession } from "../../data/session.ts";
import { notifyTabs } from "../../browser/tabs.ts";
import { AutomationEditor, type AutomationEditorHandle } from "../editor/automation-editor.tsx";
import { whenIdle } from "../../ui/loading/when-idle.ts";
import { useHostKeys } from "../../features/commands/use-host-keys.ts";
import { useLookup } from "../../describe/use-lookup.ts";
import { useText } from "../../i18n/use-text.ts";
import { useTriggerSummary } from "../../describe/use-trigger-summary.ts";
import { usePageTitle } from "../shell/use-page-title.ts";
import { asksForFlow } from "../../browser/location.ts";
import { Banners } from "./banners.tsx";
import styles from "./builder.module.css";
import { BuilderHeader } from "./builder-header.tsx";
import { withoutAddress, type Draft, type Settings, type TriggerSettings } from "../../document/draft/draft.ts";
import { DrawnOrRaw } from "./drawn-or-raw.tsx";
import { removeEntry } from "../../features/drafts/journal.ts";
import { ImpactDialog, PublishDialogs, SecretDialog, SettingsDialog, TriggerForm, TryDialog } from "./lazy-dialogs.tsx";
import { CompareLayer, FlowBar, MergeLayer } from "./lazy-layers.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";
import { newerVersionOf } from "./newer-version.ts";
import type { Opening } from "./opening.ts";
import { BUILDER_PARTS } from "./parts.ts";
import { makesSecret } from "../../features/publish/secrets.ts";
import { useDraft } from "../../document/draft/use-draft.ts";
import { useJournal } from "../../features/drafts/use-journal.ts";
import type { usePresence } from "../../features/drafts/use-presence.ts";
import { issueOf } from "../../features/publish/publisher.ts";
import { usePublish } from "../../features/publish/use-publish.ts";
import { useSettingsProblems } from "./use-settings-problems.ts";
import { useSurroundings } from "./use-surroundings.ts";
import { useImpact } from "../../features/runs/use-impact.ts";
import type { Overlay } from "../../document/view-store.ts";
import { useBuilderCommands } from "./use-builder-commands.ts";

interface BuilderProps {
  initial: Opening;
  /** Where the journal keeps the draft. */
  place: string;
  presence: ReturnType<typeof usePresence>;
  /** It was deleted at the service; only the draft is left. */
  deleted?: boolean;
  onCreated: (id: string) => void;
}

/** What is laid over the editor: its document stays as it is below. */
type Layer = { kind: "compare"; theirs: Automation } | { kind: "merge"; theirs: Automation };

/** Everything around one automation that is being edited. */
export function Builder({ initial, place, presence, deleted = false, onCreated }: BuilderProps) {
  const t = useText("automation");
  const baseUrl = useSession()?.baseUrl ?? "";
  const edited = useDraft(initial);
  const { base, draft, dirty, setSettings } = edited;
  const editor = useRef<AutomationEditorHandle>(null);
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);
  const [secret, setSecret] = useState<string | null>(null);
  const [lostSecret, setLostSecret] = useState(false);
  const [trying, setTrying] = useState(false);
  const [settingsOpen, setSettingsOpen] = useState(false);
  const [flow, setFlow] = useState(asksForFlow);
  const [marks, setMarks] = useState<Overlay | null>(null);
  const [layer, setLayer] = useState<Layer | null>(null);
  const stored = useAutomation(deleted ? null : (base?.id ?? null)).data ?? base;
  const elsewhere = presence.role === "elsewhere";
  const newer = newerVersionOf(draft.definition);

  const publish = usePublish({ base, draft, unsettled: initial.unsettled ?? null, onPublished });
  const { shelved, raw } = edited;
  const since = initial.restored?.savedAt ?? null;
  useJournal({ place, baseUrl, draft, base, dirty, shelved, sent: publish.sent, raw, since, active: !elsewhere });
  useFollowing(edited.follow, initial, elsewhere);
  const complete = useAllHere(BUILDER_PARTS);
  useEffect(() => whenIdle(() => void loadAll(BUILDER_PARTS)), []);
  usePageTitle(draft.settings.name);
  const remembered = useMemo(() => withoutAddress(draft.settings), [draft.settings]);
  const names = useLookup();
  const trigger = useTriggerSettings(draft.settings);
  const wrong = useSettingsProblems(trigger, draft.kept.conditions);
  useSurroundings(trigger, wrong.messages);
  const triggerSummary = useTriggerSummary(trigger, names);
  // The same as long as nothing of them changed, so that typing elsewhere does not draw the whole editor anew.
  const id = base?.id ?? "new";
  const conditions = draft.kept.conditions ?? null;
  const simulation = useMemo(
    () => ({ automationId: id, automation: { ...trigger, conditions } }),
    [id, trigger, conditions],
  );
  const triggerSettings = useMemo(
    () => <TriggerForm settings={trigger} onChange={setSettings} problems={wrong.fields} />,
    [trigger, setSettings, wrong],
  );

  function onPublished(automation: Automation, published: Draft, late: boolean) {
    const unchanged = base?.id === automation.id && base.version === automation.version;
    edited.markPublished(automation, published);
    const key = late ? "publishedLate" : unchanged ? "publishedSame" : "published";
    toast.success(t(key, { version: automation.version }), {
      description: automation.enabled ? undefined : t("publishedOff"),
    });
    if (automation.secret) setSecret(automation.secret);
    else if (late && makesSecret(base, published)) setLostSecret(true);
    const { secret: _secret, ...shown } = automation;
    notifyTabs({ type: "stored", baseUrl, automation: shown });
    // Whoever left while it was on its way is not fetched back.
    if (automation.id !== base?.id && isOpen.current) onCreated(automation.id);
  }

  const strict = publish.issue?.kind === "settings";
  const openSettings = () => setSettingsOpen(true);
  const closeSettings = () => {
    setSettingsOpen(false);
    if (strict) publish.dismiss();
  };
  const openLayer = (kind: Layer["kind"], theirs: Automation) => {
    publish.dismiss();
    setLayer({ kind, theirs });
  };
  const canCompare = base !== null && stored !== null && (dirty || stored.version !== base.version);
  const closeLayer = () => setLayer(null);
  const canFlow = stored !== null && !deleted;
  const canTry = base !== null && !deleted;
  const locked = elsewhere || newer !== null;
  const canPublish = !elsewhere && layer === null && !publish.publishing && (dirty || base === null);
  const impact = useImpact({
    automationId: deleted ? null : (base?.id ?? null),
    canPublish,
    isSound: () => issueOf(draft) === null,
    publish: () => void publish.publish(),
  });
  const commands = useBuilderCommands({
    draft,
    id: base?.id ?? null,
    canPublish: canPublish && !impact.checking,
    onPublish: impact.publish,
    onSettings: openSettings,
    onCompare: canCompare && stored !== null ? () => openLayer("compare", stored) : null,
    onTry: canTry ? () => setTrying(true) : null,
    onFlow: canFlow ? () => setFlow(!flow) : null,
  });
  useHostKeys(commands);
  return (
    <div className={styles["builder"]} data-editor-page data-complete={complete}>
      <BuilderHeader
        draft={draft}
        base={base}
        stored={deleted ? null : stored}
        dirty={dirty}
        publishing={publish.publishing || impact.checking}
        locked={locked || layer !== null}
        onName={(name) => setSettings({ name })}
        onPublish={impact.publish}
        onCompare={canCompare && stored !== null ? () => openLayer("compare", stored) : null}
        onSettings={openSettings}
        onTry={canTry ? () => setTrying(true) : null}
        onFlow={canFlow ? () => setFlow(!flow) : null}
        onProblem={(problem) => editor.current?.showProblem(problem)}
      />
      {layer === null && (
        <Banners
          edited={edited}
          stored={stored}
          publish={publish}
          complete={complete}
          elsewhere={elsewhere ? presence : null}
          deleted={deleted && base?.id === initial.base?.id}
          newer={newer}
          lostSecret={lostSecret}
          onSecretSeen={() => setLostSecret(false)}
          onCompare={() => stored !== null && openLayer("compare", stored)}
          onMerge={(theirs) => openLayer("merge", theirs)}
        />
      )}
      {flow && canFlow && layer === null && (
        <FlowBar
          automation={stored}
          drawn={draft.definition}
          dirty={dirty}
          onMarks={setMarks}
          onShow={(nodeId) => editor.current?.selectNode(nodeId)}
          onClose={() => setFlow(false)}
        />
      )}
      <main className={styles["body"]}>
        <h1 className="visually-hidden">{draft.settings.name}</h1>
        <div className={styles["document"]} inert={layer !== null}>
          <DrawnOrRaw
            key={edited.document}
            definition={draft.definition}
            onChange={edited.setDefinition}
            typed={raw}
            onType={edited.setRaw}
          >
            {(definition) => (
              <AutomationEditor
                ref={editor}
                value={definition}
                onChange={edited.setDefinition}
                settings={remembered}
                onSettings={edited.restoreSettings}
                readOnly={locked}
                names={names}
                triggerSummary={triggerSummary.words}
                triggerSentence={triggerSummary.sentence}
                commands={commands}
                simulation={simulation}
                triggerSettings={triggerSettings}
                marks={marks}
              />
            )}
          </DrawnOrRaw>
        </div>
        {layer?.kind === "compare" && (
          <CompareLayer
            before={layer.theirs}
            after={draft}
            names={names}
            canPublish={!locked && dirty && base?.version === layer.theirs.version}
            onPublish={() => {
              closeLayer();
              impact.publish();
            }}
            onMerge={
              base !== null && base.version !== layer.theirs.version ? () => openLayer("merge", layer.theirs) : null
            }
            onClose={closeLayer}
          />
        )}
        {layer?.kind === "merge" && base !== null && (
          <MergeLayer
            base={base}
            mine={draft}
            theirs={layer.theirs}
            names={names}
            onApply={(merged) => {
              edited.takeMerged(layer.theirs, merged);
              closeLayer();
              toast.success(t("merged", { version: layer.theirs.version }), { description: t("mergedHint") });
            }}
            onClose={closeLayer}
          />
        )}
      </main>
      <SettingsDialog
        open={settingsOpen || strict}
        onClose={closeSettings}
        draft={draft}
        onChange={setSettings}
        strict={strict}
      />
      <PublishDialogs
        publish={publish}
        edited={edited}
        editor={editor}
        onSettings={openSettings}
        onMerge={(theirs) => openLayer("merge", theirs)}
        onCompare={(theirs) => openLayer("compare", theirs)}
      />
      {base !== null && (
        <TryDialog
          open={trying}
          onClose={() => setTrying(false)}
          id={base.id}
          version={stored?.version ?? base.version}
          dirty={dirty}
        />
      )}
      <ImpactDialog {...impact.dialog} after={draft.definition} names={names} />
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
      <LeaveDialog
        active={!elsewhere && (dirty || shelved !== null || raw !== null) && !publish.publishing}
        name={draft.settings.name}
        onDiscard={() => void removeEntry(place)}
      />
    </div>
  );
}

/** While another tab edits, this one shows what that makes of it. */
function useFollowing(follow: ReturnType<typeof useDraft>["follow"], initial: Opening, active: boolean): void {
  const { base, draft } = initial;
  useEffect(() => {
    if (active) follow(base, draft);
  }, [active, follow, base, draft]);
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
