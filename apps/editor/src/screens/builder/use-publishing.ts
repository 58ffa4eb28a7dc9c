import type { Automation, MigrateRunsRequest, RunMigration } from "@trilho/api-client";
import { useEffect, useRef, useState } from "react";
import { notifyTabs } from "../../browser/tabs.ts";
import { describeError } from "../../data/failures/describe-error.ts";
import { useMigrateRuns } from "../../data/migrations.ts";
import { useAutomationReview } from "../../data/reviews.ts";
import { useSession } from "../../data/session.ts";
import { draftOf, type Draft } from "../../document/draft/draft.ts";
import type { useDraft } from "../../document/draft/use-draft.ts";
import { warningsOf } from "../../document/problems.ts";
import { issueOf } from "../../features/publish/draft-issue.ts";
import { makesSecret } from "../../features/publish/secrets.ts";
import { usePublish } from "../../features/publish/use-publish.ts";
import { useText } from "../../i18n/use-text.ts";
import { toast } from "../../ui/dialogs/toast.ts";
import type { Opening } from "./opening.ts";
import { useReview } from "./review/use-review.ts";
import { useReviewing } from "./review/use-reviewing.ts";
import { isWanted, wayOf } from "./review/way.ts";

/** What a person decided before publishing. */
export interface Reviewed {
  /** What is new; empty for none. */
  note: string;
  /** Of the review that was looked at; empty where nobody asked for one. */
  revision: string;
  /** What shall become of runs that wait, once this version is published; null where that is not known. */
  migration: MigrateRunsRequest | null;
}

interface Publishing {
  edited: ReturnType<typeof useDraft>;
  /** What the service has now. */
  stored: Automation | null;
  /** A publish of an earlier page whose answer never came. */
  unsettled: Opening["unsettled"];
  /** It was deleted at the service. */
  deleted: boolean;
  /** False while it may only be looked at. */
  allowed: boolean;
  onCreated: (id: string) => void;
  /** The revision of the draft that the service has; undefined while that is not known. */
  revision: string | null | undefined;
}

/** Publishing as the builder does it: shows what it would do, reports, moves runs, and shows a new webhook secret. */
export function usePublishing({ edited, stored, unsettled, deleted, allowed, onCreated, revision }: Publishing) {
  const t = useText("automation");
  const baseUrl = useSession()?.baseUrl ?? "";
  const { base, draft, dirty } = edited;
  const [secret, setSecret] = useState<string | null>(null);
  const [lostSecret, setLostSecret] = useState(false);
  const [migration, setMigration] = useState<RunMigration | null>(null);
  const [notMoved, setNotMoved] = useState<string | null>(null);
  const migrate = useMigrateRuns(base?.id ?? "");
  const decided = useRef<MigrateRunsRequest | null>(null);
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);

  const publish = usePublish({ base, draft, unsettled: unsettled ?? null, onPublished, onBack });
  const reviewed = useAutomationReview(deleted ? null : (base?.id ?? null));
  const way = base === null ? "publish" : wayOf(reviewed);
  const approved = reviewed?.required !== true || reviewed.approved;
  const wanted = isWanted(way, { isNew: base === null, dirty, approved });
  const reviewing = useReviewing({ base, draft, revision, publish, onApproved });
  const isBusy = publish.publishing || reviewing.busy;
  const canPublish = allowed && !isBusy && wanted;
  const review = useReview({
    stored: deleted || base === null ? null : (stored ?? base),
    baseVersion: base?.version ?? 0,
    draft,
    canPublish,
    hasWarnings: () => warningsOf(draft.definition).length > 0,
    isSound: () => issueOf(draft) === null,
    way,
    publish: (note) => void publish.publish(note === "" ? {} : { note }),
  });

  function publishReviewed({ note, revision: looked, migration: asked }: Reviewed): void {
    if (way === "ask") return void reviewing.ask(note);
    decided.current = asked;
    void (way === "approve" ? reviewing.approve(looked, note) : publish.publish({ note }));
  }

  /** What waited for the network goes the way of every publish, with its questions. */
  function onBack(): void {
    decided.current = null;
    if (!canPublish) return publish.setAuto(false);
    publish.dismiss();
    review.publish();
  }

  /** What was approved is what its author asked about, whatever was changed here since. */
  function onApproved(automation: Automation): void {
    onPublished(automation, draftOf(automation), false);
  }

  /** Only into the version that was looked at; all others stay. */
  function moveRuns({ version }: Automation): void {
    const asked = decided.current;
    decided.current = null;
    // What was moved into the version before is told with the waiting runs.
    setMigration(null);
    if (asked === null || asked.choices.length === 0) return;
    if (version !== asked.toVersion) return setNotMoved("");
    migrate.mutate(asked, {
      onSuccess: setMigration,
      onError: (error) => setNotMoved(describeError(error).advice),
    });
  }

  function onPublished(automation: Automation, published: Draft, late: boolean) {
    const unchanged = base?.id === automation.id && base.version === automation.version;
    edited.markPublished(automation, published);
    const key = late ? "publishedLate" : unchanged ? "publishedSame" : "published";
    toast.success(t(key, { version: automation.version }), {
      description: automation.enabled ? undefined : t("publishedOff"),
    });
    moveRuns(automation);
    if (automation.secret) setSecret(automation.secret);
    else if (late && makesSecret(base, published)) setLostSecret(true);
    const { secret: _secret, ...shown } = automation;
    notifyTabs({ type: "stored", baseUrl, automation: shown });
    // Whoever left while it was on its way is not fetched back.
    if (automation.id !== base?.id && isOpen.current) onCreated(automation.id);
  }

  return {
    publish,
    review,
    publishReviewed,
    migration,
    setMigration,
    notMoved,
    closeNotMoved: () => setNotMoved(null),
    canPublish: canPublish && !review.checking,
    isBusy: isBusy || review.checking,
    reviewed,
    reviewing,
    way,
    /** What the header shows of it. */
    standing: { publishing: isBusy || review.checking, way, approved, wanted },
    secret,
    closeSecret: () => setSecret(null),
    lostSecret,
    closeLostSecret: () => setLostSecret(false),
  };
}
