import type { Automation } from "@trilho/api-client";
import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { useRememberAutomation } from "../../data/automations.ts";
import { useTakesKeys, useWriter } from "../../data/client-provider.tsx";
import { isOnline, onOnline } from "../../data/connection.ts";
import type { Draft } from "../../document/draft/draft.ts";
import type { Sent } from "../../document/draft/reconcile-publish.ts";
import { createPusher, type PushIssue, type PushPhase, type Target } from "./pusher.ts";

export type { PushIssue, PushPhase } from "./pusher.ts";

interface PushOptions {
  /** Null for an automation that was never pushed. */
  base: Automation | null;
  draft: Draft;
  /** A push of an earlier page whose answer never came. */
  unsettled: Sent | null;
  /** `pushed` is the draft that was sent; meanwhile the person may have gone on. `late`: its answer had been lost. */
  onPushed: (automation: Automation, pushed: Draft, late: boolean) => void;
}

export interface Push {
  /** Over `over` instead of the version the draft started from. */
  push: (over?: Automation) => Promise<void>;
  pushAsNew: () => Promise<void>;
  phase: PushPhase;
  pushing: boolean;
  issue: PushIssue | null;
  /** On its way, or sent without an answer so far. */
  sent: Sent | null;
  /** Asks what became of a push whose answer was lost. */
  settle: () => void;
  cancel: () => void;
  setAuto: (auto: boolean) => void;
  /** Opens the choice between this draft and a newer version. */
  showConflict: (theirs: Automation) => void;
  dismiss: () => void;
}

const BUSY: ReadonlySet<PushPhase["kind"]> = new Set(["sending", "checking"]);

/** Checks a draft and stores it. Nothing of another person is overwritten without a choice. */
export function usePush({ base, draft, unsettled, onPushed }: PushOptions): Push {
  const client = useWriter();
  const takesKeys = useTakesKeys();
  const remember = useRememberAutomation();
  const [sent, setSent] = useState<Sent | null>(unsettled);
  // What the pusher tells goes to the newest of these, without another pusher.
  const [latest] = useState(() => ({ base, draft, onPushed }));
  useEffect(() => {
    Object.assign(latest, { base, draft, onPushed });
  });
  const pusher = useMemo(
    () =>
      createPusher({
        client,
        isOnline,
        takesKeys,
        onSent: setSent,
        onPushed: (automation, pushed, late) => {
          remember(automation);
          latest.onPushed(automation, pushed, late);
        },
      }),
    [client, takesKeys, remember, latest],
  );
  const { phase, issue } = useStore(pusher.state);
  const newest = issue?.kind === "conflict" ? issue.theirs : null;
  // However the conflict is dealt with, everybody here knows of their version from now on.
  useEffect(() => {
    if (newest !== null) remember(newest);
  }, [newest, remember]);
  const settle = () => void pusher.settle(latest);
  const again = () => void pusher.push(latest);
  useEffect(() => {
    if (unsettled !== null) void pusher.settle(latest, unsettled);
  }, [pusher, unsettled, latest]);
  useGoingOn(phase, { settle, again });

  const target = (over: Automation | null): Target => ({ base: over, draft });
  return {
    push: (over) => pusher.push(target(over ?? base)),
    pushAsNew: () => pusher.push(target(null)),
    phase,
    pushing: BUSY.has(phase.kind),
    issue,
    sent,
    settle,
    cancel: pusher.cancel,
    setAuto: pusher.setAuto,
    showConflict: (theirs) => pusher.setIssue({ kind: "conflict", theirs }),
    dismiss: pusher.dismiss,
  };
}

/** Seconds between two questions about a push whose answer was lost. */
const ASK_AGAIN_S = [3, 6, 12, 24, 48] as const;

/** Goes on by itself: when the network is back, when a server's pause is over, and now and then while it is away. */
function useGoingOn(phase: PushPhase, act: { settle: () => void; again: () => void }): void {
  const tries = useRef(0);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (phase.kind === "waiting" && phase.auto) return onOnline(() => latest.current.again());
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
