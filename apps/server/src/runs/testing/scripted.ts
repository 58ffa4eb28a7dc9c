import type { AttemptOutcome } from "@trilho/engine";
import type { ActionOutcome } from "../model/run.ts";

/** How an attempt fails that a scenario has fail: in its words, which have no code. Null where it succeeds. */
export function scriptedFailure(outcome: AttemptOutcome | null): ActionOutcome | null {
  if (outcome === null || outcome.type === "reply" || outcome.type === "silence") return null;
  if (outcome.type === "uncertain") {
    const { message = "the answer was lost" } = outcome;
    return { ok: false, error: { message, permanent: false, uncertain: true } };
  }
  const { message = "no answer" } = outcome;
  if (outcome.type === "fail_permanently") return { ok: false, error: { message, permanent: true } };
  const { retryAfterSeconds } = outcome;
  const later = retryAfterSeconds === undefined ? {} : { retryAfterMs: retryAfterSeconds * 1000 };
  return { ok: false, error: { message, permanent: false, ...later } };
}
