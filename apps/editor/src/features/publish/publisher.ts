import type { Automation, Client } from "@trilho/api-client";
import { createStore, type StoreApi } from "zustand/vanilla";
import { checkerCode } from "../../document/checker-code.ts";
import { isSameDraft, type Draft } from "../../document/draft/draft.ts";
import type { Sent } from "../../document/draft/reconcile-publish.ts";
import { loadAll } from "../../ui/loading/on-demand.ts";
import { issueOf } from "./draft-issue.ts";
import { findOut, sendDraft, type Outcome, type Requests } from "./publish-outcome.ts";
import { failingOf, type PublishPhase, type PublisherState, type Target } from "./publish-state.ts";
import { settingsCheck } from "./settings-check.ts";

export interface PublisherOptions {
  client: Client;
  /** `late`: it had arrived although its answer was lost; `sent` is the draft that is stored now. */
  onPublished: (automation: Automation, sent: Draft, late: boolean) => void;
  /** Called before a draft is sent, and with null once it is known what became of it. */
  onSent?: (sent: Sent | null) => void;
  isOnline: () => boolean;
  /** Whether the service is known to take an Idempotency-Key. */
  takesKeys: () => boolean;
  now?: () => number;
}

export interface Publisher {
  state: StoreApi<PublisherState>;
  /** Stores `draft` over `base`, or creates it. Never rejects: what went wrong is in the state. */
  publish: (target: Target) => Promise<void>;
  /** Finds out what became of a draft whose answer was lost; then publishes `target` if that was asked for. */
  settle: (target: Target, sent?: Sent) => Promise<void>;
  /** Stops waiting for an answer, and looks up whether the draft arrived. */
  cancel: () => void;
  /** Whether to go on by itself. */
  setAuto: (auto: boolean) => void;
  setIssue: (issue: PublisherState["issue"]) => void;
  /** Forgets a failure; one whose outcome is unknown stays. */
  dismiss: () => void;
}

const IDLE: PublishPhase = { kind: "idle" };

/** Stores drafts through the API so that it is always known, or being found out, whether they are stored. */
export function createPublisher(options: PublisherOptions): Publisher {
  const { onSent } = options;
  const state = createStore<PublisherState>()(() => ({ phase: IDLE, issue: null }));
  const sending = createSending(options, state);

  async function publish(target: Target): Promise<void> {
    const wasOnline = options.isOnline();
    if (target.note !== undefined) sending.remember(target.note);
    await loadAll([settingsCheck, checkerCode]);
    const { phase, issue: before } = state.getState();
    const issue = issueOf(target.draft);
    state.setState({ issue: issue ?? (before?.kind === "conflict" ? before : null) });
    if (issue !== null || sending.isRunning()) return;
    if (phase.kind === "unknown" || (phase.kind === "undecided" && phase.repeatable)) {
      return settle(target, phase.sent, true);
    }
    if (!wasOnline || !options.isOnline()) return state.setState({ phase: { kind: "waiting", auto: true } });
    return sending.send(target);
  }

  async function settle(target: Target, sent?: Sent, publishAfter?: boolean): Promise<void> {
    const { phase } = state.getState();
    const known = sent ?? ("sent" in phase ? phase.sent : null);
    if (known === null || sending.isRunning()) return;
    const { stopped, ...again } = known;
    const asked = publishAfter === true || stopped === undefined ? again : known;
    const auto = publishAfter ?? (phase.kind === "unknown" && phase.auto);
    const error = phase.kind === "unknown" ? phase.error : null;
    await sending.settle({ sent: asked, error, auto }, auto ? target : null);
  }

  return {
    state,
    publish,
    settle: (target, sent) => settle(target, sent),
    cancel: sending.cancel,
    setAuto(auto) {
      const { phase } = state.getState();
      if ("auto" in phase) state.setState({ phase: { ...phase, auto } });
    },
    setIssue: (issue) => state.setState({ issue }),
    dismiss() {
      const { phase } = state.getState();
      if (phase.kind === "undecided") onSent?.(null);
      state.setState({ issue: null, ...(phase.kind === "unknown" || sending.isRunning() ? {} : { phase: IDLE }) });
    },
  };
}

interface Sending {
  isRunning: () => boolean;
  /** What is new in what is sent from now on. */
  remember: (note: string) => void;
  send: (target: Target) => Promise<void>;
  /** Finds out what became of a draft, and sends `next` once it is known. */
  settle: (unanswered: Parameters<typeof findOut>[1], next: Target | null) => Promise<void>;
  cancel: () => void;
}

/** Sends one draft at a time, and shows in the state how far that is. */
function createSending(options: PublisherOptions, state: StoreApi<PublisherState>): Sending {
  const { client, onPublished, onSent, takesKeys, now = Date.now } = options;
  const show = (phase: PublishPhase): void => state.setState({ phase });
  const onChecking = (refused: boolean): void => show({ kind: "checking", refused });
  let running: AbortController | null = null;
  let note = "";

  /** It is known what became of it. */
  function end(next: Partial<PublisherState>): void {
    state.setState({ phase: IDLE, ...next });
    onSent?.(null);
  }

  async function whileRunning(work: (requests: Requests) => Promise<void>): Promise<void> {
    const controller = new AbortController();
    running = controller;
    try {
      await work({ client, signal: controller.signal, now, onChecking, onStopped: (sent) => onSent?.(sent) });
    } finally {
      running = null;
    }
  }

  async function send({ base, draft }: Target): Promise<void> {
    const at = new Date(now()).toISOString();
    const key = takesKeys() ? crypto.randomUUID() : null;
    const over = { id: base?.id ?? null, baseVersion: base?.version ?? null };
    const sent: Sent = { ...over, draft, at, key, ...(note && { note }) };
    onSent?.(sent);
    await whileRunning(async (requests) => {
      show({ kind: "sending", since: now() });
      await conclude(await sendDraft(requests, sent), draft, null);
    });
  }

  async function conclude(outcome: Outcome, draft: Draft, next: Target | null): Promise<void> {
    if (outcome.kind === "open") return show(outcome.phase);
    if (outcome.kind === "issue") return end({ issue: outcome.issue });
    if (outcome.kind === "failed") return end({ phase: { ...outcome, auto: false }, issue: null });
    if (outcome.kind === "absent") {
      if (next === null) return end({ phase: { kind: "failed", error: outcome.error, auto: false, until: null } });
      onSent?.(null);
      return send(next);
    }
    const { automation, by } = outcome;
    note = "";
    end({ issue: failingOf(outcome.warnings, draft, "published") });
    onPublished(automation, draft, by !== "answer");
    if (by !== "repeat" || next === null || isSameDraft(next.draft, draft)) return;
    await send({ base: automation, draft: next.draft });
  }

  return {
    isRunning: () => running !== null,
    remember: (given) => (note = given),
    send,
    settle: (unanswered, next) =>
      whileRunning(async (requests) => conclude(await findOut(requests, unanswered), unanswered.sent.draft, next)),
    cancel: () => running?.abort(new DOMException("Cancelled by the person.", "AbortError")),
  };
}
