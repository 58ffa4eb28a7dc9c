import type { BehaviourNews, BehaviourRequest } from "./work.ts";

/** Runs two versions beside each other in a worker of its own. Returns what ends it; nothing is reported afterwards. */
export function askBehaviour(request: BehaviourRequest, tell: (news: BehaviourNews) => void): () => void {
  if (typeof Worker === "undefined") return besides(request, tell);
  const worker = new Worker(new URL("./behaviour.worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<BehaviourNews>) => {
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

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Where there are no workers: in between other work. */
function besides(request: BehaviourRequest, tell: (news: BehaviourNews) => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const hear = (news: BehaviourNews): void => void (signal.aborted || tell(news));
  void import("./work.ts").then(
    ({ compareBehaviour }) => compareBehaviour(request, { signal, pause: nextTask }, hear),
    (error: unknown) => hear({ type: "failed", message: String(error) }),
  );
  return () => stopping.abort();
}
