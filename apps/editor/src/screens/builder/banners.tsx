import type { Automation } from "@trilho/api-client";
import { GitCompareArrows, History, Hourglass, Info, KeyRound, Layers, Trash2, Users } from "lucide-react";
import { useState } from "react";
import { useIsKeyRefused } from "../../data/client-provider.tsx";
import { useWaitingRuns } from "../../data/runs.ts";
import { disconnect } from "../../data/session.ts";
import { useText, useLocale } from "../../i18n/use-text.ts";
import { formatInstant } from "../../i18n/format.ts";
import { PausedBanner } from "../../features/runs/lazy-paused.tsx";
import { Banner } from "../../ui/banner.tsx";
import { downloadDraft } from "../../document/draft/draft-file.ts";
import { isDrawable } from "../../document/document.ts";
import { waitingElsewhere } from "../../document/overlays/waiting-overlay.ts";
import { blankDraft, draftOf, type Draft } from "../../document/draft/draft.ts";
import { NewerVersion, Trouble } from "./draft-banners.tsx";
import type { DraftClash } from "../../features/drafts/draft-sync.ts";
import { OfflineBanner } from "../../features/publish/offline-banner.tsx";
import { MigrationProgress } from "../../features/migration/migration-progress.tsx";
import { ReviewBanner } from "../../features/reviews/review-banner.tsx";
import { PublishBanner } from "../../features/publish/publish-banner.tsx";
import type { Restored, useDraft } from "../../document/draft/use-draft.ts";
import type { Publish } from "../../features/publish/use-publish.ts";
import { ToTry } from "./to-try.tsx";
import type { usePublishing } from "./use-publishing.ts";

interface BannersProps {
  edited: ReturnType<typeof useDraft>;
  /** What the server has now. */
  stored: Automation | null;
  publishing: ReturnType<typeof usePublishing>;
  /** Nothing of the editor is still to come. */
  complete: boolean;
  /** Only reads: another tab edits it. */
  elsewhere: { taking: boolean; takeOver: () => void } | null;
  /** The automation was deleted; its draft is still here. */
  deleted: boolean;
  /** The definition was made by a newer version of the editor. */
  newer: number | null;
  /** What somebody else changed in the shared draft, and cannot be merged by itself. */
  clash: DraftClash | null;
  onClash: (clash: DraftClash) => void;
  onCompare: () => void;
  onMerge: (theirs: Automation) => void;
  /** Shows runs that wait in earlier versions. */
  onWaiting: () => void;
}

/** Below the header: everything a person should know about where the draft and its publish stand. */
export function Banners(props: BannersProps) {
  const t = useText("automation");
  const { edited, stored, publishing, elsewhere, deleted, newer } = props;
  const { publish, migration, notMoved } = publishing;
  if (elsewhere !== null) return <Elsewhere {...elsewhere} />;
  return (
    <>
      {publish.phase.kind === "idle" && (
        <OfflineBanner publish={publish} dirty={edited.dirty} complete={props.complete} />
      )}
      {publish.phase.kind === "idle" && <KeyRefused />}
      <PublishBanner publish={publish} />
      <Trouble draft={edited.draft} dirty={edited.dirty}>
        {t("journal.text")}
      </Trouble>
      {publishing.lostSecret && <LostSecret onClose={publishing.closeLostSecret} />}
      {stored !== null && migration !== null && (
        <MigrationProgress
          key={migration.id}
          automationId={stored.id}
          migration={migration}
          onClose={() => publishing.setMigration(null)}
        />
      )}
      {notMoved !== null && (
        <NotMoved {...{ advice: notMoved, onWaiting: props.onWaiting }} onClose={publishing.closeNotMoved} />
      )}
      {newer !== null && <NewerVersion version={newer} draft={edited.draft} />}
      {stored?.pauses !== undefined && <PausedBanner pauses={stored.pauses} automation={stored} />}
      {stored !== null && !deleted && <WaitingElsewhere stored={stored} onWaiting={props.onWaiting} />}
      {edited.base !== null && <ToTry id={edited.base.id} definition={edited.base.graphDefinition} />}
      {deleted ? <Deleted publish={publish} draft={edited.draft} /> : <Standing {...props} />}
    </>
  );
}

/** The drawing cannot show them, and whoever published without their step should know that they are there. */
function WaitingElsewhere({ stored, onWaiting }: { stored: Automation; onWaiting: () => void }) {
  const t = useText("automation");
  const { data: waiting = [] } = useWaitingRuns(stored.id);
  const [closedAt, setClosedAt] = useState(0);
  const count = isDrawable(stored.graphDefinition) ? waitingElsewhere(waiting, stored.graphDefinition) : 0;
  if (count <= closedAt) return null;
  return (
    <Banner
      icon={<Hourglass />}
      title={t("waitingElsewhere", { count, version: stored.version })}
      actions={[{ label: t("waitingRuns"), onPress: onWaiting }]}
      onClose={() => setClosedAt(count)}
    />
  );
}

/** Told at the first answer that says so, whatever was asked. Another key finds the draft as it is. */
function KeyRefused() {
  const t = useText("common");
  const automation = useText("automation");
  if (!useIsKeyRefused()) return null;
  return (
    <Banner
      tone="danger"
      icon={<KeyRound />}
      title={t("error.unauthorized.title")}
      actions={[{ label: t("connectAgain"), variant: "primary", onPress: disconnect }]}
    >
      {[t("error.unauthorized.advice"), automation("kept")].join(" ")}
    </Banner>
  );
}

function Standing({ edited, stored, publishing, clash, onClash, onCompare, onMerge }: BannersProps) {
  const t = useText("automation");
  const { base, shelved, restored, discarded } = edited;
  const { publish, reviewed, reviewing } = publishing;
  const isBehind = base !== null && stored !== null && stored.version > base.version && !publish.publishing;
  if (shelved !== null) return <ShelvedDraft edited={edited} />;
  return (
    <>
      {discarded !== null && <DiscardedDraft edited={edited} />}
      {restored !== null && <RestoredDraft restored={restored} edited={edited} stored={stored} onCompare={onCompare} />}
      {clash !== null && (
        <Banner
          tone="warning"
          icon={<Users />}
          title={clash.by === null ? t("sharedDraft.clash") : t("sharedDraft.clashBy", { name: clash.by })}
          actions={[{ label: t("sharedDraft.decide"), variant: "primary", onPress: () => onClash(clash) }]}
        >
          {t("sharedDraft.clashText")}
        </Banner>
      )}
      {reviewed?.required === true && (
        <ReviewBanner
          review={reviewed}
          busy={publishing.isBusy}
          onReview={publishing.canPublish ? publishing.review.review : null}
          onWithdraw={() => void reviewing.withdraw()}
        />
      )}
      {isBehind && (
        <Banner
          icon={<GitCompareArrows />}
          title={t("newer.text", { version: stored.version })}
          actions={
            edited.dirty
              ? [
                  { label: t("newer.merge"), variant: "primary", onPress: () => onMerge(stored) },
                  { label: t("newer.action"), onPress: () => publish.showConflict(stored) },
                ]
              : [
                  {
                    label: t("newer.open", { version: stored.version }),
                    variant: "primary",
                    onPress: () => edited.openStored(stored),
                  },
                ]
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
  const locale = useLocale();
  const at = formatInstant(restored.savedAt, locale);
  const words = { count: restored.changes, version: restored.version ?? "", at };
  const discard = () => edited.discardRestored(stored, stored === null ? blankDraft(t("newName")) : draftOf(stored));
  return (
    <Banner
      icon={<History />}
      title={
        restored.by === undefined
          ? t("restored.title")
          : restored.by === null
            ? t("restored.shared")
            : t("restored.sharedBy", { name: restored.by })
      }
      actions={[
        restored.version !== null && { label: t("restored.compare"), onPress: onCompare },
        { label: t("restored.discard"), onPress: discard },
      ]}
      onClose={edited.keepRestored}
    >
      {t(restored.version === null ? "restored.new" : "restored.since", words)}
    </Banner>
  );
}

/** The way back from a press on the wrong one of two buttons: what was thrown away may be a whole automation. */
function DiscardedDraft({ edited }: { edited: ReturnType<typeof useDraft> }) {
  const t = useText("automation");
  return (
    <Banner
      icon={<History />}
      title={t("restored.discarded")}
      actions={[{ label: t("restored.takeBack"), variant: "primary", onPress: edited.takeBack }]}
      onClose={edited.leaveDiscarded}
    />
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
      actions={[
        { label: t("shelved.back"), variant: "primary", onPress: edited.reopenMine },
        { label: t("shelved.download"), onPress: () => downloadDraft(shelved.draft) },
        { label: t("shelved.discard"), variant: "ghost", onPress: edited.discardMine },
      ]}
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
      actions={[{ label: t("elsewhere.takeOver"), variant: "primary", loading: taking, onPress: takeOver }]}
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
      actions={[
        { label: t("gone.confirm"), variant: "primary", loading: publish.publishing, onPress: publish.publishAsNew },
        { label: t("conflict.download"), onPress: () => downloadDraft(draft) },
      ]}
    >
      {t("gone.kept")}
    </Banner>
  );
}

/** The version is there; what was decided about runs that wait was not done. */
function NotMoved({ advice, onWaiting, onClose }: { advice: string; onWaiting: () => void; onClose: () => void }) {
  const t = useText("automation");
  const look = () => {
    onClose();
    onWaiting();
  };
  return (
    <Banner
      tone="warning"
      icon={<Hourglass />}
      title={t("notMoved")}
      actions={[{ label: t("waitingRuns"), variant: "primary", onPress: look }]}
      onClose={onClose}
    >
      {advice}
    </Banner>
  );
}

function LostSecret({ onClose }: { onClose: () => void }) {
  const t = useText("automation");
  return (
    <Banner tone="warning" icon={<KeyRound />} title={t("lostSecret.title")} onClose={onClose}>
      {t("lostSecret.text")}
    </Banner>
  );
}
