import { ApiError, NetworkError, ResponseShapeError } from "./errors.ts";

const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** Asked more than once, these do the same as asked once. */
const IDEMPOTENT_METHODS: ReadonlySet<string> = new Set(["GET", "PUT", "PATCH", "DELETE"]);
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 8_000;
/** A server that asks for a longer pause than this is answered with the error. */
const MAX_ASKED_DELAY_MS = 60_000;

/** Milliseconds to wait before asking again after `error`, or null when asking again is wrong. `attempt` counts from 1. */
export function retryDelay(method: string, attempt: number, retries: number, error: unknown): number | null {
  if (attempt > retries || !IDEMPOTENT_METHODS.has(method) || !isTransient(error)) return null;
  const asked = error instanceof NetworkError ? null : error.retryAfterSeconds;
  if (asked !== null) return asked * 1000 <= MAX_ASKED_DELAY_MS ? asked * 1000 : null;
  const ceiling = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  return ceiling / 2 + (Math.random() * ceiling) / 2;
}

function isTransient(error: unknown): error is ApiError | ResponseShapeError | NetworkError {
  if (error instanceof NetworkError) return true;
  return (error instanceof ApiError || error instanceof ResponseShapeError) && RETRIED_STATUSES.has(error.status);
}

/** Resolves after `ms`; rejects with the signal's reason at once when it is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
