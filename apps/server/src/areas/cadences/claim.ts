import { randomUUID } from "node:crypto";
import type { ExecuteCadenceTaskRequest } from "@trilho/contract";
import { failureMessage } from "@trilho/engine/failures";
import type { Sent } from "../conversations/sender.ts";
import { done, notFound, refused, type Failure, type Outcome } from "../../platform/service/outcome.ts";
import { taskEnded } from "./changes.ts";
import type { CadenceContact, InstanceView, StoredAttempt, StoredTask } from "./model.ts";
import type { Decision } from "./port.ts";
import { isUnderWay } from "./present.ts";
import { canBeReached, endingOf, isOpen, isOptedOut, taskStatusAt } from "./standing.ts";

/** Longer than any provider is waited for: whoever has recorded no result by then is gone. */
export const LEASE_MS = 120_000;

/** Who executes: this request, which has recorded so; another one right now; or one that has already. */
export type Claim =
  | {
      kind: "mine";
      attempt: StoredAttempt;
      contact: CadenceContact | null;
      cadenceName: string;
      /** Whoever began it is gone. */
      isTakenOver: boolean;
    }
  | { kind: "another" }
  | { kind: "known"; attempt: StoredAttempt };

export interface ClaimRequest {
  taskId: string;
  body: ExecuteCadenceTaskRequest;
  memberId: string;
  /** Why the workspace cannot send this now. */
  obstacle: Failure | null;
  /** Unix ms. */
  now: number;
}

/** Records that an execution begins, unless its key is known. What was begun and never recorded is taken over. */
export function claim(view: InstanceView, request: ClaimRequest): Outcome<Decision<Claim>> {
  const { taskId, body, now } = request;
  const task = view.tasks.find(({ id }) => id === taskId);
  if (task === undefined) return refused(notFound("task in this deal's cadence"));
  const known = task.attempts.find(({ idempotencyKey }) => idempotencyKey === body.idempotencyKey);
  if (known !== undefined && known.success !== null) {
    return done({ change: {}, value: { kind: "known", attempt: known } });
  }
  if (known !== undefined && isUnderWay(known, now)) return done({ change: {}, value: { kind: "another" } });
  const refusal = refusalOf(view, task, request);
  if (refusal !== null) return refused(refusal);
  const leaseUntil = now + LEASE_MS;
  if (known !== undefined) {
    const attempt = { ...known, leaseUntil };
    return done({ change: { attempts: [{ id: known.id, leaseUntil }] }, value: mine(attempt, view, true) });
  }
  const attempt = newAttempt(view, task, request);
  return done({ change: { newAttempts: [{ ...attempt, taskId }] }, value: mine(attempt, view, false) });
}

const mine = (attempt: StoredAttempt, { deal, instance }: InstanceView, isTakenOver: boolean): Claim => ({
  kind: "mine",
  attempt,
  contact: deal.contact,
  cadenceName: instance.cadenceName,
  isTakenOver,
});

const newAttempt = (view: InstanceView, task: StoredTask, { body, memberId, now }: ClaimRequest): StoredAttempt => ({
  id: randomUUID(),
  attemptNumber: 1 + Math.max(0, ...task.attempts.map(({ attemptNumber }) => attemptNumber)),
  channel: task.channel,
  success: null,
  providerMessageId: null,
  voiceCallId: null,
  emailMessageId: null,
  executedByUserId: memberId,
  errorMessage: null,
  failure: null,
  executedAt: now,
  leaseUntil: now + LEASE_MS,
  idempotencyKey: body.idempotencyKey,
  manualReferenceId: body.manualReferenceId ?? null,
  taskStatus: taskStatusAt(task, view, now),
});

function refusalOf(view: InstanceView, task: StoredTask, { obstacle, now }: ClaimRequest): Failure | null {
  const { instance, deal } = view;
  if (task.status === "done" || task.status === "skipped") return conflict(`This task is ${task.status} already.`);
  if (isOptedOut(deal.contact)) return unable("This deal's contact does not want to be contacted.");
  if (instance.status !== "active" || endingOf(instance, deal) !== null) {
    return conflict("This deal's cadence is not active.");
  }
  const taken = task.attempts.filter((attempt) => attempt.success === true || isUnderWay(attempt, now)).length;
  if (taken >= task.quantity) return conflict("This task is being executed with another idempotency key.");
  if (!canBeReached(deal.contact, task.channel)) {
    return unable(`This deal's contact has no ${task.channel === "email" ? "e-mail address" : "phone"}.`);
  }
  return obstacle;
}

const conflict = (message: string): Failure => ({ code: "CONFLICT", message });
const unable = (message: string): Failure => ({ code: "UNPROCESSABLE_ENTITY", message });

/** Records what came of an execution. Null when another process took it over and recorded it first. */
export function record(
  view: InstanceView,
  request: Pick<ClaimRequest, "taskId" | "memberId" | "now"> & { attempt: StoredAttempt; sent: Sent | null },
): Outcome<Decision<StoredAttempt>> {
  const { taskId, attempt, sent, memberId, now } = request;
  const task = view.tasks.find(({ id }) => id === taskId);
  const stored = task?.attempts.find(({ id }) => id === attempt.id);
  if (task === undefined || stored === undefined) return refused(notFound("task in this deal's cadence"));
  if (stored.success !== null) return done({ change: {}, value: stored });
  const failure = sent === null || sent.ok ? null : sent.failure;
  const success = failure === null;
  const successes = task.attempts.filter((other) => other.success === true).length + (success ? 1 : 0);
  const isDone = isOpen(task) && successes >= task.quantity;
  const ended = isDone ? taskEnded(view, task, { status: "done", manual: false }, memberId, now) : {};
  const result: StoredAttempt = {
    ...stored,
    ...idsOf(stored, sent),
    success,
    errorMessage: failure && failureMessage(failure),
    failure,
    executedAt: now,
    taskStatus: isDone ? "done" : taskStatusAt(task, view, now),
  };
  return done({ change: { ...ended, attempts: [result] }, value: result });
}

function idsOf({ channel, manualReferenceId }: StoredAttempt, sent: Sent | null) {
  const externalId = sent?.ok === true ? sent.externalId : null;
  return {
    providerMessageId: channel === "whatsapp" ? externalId : null,
    emailMessageId: channel === "email" ? externalId : null,
    // Calls are made by people with programs of their own, which is what the client's reference names.
    voiceCallId: channel === "voice_call" ? manualReferenceId : null,
  };
}
