/** Why something broke off; "" where its program could not be loaded. */
export interface BrokenOff {
  type: "failed";
  message: string;
}

/** Who works: is told things, and ended at once. */
export interface Helper {
  tell(message: unknown): void;
  end(): void;
}

/**
 * Has a worker do something, or `besides` where none can be loaded: there are none, the page's policy forbids them, their
 * files come from another origin or were left out by a bundler.
 */
export function openHelper<News extends { type: string }>(
  open: () => Worker,
  request: unknown,
  hear: (news: News | BrokenOff) => void,
  besides: () => Helper,
): Helper {
  const worker = made(open);
  if (worker === null) return besides();
  let isEnded = false;
  let instead: Helper | null = null;
  worker.addEventListener("message", ({ data }: MessageEvent<News>) => hear(data));
  worker.addEventListener("error", ({ message }) => {
    worker.terminate();
    if (isEnded) return;
    // One that cannot be loaded gives no reason.
    if (message) hear({ type: "failed", message });
    else instead = besides();
  });
  worker.postMessage(request, []);
  return {
    tell: (message) => (instead ? instead.tell(message) : worker.postMessage(message, [])),
    end: () => {
      isEnded = true;
      worker.terminate();
      instead?.end();
    },
  };
}

function made(open: () => Worker): Worker | null {
  if (typeof Worker === "undefined") return null;
  try {
    return open();
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** How long work goes on, and lets other work in. */
export interface Pace {
  signal?: AbortSignal;
  pause: () => Promise<void>;
}

/** Tells what it comes to, step by step, failures as well. */
export type Work<Request, News> = (request: Request, pace: Pace, tell: (news: News) => void) => Promise<void>;

/** Asks a worker, which is ended by whatever it tells but its progress. Returns what ends it; nothing is told afterwards. */
export function askWorker<Request, News extends { type: string }>(
  open: () => Worker,
  load: () => Promise<Work<Request, News>>,
  request: Request,
  hear: (news: News | BrokenOff) => void,
): () => void {
  const helper = openHelper<News>(
    open,
    request,
    (news) => {
      if (news.type !== "progress") helper.end();
      hear(news);
    },
    () => ({ tell: () => undefined, end: workBesides(load, request, hear) }),
  );
  return () => helper.end();
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The same where there are no workers: in between other work. */
function workBesides<Request, News>(
  load: () => Promise<Work<Request, News>>,
  request: Request,
  tell: (news: News | BrokenOff) => void,
): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const hear = (news: News | BrokenOff): void => void (signal.aborted || tell(news));
  load()
    .then(
      (work) => work(request, { signal, pause: nextTask }, hear),
      () => hear({ type: "failed", message: "" }),
    )
    .catch((error: unknown) => hear({ type: "failed", message: String(error) }));
  return () => stopping.abort();
}
