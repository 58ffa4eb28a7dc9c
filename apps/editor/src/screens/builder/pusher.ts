import { ApiError, type Automation, type Client, type FieldError } from "@trilho/api-client";
import { validateGraph, type Diagnostic } from "@trilho/engine";
import { createStore, type StoreApi } from "zustand/vanilla";
import { failureOf } from "../../data/failure.ts";
import { bodyOf, type Draft } from "./draft.ts";
import { findSent, liesOf, type Found, type Sent } from "./landed.ts";
import { settingsProblems } from "./settingsProblems.ts";

/** Why a push did not happen, where a person has to decide or mend something. */
export type PushIssue =
  | { kind: "settings" }
  | { kind: "graph"; problems: readonly Diagnostic[] }
  | { kind: "refused"; fieldErrors: readonly FieldError[] }
  | { kind: "conflict"; theirs: Automation }
  | { kind: "gone" };

/** Where a push stands. `auto`: it is tried again by itself as soon as that makes sense. */
export type PushPhase =
  | { kind: "idle" }
  | { kind: "sending"; since: number }
  /** Asks for what is stored: the answer was lost, or it was `refused` because another version is. */
  | { kind: "checking"; refused: boolean }
  /** What became of it could not be found out yet. */
  | { kind: "unknown"; sent: Sent; error: unknown; auto: boolean }
  /** Surely not stored. `until`: not to be tried before, in ms since 1970. */
  | { kind: "failed"; error: unknown; auto: boolean; until: number | null }
  /** There is no network: not even sent. */
  | { kind: "waiting"; auto: boolean }
  /** The server answered what cannot be true. */
  | { kind: "odd"; what: "id" | "version" };

export interface PusherState {
  phase: PushPhase;
  issue: PushIssue | null;
}

export interface Target {
  /** Null for an automation that was never pushed. */
  base: Automation | null;
  draft: Draft;
}

export interface PusherOptions {
  client: Client;
  /** `late`: it had arrived although its answer was lost; `sent` is the draft that is stored now. */
  onPushed: (automation: Automation, sent: Draft, late: boolean) => void;
  /** Told before a draft is sent, and with null once it is known what became of it. */
  onSent?: (sent: Sent | null) => void;
  isOnline: () => boolean;
  now?: () => number;
}

export interface Pusher {
  state: StoreApi<PusherState>;
  /** Stores `draft` over `base`, or creates it. Never rejects: what went wrong is in the state. */
  push: (target: Target) => Promise<void>;
  /** Finds out what became of a draft whose answer was lost; then pushes `target` if that was asked for. */
  settle: (target: Target, sent?: Sent) => Promise<void>;
  /** Stops waiting for an answer, and looks up whether the draft arrived. */
  cancel: () => void;
  /** Whether to go on by itself. */
  setAuto: (auto: boolean) => void;
  setIssue: (issue: PushIssue | null) => void;
  /** Forgets a failure; one whose outcome is unknown stays. */
  dismiss: () => void;
}

const IDLE: PushPhase = { kind: "idle" };

/** Stores drafts through the API so that it is always known, or being found out, whether they are stored. */
export function createPusher({ client, onPushed, onSent, isOnline, now = Date.now }: PusherOptions): Pusher {
  const state = createStore<PusherState>()(() => ({ phase: IDLE, issue: null }));
  const show = (phase: PushPhase): void => state.setState({ phase });
  let running: AbortController | null = null;

  async function push(target: Target): Promise<void> {
    const { phase, issue: before } = state.getState();
    const issue = issueOf(target.draft);
    state.setState({ issue: issue ?? (before?.kind === "conflict" ? before : null) });
    if (issue !== null || running !== null) return;
    if (phase.kind === "unknown") return settle(target, phase.sent, true);
    if (!isOnline()) return show({ kind: "waiting", auto: true });
    return send(target);
  }

  async function send({ base, draft }: Target): Promise<void> {
    const sent = { id: base?.id ?? null, baseVersion: base?.version ?? null, draft, at: new Date(now()).toISOString() };
    const controller = new AbortController();
    running = controller;
    show({ kind: "sending", since: now() });
    onSent?.(sent);
    try {
      const answer = await store(sent, controller.signal);
      const what = liesOf(answer, sent);
      if (what === null) succeed(answer, sent, false);
      else show({ kind: "odd", what });
    } catch (error) {
      await explain(error, sent);
    } finally {
      running = null;
    }
  }

  function store({ id, baseVersion, draft }: Sent, signal: AbortSignal): Promise<Automation> {
    if (id === null) return client.automations.create({ ...bodyOf(draft), enabled: false }, { signal });
    const version = baseVersion === null ? {} : { baseVersion };
    return client.automations.replace(id, { ...bodyOf(draft), ...version }, { signal });
  }

  function succeed(automation: Automation, sent: Sent, late: boolean): void {
    state.setState({ phase: IDLE, issue: null });
    onSent?.(null);
    onPushed(automation, sent.draft, late);
  }

  async function explain(error: unknown, sent: Sent): Promise<void> {
    const { kind, unclear, retryAfterSeconds } = failureOf(error);
    if (unclear) return lookUp(sent, error, false, null);
    onSent?.(null);
    if (error instanceof ApiError && error.fieldErrors.length > 0) {
      return state.setState({ phase: IDLE, issue: { kind: "refused", fieldErrors: error.fieldErrors } });
    }
    if (sent.id !== null && kind === "notFound") return state.setState({ phase: IDLE, issue: { kind: "gone" } });
    if (sent.id !== null && kind === "conflict") return lookUp(sent, error, false, null);
    const until = kind === "rateLimit" && retryAfterSeconds !== null ? now() + retryAfterSeconds * 1000 : null;
    state.setState({ phase: { kind: "failed", error, auto: false, until }, issue: null });
  }

  /** Asks what became of `sent`. `next`, if not null, is pushed when it did not arrive. */
  async function lookUp(sent: Sent, error: unknown, auto: boolean, next: Target | null): Promise<void> {
    show({ kind: "checking", refused: failureOf(error).kind === "conflict" });
    try {
      const found = await findSent(client, sent);
      await OUTCOMES[found.kind](found, { sent, error, next });
    } catch (failure) {
      if (failureOf(failure).kind === "notFound") return OUTCOMES.gone({ kind: "gone" }, { sent, error, next });
      show({ kind: "unknown", sent, error: failure, auto });
    }
  }

  interface Asked {
    sent: Sent;
    error: unknown;
    next: Target | null;
  }
  const OUTCOMES: Record<Found["kind"], (found: Found, asked: Asked) => void | Promise<void>> = {
    landed: (found, { sent }) => {
      if (found.kind === "landed") succeed(found.automation, sent, true);
    },
    absent: async (_found, { error, next }) => {
      onSent?.(null);
      if (next !== null) await send(next);
      else show({ kind: "failed", error, auto: false, until: null });
    },
    other: (found) => {
      onSent?.(null);
      if (found.kind === "other")
        state.setState({ phase: IDLE, issue: { kind: "conflict", theirs: found.automation } });
    },
    gone: () => {
      onSent?.(null);
      state.setState({ phase: IDLE, issue: { kind: "gone" } });
    },
  };

  async function settle(target: Target, sent?: Sent, pushAfter?: boolean): Promise<void> {
    const { phase } = state.getState();
    const asked = sent ?? (phase.kind === "unknown" ? phase.sent : null);
    if (asked === null || running !== null) return;
    const auto = pushAfter ?? (phase.kind === "unknown" && phase.auto);
    const error = phase.kind === "unknown" ? phase.error : null;
    const controller = new AbortController();
    running = controller;
    try {
      await lookUp(asked, error, auto, auto ? target : null);
    } finally {
      running = null;
    }
  }

  return {
    state,
    push,
    settle: (target, sent) => settle(target, sent),
    cancel: () => running?.abort(new DOMException("Cancelled by the person.", "AbortError")),
    setAuto: (auto) => {
      const { phase } = state.getState();
      if ("auto" in phase) show({ ...phase, auto });
    },
    setIssue: (issue) => state.setState({ issue }),
    dismiss: () => {
      const { phase } = state.getState();
      state.setState({ issue: null, ...(phase.kind === "unknown" || running !== null ? {} : { phase: IDLE }) });
    },
  };
}

/** What the server would refuse, found before asking it. */
export function issueOf({ settings, definition }: Draft): PushIssue | null {
  if (Object.keys(settingsProblems(settings)).length > 0) return { kind: "settings" };
  const { valid, problems } = validateGraph(definition);
  return valid ? null : { kind: "graph", problems: problems.filter(({ severity }) => severity === "error") };
}
