import type { FromWorker, ToWorker } from "./protocol.ts";
import { runCohort } from "./run-cohort.ts";

/** Adds up what its own workers count, so that the page never waits for a million numbers to be put in order. */
const stopping = new AbortController();
const [FEWEST, MOST] = [2, 4];

/** One thread is left for the page, where there are more than two. */
function openWorkers(size: number): Worker[] {
  // Safari before 15.5 lets workers have none of their own.
  if (typeof Worker === "undefined") return [];
  const count = Math.min(MOST, Math.max(FEWEST, navigator.hardwareConcurrency - 1), Math.ceil(size / 5000));
  return Array.from(
    { length: count },
    () => new Worker(new URL("./serve.worker.ts", import.meta.url), { type: "module" }),
  );
}

/** Lets messages in. Unlike a timer, a channel has no least delay. */
function breathe(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resume) => {
    port1.addEventListener("message", () => {
      port1.close();
      resume();
    });
    port1.start();
    port2.postMessage(null);
  });
}

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === "stop") return stopping.abort();
  const how = { signal: stopping.signal, workers: openWorkers(data.size), yield: breathe, chunk: 1000 };
  void runCohort(data, how, (message: FromWorker) => postMessage(message, {}));
});
