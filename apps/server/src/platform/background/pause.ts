/**
 * Ends after `ms`, or as soon as one of the signals is given, and leaves nothing behind with them: `AbortSignal.any` on
 * Node.js 20 keeps a little of every call for as long as the signals live.
 */
export function pause(ms: number, ...signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    for (const signal of signals) signal.addEventListener("abort", end);
    if (signals.some(({ aborted }) => aborted)) end();
  });
}

/** Waits for work to end, at most so long. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  await Promise.race([work, pause(ms, ended.signal)]);
  ended.abort();
}
