import { failureReason } from "@trilho/engine/failures";
import { because } from "../model/changes.ts";
import { failureOf, errorOf } from "../model/failures.ts";
import type { RunClaim } from "../model/run.ts";
import type { Store } from "../model/stores.ts";

/** A tick that fails so often in a row ends its run: it would fail for ever. */
const MAX_FAILURES = 5;
/** Before a tick that failed is tried again: so many seconds after each failure. */
const AFTER_FAILURE_MS = [1_000, 5_000, 15_000, 60_000];

/** Whether every process that had the run ended with it, so often in a row that the next one would as well. */
export const isLostForGood = ({ lost = 0 }: RunClaim): boolean => lost >= MAX_FAILURES;

export const endLost = (store: Store, claim: RunClaim): Promise<void> =>
  store.runs.failTick(
    claim,
    {
      failure: [failureReason("turns-lost", { count: MAX_FAILURES })],
      why: because("turns-lost", { turns: MAX_FAILURES }),
    },
    AFTER_FAILURE_MS,
    MAX_FAILURES,
  );

/** Puts a run off whose tick failed, or ends it when that happens again and again. */
export function putOffFailed(store: Store, claim: RunClaim, error: unknown): Promise<void> {
  const failure = failureOf(error);
  const why = because("turns-failed", { turns: MAX_FAILURES, ...errorOf(failure) });
  return store.runs.failTick(claim, { failure, why }, AFTER_FAILURE_MS, MAX_FAILURES);
}
