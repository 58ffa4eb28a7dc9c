import { DAY_MS } from "../contract/durations.ts";
import type { EffectError } from "../contract/run.ts";

/** A transient failure is tried this often in all. */
export const MAX_ATTEMPTS = 5;

/** Waits before the 2nd, 3rd, 4th and 5th attempt, in ms, before jitter: 30 s, 2 min, 8 min, 32 min. */
export const BACKOFF_MS = [30_000, 120_000, 480_000, 1_920_000] as const;

/** A provider's Retry-After counts up to a day. */
export const MAX_RETRY_AFTER_MS = DAY_MS;

/** And down to this part of the backoff, 1 s, 4 s, 16 s and 64 s: one that is never kept must not use up all attempts. */
const LEAST_PART = 30;

/**
 * How long to wait after the failed attempt `attempt` (from 1), in ms: what the provider asked for, within bounds. Where
 * it asked for nothing, between half of the backoff and all of it as `random` goes from 0 to 1, so that many runs failing
 * together do not come back together.
 */
export function retryDelay(attempt: number, { retryAfterMs: asked }: EffectError, random: number): number {
  const step = Math.min(Math.max(Math.trunc(attempt) || 1, 1), BACKOFF_MS.length);
  const backoff = BACKOFF_MS[step - 1] ?? 0;
  if (asked !== undefined && asked >= 0) {
    return Math.round(Math.min(Math.max(asked, backoff / LEAST_PART), MAX_RETRY_AFTER_MS));
  }
  return Math.round((backoff * (1 + (random > 0 ? Math.min(random, 1) : 0))) / 2);
}
