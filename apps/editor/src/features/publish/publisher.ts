import { ApiError, type Automation, type Client, type FieldError } from "@trilho/api-client";
import { validateGraph, type Diagnostic } from "@trilho/engine";
import { createStore, type StoreApi } from "zustand/vanilla";
import { failureOf } from "../../data/failure.ts";
import { bodyOf, isSameDraft, type Draft } from "../../document/draft/draft.ts";
import {
  isRepeatable,
  reconcilePublish,
  validateResponse,
  mayBeUnderWay,
  type Sent,
} from "../../document/draft/reconcile-publish.ts";
import { settingsCheck } from "./settings-check.ts";

/** Why a draft was not published, where a person has to decide or fix something. */
export type PublishIssue =
  | { kind: "settings" }
  | { kind: "graph"; problems: readonly Diagnostic[] }
  | { kind: "refused"; fieldErrors: readonly FieldError[] }
  | { kind: "conflict"; theirs: Automation }
  | { kind: "gone" };

/** How far publishing is. `auto`: it is tried again by itself as soon as that makes sense. */
export type PublishPhase =
  | { kind: "idle" }
  | { kind: "sending"; since: number }
  /** The answer was lost, or the publish was `refused` because another version is stored. */
  | { kind: "checking"; refused: boolean }
  /** What became of it could not be found out yet. */
  | { kind: "unknown"; sent: Sent; error: unknown; auto: boolean }
  /** What became of a creation cannot be asked for: a person decides. `repeatable`: sent again it is stored once. */
  | { kind: "undecided"; sent: Sent; repeatable: boolean }
  /** Surely not stored. `until`: not to be tried before, in ms since 1970. */
  | { kind: "failed"; error: unknown; auto: boolean; until: number | null }
  /** There is no network: not even sent. */
  | { kind: "waiting"; auto: boolean }
  /** The server answered what cannot be true. */
  | { kind: "odd"; what: "id" | "version" };

export interface PublisherState {
  phase: PublishPhase;
  issue: PublishIssue | null;
}

export interface Target {
  /** Null for an automation that was never published. */
  base: Automation | null;
  draft: Draft;
}

export interface PublisherOptions {
  client: Client;
  /** `late`: it had arrived although its answer was lost; `sent` is the draft that is stored now. */
  onPublished: (automation: Automation, sent: Draft, late: boolean) => void;
  /** Told before a draft is sent, and with null once it is known what became of it. */
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
  setIssue: (issue: PublishIssue | null) => void;
  /** Forgets a failure; one whose outcome is unknown stays. */
  dismiss: () => void;
}

const IDLE: PublishPhase = { kind: "idle" };

/** Stores drafts through the API so that it is always known, or being found out, whether they are stored. */
export function createPublisher({
  client,
  onPublished,
  onSent,
  isOnline,
  takesKeys,
  now = Date.now,
}: PublisherOptions): Publisher {
  const state = createStore<PublisherState>()(() => ({ phase: IDLE, issue: null }));
  const show = (phase: PublishPhase): void => state.setState({ phase });
  let running: AbortController | null = null;

  async function publish(target: Target): Promise<void> {
    await settingsCheck.load();
    const { phase, issue: before } = state.getState();
    const issue = issueOf(target.draft);
    state.setState({ issue: issue ?? (before?.kind === "conflict" ? before : null) });
    if (issue !== null || running !== null) return;
    if (phase.kind === "unknown" || (phase.kind === "undecided" && phase.repeatable)) {
      return settle(target, phase.sent, true);
    }
    if (!isOnline()) return show({ kind: "waiting", auto: true });
    return send(target);
  }

  async function send({ base, draft }: Target): Promise<void> {
    const at = new Date(now()).toISOString();
    const key = takesKeys() ? crypto.randomUUID() : null;
    const sent: Sent = { id: base?.id ?? null, baseVersion: base?.version ?? null, draft, at, key };
    onSent?.(sent);
    await whileRunning(async (controller) => {
      show({ kind: "sending", since: now() });
      try {
        take(await store(sent, controller), sent, false);
      } catch (error) {
        await explain(error, controller.signal.aborted ? { ...sent, stopped: true } : sent, controller);
      }
    });
  }

  async function whileRunning(act: (controller: AbortController) => Promise<void>): Promise<void> {
    const controller = new AbortController();
    running = controller;
    try {
      await act(controller);
    } finally {
      running = null;
    }
  }

  function store({ id, baseVersion, draft, key }: Sent, { signal }: AbortController): Promise<Automation> {
    const options = { signal, ...(key !== null && { idempotencyKey: key }) };
    if (id === null) return client.automations.create({ ...bodyOf(draft), enabled: false }, options);
    const version = baseVersion === null ? {} : { baseVersion };
    return client.automations.replace(id, { ...bodyOf(draft), ...version }, options);
  }

  /** False for an answer that cannot be true. */
  function take(answer: Automation, sent: Sent, late: boolean): boolean {
    const what = validateResponse(answer, sent);
    if (what !== null) show({ kind: "odd", what });
    else succeed(answer, sent, late);
    return what === null;
  }

  function succeed(automation: Automation, sent: Sent, late: boolean): void {
    settleAs({ phase: IDLE, issue: null });
    onPublished(automation, sent.draft, late);
  }

  /** It is known what became of it. */
  function settleAs(next: Partial<PublisherState>): void {
    state.setState({ phase: IDLE, ...next });
    onSent?.(null);
  }

  async function explain(error: unknown, sent: Sent, controller: AbortController): Promise<void> {
    const { kind, unclear } = failureOf(error);
    const asked: Asked = { sent, error, auto: false, next: null };
    if (sent.stopped) onSent?.(sent);
    if (unclear) return findOut(asked, controller);
    if (sent.id !== null && kind === "conflict") return lookUp(asked);
    refuse(error, sent);
  }

  /** What the server surely did not store. */
  function refuse(error: unknown, sent: Sent): void {
    const { kind, retryAfterSeconds } = failureOf(error);
    if (error instanceof ApiError && error.fieldErrors.length > 0) {
      return settleAs({ issue: { kind: "refused", fieldErrors: error.fieldErrors } });
    }
    if (sent.id !== null && kind === "notFound") return settleAs({ issue: { kind: "gone" } });
    const until = kind === "rateLimit" && retryAfterSeconds !== null ? now() + retryAfterSeconds * 1000 : null;
    settleAs({ phase: { kind: "failed", error, auto: false, until }, issue: null });
  }

  interface Asked {
    sent: Sent;
    error: unknown;
    auto: boolean;
    /** Sent again under its key: a conflict may mean that the first request is not answered yet. */
    again?: true;
    /** Published afterwards, where it is another draft. */
    next: Target | null;
  }

  /** Finds out what became of a publish whose answer was lost. */
  async function findOut(asked: Asked, controller: AbortController): Promise<void> {
    const { sent } = asked;
    const repeatable = isRepeatable(sent, now());
    if (repeatable && !sent.stopped) return repeat(asked, controller);
    if (sent.id !== null) return lookUp(asked);
    // Nothing tells one creation from a colleague's equal one.
    show({ kind: "undecided", sent, repeatable });
  }

  /** The same request under the same key is carried out once, and answered as it was, with its secret. */
  async function repeat(asked: Asked, controller: AbortController): Promise<void> {
    const { sent, next } = asked;
    show({ kind: "checking", refused: false });
    let answer: Automation;
    try {
      answer = await store(sent, controller);
    } catch (failure) {
      return explainAgain(failure, asked);
    }
    if (!take(answer, sent, true) || next === null || isSameDraft(next.draft, sent.draft)) return;
    await send({ base: answer, draft: next.draft });
  }

  function explainAgain(failure: unknown, asked: Asked): Promise<void> | void {
    const { sent, auto } = asked;
    const { kind, unclear } = failureOf(failure);
    if (kind === "validation" || kind === "unprocessable" || (kind === "notFound" && sent.id !== null)) {
      return refuse(failure, sent);
    }
    // A conflict is another version, or a first request that is not answered yet.
    if (sent.id !== null && (unclear || kind === "conflict")) return lookUp({ ...asked, error: failure, again: true });
    const isOver = kind === "conflict" && !mayBeUnderWay(sent, now());
    show(isOver ? { kind: "undecided", sent, repeatable: false } : { kind: "unknown", sent, error: failure, auto });
  }

  /** Asks what is stored at the address of a replacement. */
  async function lookUp(asked: Asked): Promise<void> {
    const { sent, error, auto, again } = asked;
    const refused = failureOf(error).kind === "conflict";
    show({ kind: "checking", refused });
    try {
      const found = reconcilePublish(await client.automations.get(sent.id ?? ""), sent);
      if (found.kind === "landed") succeed(found.automation, sent, true);
      else if (found.kind === "other") settleAs({ issue: { kind: "conflict", theirs: found.automation } });
      else if (again && mayBeUnderWay(sent, now())) show({ kind: "unknown", sent, error, auto });
      else await notStored(asked);
    } catch (failure) {
      if (failureOf(failure).kind === "notFound") return settleAs({ issue: { kind: "gone" } });
      show({ kind: "unknown", sent, error: failure, auto });
    }
  }

  async function notStored({ error, next }: Asked): Promise<void> {
    if (next === null) return settleAs({ phase: { kind: "failed", error, auto: false, until: null } });
    onSent?.(null);
    await send(next);
  }

  async function settle(target: Target, sent?: Sent, publishAfter?: boolean): Promise<void> {
    const { phase } = state.getState();
    const known = sent ?? ("sent" in phase ? phase.sent : null);
    if (known === null || running !== null) return;
    const { stopped, ...again } = known;
    const asked = publishAfter === true || stopped === undefined ? again : known;
    const auto = publishAfter ?? (phase.kind === "unknown" && phase.auto);
    const error = phase.kind === "unknown" ? phase.error : null;
    await whileRunning((controller) => findOut({ sent: asked, error, auto, next: auto ? target : null }, controller));
  }

  return {
    state,
    publish,
    settle: (target, sent) => settle(target, sent),
    cancel: () => running?.abort(new DOMException("Cancelled by the person.", "AbortError")),
    setAuto: (auto) => {
      const { phase } = state.getState();
      if ("auto" in phase) show({ ...phase, auto });
    },
    setIssue: (issue) => state.setState({ issue }),
    dismiss: () => {
      const { phase } = state.getState();
      if (phase.kind === "undecided") onSent?.(null);
      state.setState({ issue: null, ...(phase.kind === "unknown" || running !== null ? {} : { phase: IDLE }) });
    },
  };
}

/** What the server would refuse, found before asking it. Of settings it is not known until what reads them is here. */
export function issueOf(draft: Draft): PublishIssue | null {
  const check = settingsCheck.arrival();
  if (check.state === "here" && Object.keys(check.code.settingsProblems(draft)).length > 0) return { kind: "settings" };
  const { valid, problems } = validateGraph(draft.definition);
  return valid ? null : { kind: "graph", problems: problems.filter(({ severity }) => severity === "error") };
}
