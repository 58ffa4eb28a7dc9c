import type { Automation, FieldError, Warning } from "@trilho/api-client";
import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { useRememberAutomation } from "../../data/automations.ts";
import { useTakesKeys, useWriter } from "../../data/client-provider.tsx";
import { isOnline, onOnline } from "../../data/connection.ts";
import type { Draft } from "../../document/draft/draft.ts";
import type { Sent } from "../../document/draft/reconcile-publish.ts";
import { createPublisher } from "./publisher.ts";
import { failingOf, type PublishIssue, type PublishPhase } from "./publish-state.ts";

interface PublishOptions {
  /** Null for an automation that was never published. */
  base: Automation | null;
  draft: Draft;
  /** A publish of an earlier page whose answer never came. */
  unsettled: Sent | null;
  /** `published` is the draft that was sent; meanwhile the person may have gone on. `late`: its answer had been lost. */
  onPublished: (automation: Automation, published: Draft, late: boolean) => void;
  /** The network is back for a draft that waits: publishes it, after asking what is to be asked. */
  onBack: () => void;
}

export interface Publish {
  /** Over `over` instead of the version the draft started from. The note stays until something is published. */
  publish: (options?: { over?: Automation; note?: string }) => Promise<void>;
  publishAsNew: () => Promise<void>;
  phase: PublishPhase;
  publishing: boolean;
  issue: PublishIssue | null;
  /** On its way, or sent without an answer so far. */
  sent: Sent | null;
  /** Asks what became of a publish whose answer was lost. */
  settle: () => void;
  cancel: () => void;
  setAuto: (auto: boolean) => void;
  /** Opens the choice between this draft and a newer version. */
  showConflict: (theirs: Automation) => void;
  /** Shows what the service found wrong with what it was sent. */
  showRefused: (fieldErrors: readonly FieldError[]) => void;
  /** Shows which steps of a draft that is to be reviewed the service says will fail. */
  showFailing: (warnings: readonly Warning[], draft: Draft) => void;
  dismiss: () => void;
  /** Publishes what waited for the network. */
  goOn: () => void;
}

const BUSY: ReadonlySet<PublishPhase["kind"]> = new Set(["sending", "checking"]);

/** Checks a draft and stores it. Nothing of another person is overwritten without a choice. */
export function usePublish({ base, draft, unsettled, onPublished, onBack }: PublishOptions): Publish {
  const client = useWriter();
  const takesKeys = useTakesKeys();
  const remember = useRememberAutomation();
  const [sent, setSent] = useState<Sent | null>(unsettled);
  // What the publisher reports goes to the newest of these, without another publisher.
  const [latest] = useState(() => ({ base, draft, onPublished, onBack }));
  useEffect(() => {
    Object.assign(latest, { base, draft, onPublished, onBack });
  });
  const publisher = useMemo(
    () =>
      createPublisher({
        client,
        isOnline,
        takesKeys,
        onSent: setSent,
        onPublished: (automation, published, late) => {
          remember(automation);
          latest.onPublished(automation, published, late);
        },
      }),
    [client, takesKeys, remember, latest],
  );
  const { phase, issue } = useStore(publisher.state);
  const newest = issue?.kind === "conflict" ? issue.theirs : null;
  // However the conflict is dealt with, everybody here knows of their version from now on.
  useEffect(() => {
    if (newest !== null) remember(newest);
  }, [newest, remember]);
  const settle = () => void publisher.settle(latest);
  const again = () => void publisher.publish(latest);
  useEffect(() => {
    if (unsettled !== null) void publisher.settle(latest, unsettled);
  }, [publisher, unsettled, latest]);
  const goOn = () => latest.onBack();
  useGoingOn(phase, { settle, again, goOn });

  return {
    publish: ({ over, note } = {}) =>
      publisher.publish({ base: over ?? base, draft, ...(note !== undefined && { note }) }),
    publishAsNew: () => publisher.publish({ base: null, draft }),
    phase,
    publishing: BUSY.has(phase.kind),
    issue,
    sent,
    settle,
    cancel: publisher.cancel,
    setAuto: publisher.setAuto,
    showConflict: (theirs) => publisher.setIssue({ kind: "conflict", theirs }),
    showRefused: (fieldErrors) => publisher.setIssue({ kind: "refused", fieldErrors }),
    showFailing: (warnings, asked) => publisher.setIssue(failingOf(warnings, asked, "toReview")),
    dismiss: publisher.dismiss,
    goOn,
  };
}

/** Seconds between two questions about a publish whose answer was lost. */
const ASK_AGAIN_S = [3, 6, 12, 24, 48] as const;

/** Goes on by itself: when the network is back, when a server's pause is over, and now and then while it is away. */
function useGoingOn(phase: PublishPhase, act: Record<"settle" | "again" | "goOn", () => void>): void {
  const tries = useRef(0);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (phase.kind === "waiting" && phase.auto) {
      if (!isOnline()) return onOnline(() => latest.current.goOn());
      latest.current.goOn();
    }
    if (phase.kind === "failed" && phase.auto && phase.until !== null) {
      const timer = setTimeout(() => latest.current.again(), Math.max(0, phase.until - Date.now()));
      return () => clearTimeout(timer);
    }
    if (phase.kind === "unknown") {
      const seconds = ASK_AGAIN_S[Math.min(tries.current, ASK_AGAIN_S.length - 1)] ?? 48;
      tries.current += 1;
      const timer = setTimeout(() => latest.current.settle(), seconds * 1000);
      const stop = onOnline(() => latest.current.settle());
      return () => {
        clearTimeout(timer);
        stop();
      };
    }
    if (phase.kind !== "checking") tries.current = 0;
    return undefined;
  }, [phase]);
}
