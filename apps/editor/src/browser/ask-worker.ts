/** Why something broke off; "" where unknown. */
export interface BrokenOff {
  type: "failed";
  message: string;
}

/** Asks a worker, which is ended by whatever it tells but its progress. Returns what ends it; nothing is told afterwards. */
export function askWorker<News extends { type: string }>(
  worker: Worker,
  request: unknown,
  tell: (news: News | BrokenOff) => void,
): () => void {
  worker.addEventListener("message", ({ data }: MessageEvent<News>) => {
    if (data.type !== "progress") worker.terminate();
    tell(data);
  });
  worker.addEventListener("error", ({ message }) => {
    worker.terminate();
    // A worker that cannot be loaded gives no reason.
    tell({ type: "failed", message: message || "" });
  });
  worker.postMessage(request, []);
  return () => worker.terminate();
}

/** How long work goes on, and lets other work in. */
export interface Pace {
  signal?: AbortSignal;
  pause: () => Promise<void>;
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The same where there are no workers: in between other work. */
export function workBesides<News>(
  work: (pace: Pace, tell: (news: News | BrokenOff) => void) => Promise<void>,
  tell: (news: News | BrokenOff) => void,
): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const hear = (news: News | BrokenOff): void => void (signal.aborted || tell(news));
  work({ signal, pause: nextTask }, hear).catch((error: unknown) => hear({ type: "failed", message: String(error) }));
  return () => stopping.abort();
}
