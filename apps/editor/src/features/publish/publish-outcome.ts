import { ApiError, type Answered, type Automation, type Client, type Warning } from "@trilho/api-client";
import { failureOf } from "../../data/failures/failure.ts";
import { bodyOf } from "../../document/draft/draft.ts";
import {
  isRepeatable,
  reconcilePublish,
  validateResponse,
  mayBeUnderWay,
  type Sent,
} from "../../document/draft/reconcile-publish.ts";
import type { PublishIssue, PublishPhase } from "./publish-state.ts";

/** What became of a draft that was sent, as far as that could be found out. */
export type Outcome =
  /** `by`: its own answer, that of the same request sent again, or a look at what is stored. An answer brings `warnings`. */
  | { kind: "stored"; automation: Automation; by: "answer" | "repeat" | "lookup"; warnings: readonly Warning[] }
  /** Not stored: a person has to decide or fix something. */
  | { kind: "issue"; issue: PublishIssue }
  /** Not stored. `until`: not to be tried before, in ms since 1970. */
  | { kind: "failed"; error: unknown; until: number | null }
  /** Its answer was lost, and it never arrived. */
  | { kind: "absent"; error: unknown }
  /** Not known yet, or not to be believed. */
  | { kind: "open"; phase: Extract<PublishPhase, { kind: "unknown" | "undecided" | "odd" }> };

/** What requests are made with. */
export interface Requests {
  client: Client;
  signal: AbortSignal;
  now: () => number;
  /** Called before what is stored is asked for. */
  onChecking: (refused: boolean) => void;
  /** Called once a person has stopped waiting for the answer. */
  onStopped: (sent: Sent) => void;
}

/** A publish without an answer. */
export interface Unanswered {
  sent: Sent;
  error: unknown;
  auto: boolean;
  /** Sent again under its key: a conflict may mean that the first request is not answered yet. */
  again?: true;
}

/** Sends a draft, and looks up what became of it where its answer is lost. */
export async function sendDraft(requests: Requests, draft: Sent): Promise<Outcome> {
  try {
    return accept(await store(requests, draft), draft, "answer");
  } catch (error) {
    const sent: Sent = requests.signal.aborted ? { ...draft, stopped: true } : draft;
    if (sent.stopped) requests.onStopped(sent);
    const { kind, unclear } = failureOf(error);
    const unanswered: Unanswered = { sent, error, auto: false };
    if (unclear) return findOut(requests, unanswered);
    if (sent.id !== null && kind === "conflict") return lookUp(requests, unanswered);
    return refusal(error, sent, requests.now());
  }
}

/** Finds out what became of a publish whose answer was lost. */
export async function findOut(requests: Requests, unanswered: Unanswered): Promise<Outcome> {
  const { sent } = unanswered;
  const repeatable = isRepeatable(sent, requests.now());
  if (repeatable && !sent.stopped) return repeat(requests, unanswered);
  if (sent.id !== null) return lookUp(requests, unanswered);
  // One creation looks like a colleague's equal one.
  return { kind: "open", phase: { kind: "undecided", sent, repeatable } };
}

function store(
  { client, signal }: Requests,
  { id, baseVersion, draft, key, note }: Sent,
): Promise<Answered<Automation>> {
  const options = { signal, ...(key !== null && { idempotencyKey: key }) };
  const version = baseVersion === null ? {} : { baseVersion };
  const { automations } = client;
  const call =
    id === null
      ? automations.create({ ...bodyOf(draft), enabled: false }, options)
      : automations.replace(id, { ...bodyOf(draft), ...version, ...(note && { note }) }, options);
  return call.withResponse();
}

function accept({ data, warnings }: Answered<Automation>, sent: Sent, by: "answer" | "repeat"): Outcome {
  const what = validateResponse(data, sent);
  if (what !== null) return { kind: "open", phase: { kind: "odd", what } };
  return { kind: "stored", automation: data, by, warnings };
}

/** What the server surely did not store. */
function refusal(error: unknown, { id }: Sent, now: number): Outcome {
  const { kind, retryAfterSeconds } = failureOf(error);
  if (error instanceof ApiError && error.fieldErrors.length > 0) {
    return { kind: "issue", issue: { kind: "refused", fieldErrors: error.fieldErrors } };
  }
  if (id !== null && kind === "notFound") return { kind: "issue", issue: { kind: "gone" } };
  const until = kind === "rateLimit" && retryAfterSeconds !== null ? now + retryAfterSeconds * 1000 : null;
  return { kind: "failed", error, until };
}

/** The same request under the same key is carried out once, and answered as it was, with its secret. */
async function repeat(requests: Requests, unanswered: Unanswered): Promise<Outcome> {
  const { sent } = unanswered;
  requests.onChecking(false);
  try {
    return accept(await store(requests, sent), sent, "repeat");
  } catch (failure) {
    return explainRepeat(requests, unanswered, failure);
  }
}

function explainRepeat(requests: Requests, unanswered: Unanswered, error: unknown): Outcome | Promise<Outcome> {
  const { sent, auto } = unanswered;
  const now = requests.now();
  const { kind, unclear } = failureOf(error);
  if (kind === "validation" || kind === "unprocessable" || (kind === "notFound" && sent.id !== null)) {
    return refusal(error, sent, now);
  }
  // A conflict is another version, or a first request that is not answered yet.
  if (sent.id !== null && (unclear || kind === "conflict")) {
    return lookUp(requests, { ...unanswered, error, again: true });
  }
  const isOver = kind === "conflict" && !mayBeUnderWay(sent, now);
  return {
    kind: "open",
    phase: isOver ? { kind: "undecided", sent, repeatable: false } : { kind: "unknown", sent, error, auto },
  };
}

/** Asks what is stored at the address of a replacement. */
async function lookUp({ client, now, onChecking }: Requests, unanswered: Unanswered): Promise<Outcome> {
  const { sent, error, auto, again } = unanswered;
  onChecking(failureOf(error).kind === "conflict");
  try {
    const found = reconcilePublish(await client.automations.get(sent.id ?? ""), sent);
    if (found.kind === "stored") return { kind: "stored", automation: found.automation, by: "lookup", warnings: [] };
    if (found.kind === "other") return { kind: "issue", issue: { kind: "conflict", theirs: found.automation } };
    if (!again || !mayBeUnderWay(sent, now())) return { kind: "absent", error };
    return { kind: "open", phase: { kind: "unknown", sent, error, auto } };
  } catch (failure) {
    if (failureOf(failure).kind === "notFound") return { kind: "issue", issue: { kind: "gone" } };
    return { kind: "open", phase: { kind: "unknown", sent, error: failure, auto } };
  }
}
