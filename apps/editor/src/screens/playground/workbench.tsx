import { useEffect, useRef, useState, type DragEvent } from "react";
import { useStore } from "zustand";
import { useLookup } from "../../describe/use-lookup.ts";
import { startOf } from "../../document/document.ts";
import { useDraft, type DraftOptions } from "../../document/draft/use-draft.ts";
import { useHostKeys } from "../../features/commands/use-host-keys.ts";
import { journalTrouble, listEntries } from "../../features/drafts/journal.ts";
import { OtherDrafts } from "../../features/drafts/lazy-drafts.tsx";
import { useFileReader, useImport } from "../../features/drafts/use-import.ts";
import { useJournal } from "../../features/drafts/use-journal.ts";
import { Gallery } from "../../features/templates/lazy-gallery.tsx";
import styles from "../builder/builder.module.css";
import { DocumentPane } from "../builder/document-pane.tsx";
import { SettingsDialog } from "../builder/lazy-forms.tsx";
import { newerVersionOf } from "../builder/newer-version.ts";
import type { AutomationEditorHandle } from "../editor/automation-editor.tsx";
import { usePageTitle } from "../shell/use-page-title.ts";
import { useLeaveGuard } from "../use-leave-guard.ts";
import { copyLink } from "./copy-link.ts";
import { HERE } from "./here.ts";
import type { OpenedDraftProps } from "./opened.ts";
import { PlaygroundBanners } from "./playground-banners.tsx";
import { PlaygroundHeader } from "./playground-header.tsx";
import { useShare } from "../builder/share/use-share.ts";
import { usePlaygroundCommands, type PlaygroundActions } from "./use-playground-commands.ts";

interface WorkbenchProps extends Omit<OpenedDraftProps, "draft"> {
  initial: DraftOptions;
}

/** One draft with everything to change, check, simulate and share it. */
export function Workbench({ place, initial, failure, onDismiss, onOpen, onOpenKept }: WorkbenchProps) {
  const edited = useDraft(initial);
  const { draft, dirty, setSettings } = edited;
  const editor = useRef<AutomationEditorHandle>(null);
  const names = useLookup();
  const [gallery, setGallery] = useGallery(initial.untouched && failure === null);
  const [settings, setSettingsOpen] = useState(false);
  const [drafts, setDrafts] = useState(false);
  const newer = newerVersionOf(draft.definition);
  useKept(place, edited, initial);
  usePageTitle(draft.settings.name);
  const read = useFileReader(onOpen);
  const actions: PlaygroundActions = {
    onTemplates: () => setGallery(true),
    onImport: useImport(onOpen),
    onDrafts: () => setDrafts(true),
    onSettings: () => setSettingsOpen(true),
    onCopyLink: () => void copyLink(draft),
    onShare: useShare(draft, names, null),
  };
  const commands = usePlaygroundCommands(draft, actions);
  useHostKeys(commands);
  const start = startOf(draft.definition);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the file can be chosen by a command as well
    <div className={styles["builder"]} data-editor-page {...dropOf(read)}>
      <PlaygroundHeader
        draft={draft}
        locked={newer !== null}
        onName={(name) => setSettings({ name })}
        onProblem={(problem) => editor.current?.showProblem(problem)}
        {...actions}
      />
      <PlaygroundBanners {...{ draft, dirty, newer, failure, onDismiss }} />
      <OtherDrafts
        baseUrl={HERE}
        place={place}
        announced={!dirty}
        open={drafts}
        onShow={setDrafts}
        onOpen={onOpenKept}
      />
      <main className={styles["body"]}>
        <h1 className="visually-hidden">{draft.settings.name}</h1>
        <div className={styles["document"]}>
          <DocumentPane {...{ edited, editor, names, commands }} marks={null} readOnly={newer !== null} />
        </div>
      </main>
      <Gallery open={gallery} onClose={() => setGallery(false)} onUse={onOpen} />
      <SettingsDialog
        open={settings}
        onClose={() => setSettingsOpen(false)}
        draft={draft}
        onChange={setSettings}
        strict={false}
        isNew
        onTrigger={
          start === undefined
            ? null
            : () => {
                setSettingsOpen(false);
                editor.current?.openStep(start);
              }
        }
      />
    </div>
  );
}

/** Keeps the draft on this device; a device that keeps none asks before the page is left. */
function useKept(place: string, edited: ReturnType<typeof useDraft>, { restored }: DraftOptions): void {
  const { draft, dirty, raw } = edited;
  const nothing = { base: null, shelved: null, sent: null, synced: null };
  useJournal({ ...nothing, place, baseUrl: HERE, draft, dirty, raw, since: restored?.savedAt ?? null, active: true });
  const isKept = useStore(journalTrouble, ({ trouble }) => trouble === null);
  useLeaveGuard(!isKept && (dirty || raw !== null));
}

/** Whether templates are shown: at once to who begins here. */
function useGallery(begins: boolean): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(false);
  const [wanted] = useState(begins);
  useEffect(() => {
    if (wanted) void listEntries(HERE).then((entries) => entries.length === 0 && setOpen(true));
  }, [wanted]);
  return [open, setOpen];
}

/** Takes a file that is dropped anywhere on the page. */
const dropOf = (read: (file: File) => Promise<void>) => ({
  onDragOver: (event: DragEvent) => {
    if (event.dataTransfer.types.includes("Files")) event.preventDefault();
  },
  onDrop: (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    if (file === undefined) return;
    event.preventDefault();
    void read(file);
  },
});
