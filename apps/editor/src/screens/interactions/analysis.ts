import { startAnalysis, type AnalysedWorkspace, type WorkspaceAnalysis } from "@trilho/engine/interactions";
import type { BrokenOff, Pace } from "../../browser/ask-worker.ts";

export interface AnalysisRequest {
  workspace: AnalysedWorkspace;
  /** Ways and simulations that are tried at most. */
  budget: number;
}

/** What is told on the way; `found` is how many findings there are so far. */
export type AnalysisNews =
  | { type: "progress"; found: number }
  | { type: "result"; analysis: WorkspaceAnalysis }
  | BrokenOff;

/** Things that automations may do to each other which are looked at before it is told how far it is. */
const AT_ONCE = 10;

/** Looks for what automations do to each other. What comes after the signal is not worth hearing. */
export async function analyse(
  { workspace, budget }: AnalysisRequest,
  { signal, pause }: Pace,
  tell: (news: AnalysisNews) => void,
): Promise<void> {
  try {
    const analysis = startAnalysis(workspace, { budget });
    while (!analysis.go(AT_ONCE)) {
      const { shown, proved, possible } = analysis.result().counts;
      tell({ type: "progress", found: shown + proved + possible });
      await pause();
      if (signal?.aborted) return;
    }
    tell({ type: "result", analysis: analysis.result() });
  } catch (error) {
    tell({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  }
}
