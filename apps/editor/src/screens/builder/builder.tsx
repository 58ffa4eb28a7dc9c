import type { Automation } from "@trilho/api-client";
import { useEffect, useRef, useState } from "react";
import { loadAll } from "../../ui/loading/on-demand.ts";
import { useAllHere } from "../../ui/loading/use-all-here.ts";
import { useSession } from "../../data/session.ts";
import type { AutomationEditorHandle } from "../editor/automation-editor.tsx";
import { whenIdle } from "../../ui/loading/when-idle.ts";
import { useHostKeys } from "../../features/commands/use-host-keys.ts";
import { useLookup } from "../../describe/use-lookup.ts";
import { usePageTitle } from "../shell/use-page-title.ts";
import { asksForFlow, navigate } from "../../browser/location.ts";
import styles from "./builder.module.css";
import type { BuilderActions } from "./builder-actions.ts";
import { BuilderDialogs, type OpenDialog } from "./builder-dialogs.tsx";
import { BuilderHeader } from "./builder-header.tsx";
import { BuilderLayers, type Layer } from "./builder-layers.tsx";
import { DocumentPane } from "./document-pane.tsx";
import { removeEntry } from "../../features/drafts/journal.ts";
import { Banners } from "./lazy-dialogs.tsx";
import { FlowBar } from "./lazy-layers.tsx";
import { Tour } from "../../features/tour/lazy-tour.tsx";
import { useTour } from "../../features/tour/use-tour.ts";
import { LeaveDialog } from "./leave-dialog.tsx";
import { newerVersionOf } from "./newer-version.ts";
import type { Opening } from "./opening.ts";
import { BUILDER_PARTS } from "./parts.ts";
import { useDraft } from "../../document/draft/use-draft.ts";
import { useJournal } from "../../features/drafts/use-journal.ts";
import type { usePresence } from "../../features/drafts/use-presence.ts";
import type { Synced } from "../../document/draft/synced.ts";
import { useDraftSync } from "./use-draft-sync.ts";
import { useBuilderCommands } from "./use-builder-commands.ts";
import { useShare } from "./share/use-share.ts";
import { useStored } from "./use-stored.ts";
import { useMarks } from "./use-marks.ts";
import { usePublishing } from "./use-publishing.ts";
import { useRestore } from "./versions/use-restore.ts";

interface BuilderProps {
  initial: Opening;
  /** Where the journal keeps the draft. */
  place: string;
  presence: ReturnType<typeof usePresence>;
  /** It was deleted at the service; only the draft is left. */
  deleted?: boolean;
  onCreated: (id: string) => void;
}

/** Everything around one automation that is being edited. */
export function Builder({ initial, place, presence, deleted = false, onCreated }: BuilderProps) {
  const edited = useDraft(initial);
  const { base, draft, dirty, setSettings, raw, shelved } = edited;
  const editor = useRef<AutomationEditorHandle>(null);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [flow, setFlow] = useState(asksForFlow);
  const [layer, setLayer] = useState<Layer | null>(null);
  const tour = useTour();
  const stored = useStored(deleted ? null : (base?.id ?? null), base);
  const elsewhere = presence.role === "elsewhere";
  const newer = newerVersionOf(draft.definition);
  const locked = elsewhere || newer !== null;
  const names = useLookup();

  const allowed = !elsewhere && layer === null;
  const shares = base !== null && !deleted && !locked && shelved === null;
  const shared = useDraftSync({ edited, opened: initial.synced, active: shares });
  const revision = shared.state?.synced.revision;
  // The tab that published finds out itself what became of it.
  const unsettled = elsewhere ? undefined : initial.unsettled;
  const publishing = usePublishing({ edited, stored, unsettled, deleted, allowed, onCreated, revision });
  const { publish, review, canPublish } = publishing;
  const onRestore = useRestore(edited, review);
  useKept({ edited, initial, place, elsewhere, sent: publish.sent, synced: shared.state?.synced ?? null });
  const complete = useAllHere(BUILDER_PARTS);
  useEffect(() => whenIdle(() => void loadAll(BUILDER_PARTS)), []);
  usePageTitle(draft.settings.name);

  const openLayer = (kind: "compare" | "merge") => (theirs: Automation) => {
    publish.dismiss();
    setLayer({ kind, theirs });
  };
  const [openCompare, openMerge] = [openLayer("compare"), openLayer("merge")];
  const canCompare = base !== null && stored !== null && (dirty || stored.version > base.version);
  const canFlow = stored !== null && !deleted;
  const [marks, setFlowMarks] = useMarks(canFlow ? stored.id : null, draft.definition);
  const actions: BuilderActions = {
    onPublish: review.publish,
    onTour: tour.start,
    onReview: base !== null && canPublish ? review.review : null,
    onSettings: () => setDialog("settings"),
    onShare: useShare(draft, names, dirty ? null : base),
    onCompare: canCompare ? () => openCompare(stored) : null,
    onTry: (base === null ? canPublish : !deleted) ? () => setDialog("try") : null,
    onFlow: canFlow ? () => setFlow(!flow) : null,
    onHistory: canFlow ? () => setDialog("history") : null,
    onWaiting: canFlow ? () => setDialog("waiting") : null,
  };
  const commands = useBuilderCommands({ draft, id: base?.id ?? null, canPublish, ...actions });
  useHostKeys(commands);
  return (
    <div className={styles["builder"]} data-editor-page data-complete={complete}>
      <BuilderHeader
        draft={draft}
        base={base}
        stored={deleted ? null : stored}
        dirty={dirty}
        shared={dirty ? (shared.state?.status ?? null) : null}
        {...publishing.standing}
        locked={locked || layer !== null}
        onName={(name) => setSettings({ name })}
        {...actions}
        onProblem={(problem) => editor.current?.showProblem(problem)}
      />
      {layer === null && (
        <Banners
          edited={edited}
          stored={stored}
          publishing={publishing}
          complete={complete}
          elsewhere={elsewhere ? presence : null}
          deleted={deleted && base?.id === initial.base?.id}
          newer={newer}
          clash={shared.state?.clash ?? null}
          onClash={(clash) => setLayer({ kind: "clash", clash })}
          onCompare={() => stored !== null && openCompare(stored)}
          onMerge={openMerge}
          onWaiting={() => setDialog("waiting")}
        />
      )}
      {flow && canFlow && layer === null && (
        <FlowBar
          automation={stored}
          drawn={draft.definition}
          dirty={dirty}
          onMarks={setFlowMarks}
          onShow={(nodeId) => editor.current?.selectNode(nodeId)}
          onClose={() => setFlow(false)}
        />
      )}
      <main className={styles["body"]}>
        <h1 className="visually-hidden">{draft.settings.name}</h1>
        <div className={styles["document"]} inert={layer !== null}>
          <DocumentPane {...{ edited, editor, names, commands, marks, readOnly: locked, goTo: navigate }} />
        </div>
        {layer !== null && (
          <BuilderLayers
            {...{ layer, edited, names, locked, onRestore }}
            onPublish={review.publish}
            onMerge={openMerge}
            onResolve={shared.resolve}
            onClose={() => setLayer(null)}
          />
        )}
      </main>
      <BuilderDialogs
        {...{ edited, editor, names, stored, publishing, locked, onRestore }}
        open={dialog}
        onOpen={setDialog}
        onMerge={openMerge}
        onCompare={openCompare}
        onLayer={setLayer}
      />
      <Tour open={tour.open && !locked && layer === null} onEnd={tour.end} />
      <LeaveDialog
        active={!elsewhere && (dirty || shelved !== null || raw !== null) && !publish.publishing}
        name={draft.settings.name}
        onDiscard={() => void removeEntry(place).then(shared.discard)}
      />
    </div>
  );
}

interface Kept extends Pick<BuilderProps, "initial" | "place"> {
  synced: Synced | null;
  edited: ReturnType<typeof useDraft>;
  elsewhere: boolean;
  sent: Opening["unsettled"];
}

/** Keeps the draft on this device; while another tab edits it, shows what that makes of it. */
function useKept({ edited, initial, place, elsewhere, synced, sent = null }: Kept): void {
  const baseUrl = useSession()?.baseUrl ?? "";
  const { base, draft, dirty, shelved, raw, follow } = edited;
  const since = initial.restored?.savedAt ?? null;
  useJournal({ place, baseUrl, draft, base, dirty, shelved, sent, raw, synced, since, active: !elsewhere });
  const theirs = { base: initial.base, draft: initial.draft };
  useEffect(() => {
    if (elsewhere) follow(theirs.base, theirs.draft);
  }, [elsewhere, follow, theirs.base, theirs.draft]);
}
