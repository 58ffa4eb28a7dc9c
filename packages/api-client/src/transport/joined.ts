/** One signal for several, until it is released. */
export interface Joined {
  readonly signal: AbortSignal;
  /** Lets go of the others, which may live on. */
  release(): void;
}

/** Joins signals. `AbortSignal.any` on Node.js 20 leaves a little behind with those that live longer than a request. */
export function joined(signals: readonly AbortSignal[]): Joined {
  const controller = new AbortController();
  const stops = signals.map((signal) => [signal, () => controller.abort(signal.reason)] as const);
  for (const [signal, stop] of stops) {
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop);
  }
  return {
    signal: controller.signal,
    release: () => {
      for (const [signal, stop] of stops) signal.removeEventListener("abort", stop);
    },
  };
}
