import type { AttemptOutcome } from "@trilho/engine";
import type { ActionOutcome } from "../model/run.ts";

/** How an attempt fails that a scenario has fail: in its words, without any by the code of a simulated one. Null where it succeeds. */
export function scriptedFailure(outcome: AttemptOutcome | null): ActionOutcome | null {
  if (outcome === null || outcome.type === "reply" || outcome.type === "silence") return null;
  if (outcome.type === "uncertain") {
    const why = reasonOf(outcome, "answer-lost", "the answer was lost");
    return { ok: false, error: { ...why, permanent: false, uncertain: true } };
  }
  const why = reasonOf(outcome, "no-answer", "no answer");
  if (outcome.type === "fail_permanently") return { ok: false, error: { ...why, permanent: true } };
  const { retryAfterSeconds } = outcome;
  const later = retryAfterSeconds === undefined ? {} : { retryAfterMs: retryAfterSeconds * 1000 };
  return { ok: false, error: { ...why, permanent: false, ...later } };
}

const reasonOf = ({ message }: { message?: string }, code: "answer-lost" | "no-answer", unsaid: string) =>
  message === undefined ? { message: unsaid, failure: [{ code, params: {} }] } : { message };
