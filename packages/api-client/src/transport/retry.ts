import { ApiError, NetworkError, ResponseShapeError } from "./errors.ts";

const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 8_000;
/** A server that asks for a longer pause than this is answered with the error. */
const MAX_ASKED_DELAY_MS = 60_000;

/** Milliseconds to wait before asking again after `error`, or null when it will not pass. `attempt` counts from 1. */
export function retryDelay(attempt: number, error: unknown): number | null {
  if (!isTransient(error)) return null;
  const asked = error instanceof NetworkError ? null : error.retryAfterSeconds;
  if (asked !== null) return asked * 1000 <= MAX_ASKED_DELAY_MS ? asked * 1000 : null;
  const ceiling = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  return ceiling / 2 + (Math.random() * ceiling) / 2;
}

function isTransient(error: unknown): error is ApiError | ResponseShapeError | NetworkError {
  if (error instanceof NetworkError) return true;
  return (error instanceof ApiError || error instanceof ResponseShapeError) && RETRIED_STATUSES.has(error.status);
}

/** Resolves after `ms`; rejects at once with the signal's reason, or with `late()` when the whole call's time is up. */
export function pause(
  ms: number,
  signal: AbortSignal | undefined,
  whole: AbortSignal,
  late: () => Error,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      unhear();
      reject(signal?.aborted ? signal.reason : late());
    };
    const unhear = (): void => {
      signal?.removeEventListener("abort", stop);
      whole.removeEventListener("abort", stop);
    };
    const timer = setTimeout(() => {
      unhear();
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop);
    whole.addEventListener("abort", stop);
    if (signal?.aborted || whole.aborted) stop();
  });
}
