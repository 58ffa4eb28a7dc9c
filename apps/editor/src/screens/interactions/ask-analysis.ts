import type { WorkspaceAnalysis } from "@trilho/engine/interactions";
import { askWorker, workBesides } from "../../browser/ask-worker.ts";
import type { AnalysisNews, AnalysisRequest } from "./analysis.ts";

/** Looks for what automations do to each other, in a worker of its own. Rejects where that breaks off. */
export function askAnalysis(
  request: AnalysisRequest,
  signal: AbortSignal,
  onFound: (found: number) => void,
): Promise<WorkspaceAnalysis> {
  return new Promise((resolve, reject) => {
    const stop = begin(request, (news) => {
      if (news.type === "progress") onFound(news.found);
      else if (news.type === "result") resolve(news.analysis);
      else reject(new Error(news.message));
    });
    signal.addEventListener("abort", stop);
  });
}

function begin(request: AnalysisRequest, tell: (news: AnalysisNews) => void): () => void {
  if (typeof Worker !== "undefined") {
    return askWorker(new Worker(new URL("./analysis.worker.ts", import.meta.url), { type: "module" }), request, tell);
  }
  return workBesides<AnalysisNews>(
    async (pace, hear) => (await import("./analysis.ts")).analyse(request, pace, hear),
    tell,
  );
}
