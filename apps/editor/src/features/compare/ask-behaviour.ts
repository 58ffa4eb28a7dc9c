import { askWorker } from "../../browser/ask-worker.ts";
import type { BehaviourNews, BehaviourRequest } from "./work.ts";

/** Runs two versions beside each other in a worker of its own. Returns what ends it; nothing is reported afterwards. */
export const askBehaviour = (request: BehaviourRequest, tell: (news: BehaviourNews) => void): (() => void) =>
  askWorker<BehaviourRequest, BehaviourNews>(
    () => new Worker(new URL("./behaviour.worker.ts", import.meta.url), { type: "module" }),
    async () => (await import("./work.ts")).compareBehaviour,
    request,
    tell,
  );
