import { askWorker, workBesides } from "../../browser/ask-worker.ts";
import type { BehaviourNews, BehaviourRequest } from "./work.ts";

/** Runs two versions beside each other in a worker of its own. Returns what ends it; nothing is reported afterwards. */
export function askBehaviour(request: BehaviourRequest, tell: (news: BehaviourNews) => void): () => void {
  if (typeof Worker !== "undefined") {
    return askWorker(new Worker(new URL("./behaviour.worker.ts", import.meta.url), { type: "module" }), request, tell);
  }
  return workBesides<BehaviourNews>(
    async (pace, hear) => (await import("./work.ts")).compareBehaviour(request, pace, hear),
    tell,
  );
}
