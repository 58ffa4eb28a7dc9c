import type { Automation } from "@trilho/api-client";
import {
  Copy,
  Eye,
  GitCompareArrows,
  HardDriveDownload,
  History,
  Info,
  KeyRound,
  Layers,
  Trash2,
  X,
} from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { useText, useLocale } from "../../i18n/use-text.ts";
import { formatInstant } from "../../i18n/format.ts";
import { PausedBanner } from "../../features/runs/lazy-paused.tsx";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Banner } from "../../ui/banner.tsx";
import { copyDraft, downloadDraft } from "../../document/draft/draft-file.ts";
import { blankDraft, draftOf, type Draft } from "../../document/draft/draft.ts";
import { journalTrouble } from "../../features/drafts/journal.ts";
import { PublishBanner } from "../../features/publish/publish-banner.tsx";
import type { Restored, useDraft } from "../../document/draft/use-draft.ts";
import type { Publish } from "../../features/publish/use-publish.ts";

interface BannersProps {
  edited: ReturnType<typeof useDraft>;
  /** What the server has now. */
  stored: Automation | null;
  publish: Publish;
  /** Nothing of the editor is still to come. */
  complete: boolean;
  /** Only reads: another tab edits it. */
  elsewhere: { taking: boolean; takeOver: () => void } | null;
  /** The automation was deleted; its draft is still here. */
  deleted: boolean;
  /** The definition was made by a newer version of the editor. */
  newer: number | null;
  /** A publish whose answer was lost may have made a webhook secret. */
  lostSecret: boolean;
  onSecretSeen: () => void;
  onCompare: () => void;
  onMerge: (theirs: Automation) => void;
}

/** Below the header: everything a person should know about where the draft and its publish stand. */
export function Banners(props: BannersProps) {
  const { edited, stored, publish, elsewhere, deleted, newer } = props;
  if (elsewhere !== null) return <Elsewhere {...elsewhere} />;
  return (
    <>
      <PublishBanner publish={publish} dirty={edited.dirty} complete={props.complete} />
      <Trouble draft={edited.draft} dirty={edited.dirty} />
      {props.lostSecret && <LostSecret onClose={props.onSecretSeen} />}
      {newer !== null && <NewerVersion version={newer} draft={edited.draft} />}
      {stored?.pauses !== undefined && <PausedBanner pauses={stored.pauses} automation={stored} />}
      {deleted ? <Deleted publish={publish} draft={edited.draft} /> : <Standing {...props} />}
    </>
  );
}

function Standing({ edited, stored, publish, onCompare, onMerge }: BannersProps) {
  const t = useText("automation");
  const { base, shelved, restored } = edited;
  const isBehind = base !== null && stored !== null && stored.version > base.version && !publish.publishing;
  if (shelved !== null) return <ShelvedDraft edited={edited} />;
  return (
    <>
      {restored !== null && <RestoredDraft restored={restored} edited={edited} stored={stored} onCompare={onCompare} />}
      {isBehind && (
        <Banner
          icon={<GitCompareArrows />}
          title={t("newer.text", { version: stored.version })}
          actions={
            <>
              <Button size="sm" variant="primary" onClick={() => onMerge(stored)}>
                {t("newer.merge")}
              </Button>
              <Button size="sm" onClick={() => publish.showConflict(stored)}>
                {t("newer.action")}
              </Button>
            </>
          }
        />
      )}
    </>
  );
}

interface RestoredProps {
  restored: Restored;
  edited: ReturnType<typeof useDraft>;
  stored: Automation | null;
  onCompare: () => void;
}

function RestoredDraft({ restored, edited, stored, onCompare }: RestoredProps) {
  const t = useText("automation");
  const common = useText("common");
  const locale = useLocale();
  const at = formatInstant(restored.savedAt, locale);
  const words = { count: restored.changes, version: restored.version ?? "", at };
  const discard = () => edited.discardRestored(stored, stored === null ? blankDraft(t("newName")) : draftOf(stored));
  return (
    <Banner
      icon={<History />}
      title={t("restored.title")}
      actions={
        <>
          {restored.version !== null && (
            <Button size="sm" onClick={onCompare}>
              {t("restored.compare")}
            </Button>
          )}
          <Button size="sm" onClick={discard}>
            {t("restored.discard")}
          </Button>
          <IconButton size="sm" label={common("close")} icon={<X />} onClick={edited.keepRestored} />
        </>
      }
    >
      {t(restored.version === null ? "restored.new" : "restored.since", words)}
    </Banner>
  );
}

function ShelvedDraft({ edited }: { edited: ReturnType<typeof useDraft> }) {
  const t = useText("automation");
  const { shelved, base } = edited;
  if (shelved === null) return null;
  return (
    <Banner
      icon={<Info />}
      title={t("shelved.text", { version: base?.version ?? "" })}
      actions={
        <>
          <Button size="sm" variant="primary" onClick={edited.reopenMine}>
            {t("shelved.back")}
          </Button>
          <Button size="sm" onClick={() => downloadDraft(shelved.draft)}>
            {t("shelved.download")}
          </Button>
          <Button size="sm" variant="ghost" onClick={edited.discardMine}>
            {t("shelved.discard")}
          </Button>
        </>
      }
    />
  );
}

function Elsewhere({ taking, takeOver }: { taking: boolean; takeOver: () => void }) {
  const t = useText("automation");
  return (
    <Banner
      tone="warning"
      icon={<Layers />}
      title={t("elsewhere.title")}
      actions={
        <Button size="sm" variant="primary" loading={taking} onClick={takeOver}>
          {t("elsewhere.takeOver")}
        </Button>
      }
    >
      {t("elsewhere.text")}
    </Banner>
  );
}

function Deleted({ publish, draft }: { publish: Publish; draft: Draft }) {
  const t = useText("automation");
  return (
    <Banner
      tone="warning"
      icon={<Trash2 />}
      title={t("gone.title")}
      actions={
        <>
          <Button size="sm" variant="primary" loading={publish.publishing} onClick={() => void publish.publishAsNew()}>
            {t("gone.confirm")}
          </Button>
          <Button size="sm" onClick={() => downloadDraft(draft)}>
            {t("conflict.download")}
          </Button>
        </>
      }
    >
      {t("gone.kept")}
    </Banner>
  );
}

/** Told once a page, when there is something to lose: this device does not keep drafts. */
function Trouble({ draft, dirty }: { draft: Draft; dirty: boolean }) {
  const t = useText("automation");
  const common = useText("common");
  const trouble = useStore(journalTrouble, (state) => state.trouble);
  const [seen, setSeen] = useState<typeof trouble>(null);
  if (trouble === null || seen === trouble || !dirty) return null;
  return (
    <Banner
      tone="warning"
      icon={<HardDriveDownload />}
      title={t(trouble === "full" ? "journal.full" : "journal.blocked")}
      actions={
        <>
          <Button size="sm" onClick={() => downloadDraft(draft)}>
            {t("conflict.download")}
          </Button>
          <IconButton size="sm" label={common("close")} icon={<X />} onClick={() => setSeen(trouble)} />
        </>
      }
    >
      {t("journal.text")}
    </Banner>
  );
}

function NewerVersion({ version, draft }: { version: number; draft: Draft }) {
  const t = useText("automation");
  return (
    <Banner
      tone="warning"
      icon={<Eye />}
      title={t("newerDefinition.title", { version })}
      actions={
        <>
          <Button size="sm" onClick={() => downloadDraft(draft)}>
            {t("export")}
          </Button>
          <Button size="sm" icon={<Copy />} onClick={() => void copyDraft(draft)}>
            {t("copyJson")}
          </Button>
        </>
      }
    >
      {t("newerDefinition.text")}
    </Banner>
  );
}

function LostSecret({ onClose }: { onClose: () => void }) {
  const t = useText("automation");
  const common = useText("common");
  return (
    <Banner
      tone="warning"
      icon={<KeyRound />}
      title={t("lostSecret.title")}
      actions={<IconButton size="sm" label={common("close")} icon={<X />} onClick={onClose} />}
    >
      {t("lostSecret.text")}
    </Banner>
  );
}
