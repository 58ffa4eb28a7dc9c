import type { CustomField } from "@trilho/api-client";
import { fieldsFor } from "@trilho/engine";
import {
  startAnalysis,
  usesOf,
  type AnalysedWorkspace,
  type UsesByThing,
  type WorkspaceAnalysis,
} from "@trilho/engine/interactions";
import { startWorkspace, type WorkspaceResult, type WorkspaceScenario } from "@trilho/engine/workspace";
import type { BrokenOff, Pace } from "../../browser/ask-worker.ts";

/** What can be asked about a workspace, by what comes of it. */
export interface Results {
  analysis: WorkspaceAnalysis;
  simulation: WorkspaceResult;
  uses: UsesByThing;
}

export type WorkRequest =
  | {
      type: "analysis";
      workspace: AnalysedWorkspace;
      /** Ways and simulations that are tried at most. */
      budget: number;
      /** Only what this automation takes part in. */
      about?: string;
    }
  | {
      type: "simulation";
      scenario: WorkspaceScenario;
      /** Moves of runs after which it is given up. */
      stepBudget: number;
    }
  | {
      type: "uses";
      automations: AnalysedWorkspace["automations"];
      /** Custom fields of deals. */
      fields: readonly CustomField[];
    };

/** What is told on the way; `found` is how many findings, or events, there are so far. */
export type WorkNews =
  | { type: "progress"; found: number }
  | { type: "result"; result: Results[keyof Results] }
  | BrokenOff;

/** Goes on for so long before it is told how far it is: things that automations may do to each other, and moves of runs. */
const AT_ONCE: Readonly<Record<WorkRequest["type"], number>> = { analysis: 10, simulation: 2000, uses: 1 };

/** Analyses or simulates a workspace part by part, or finds what it uses at once. What comes after the signal is not worth hearing. */
export async function work(
  request: WorkRequest,
  { signal, pause }: Pace,
  tell: (news: WorkNews) => void,
): Promise<void> {
  try {
    const running = begin(request);
    while (!running.go(AT_ONCE[request.type])) {
      tell({ type: "progress", found: countOf(running.result()) });
      await pause();
      if (signal?.aborted) return;
    }
    tell({ type: "result", result: running.result() });
  } catch (error) {
    tell({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  }
}

function begin(request: WorkRequest) {
  if (request.type === "simulation") {
    return startWorkspace(request.scenario, { stepBudget: request.stepBudget, explain: true });
  }
  if (request.type === "uses") {
    const { automations, fields } = request;
    const fieldSlugs = Object.fromEntries(fields.map(({ id, slug }) => [id, slug]));
    const uses = usesOf(automations, { fieldSlugs, fields: fieldsFor(fields) });
    return { go: () => true, result: () => uses };
  }
  const { workspace, budget, about } = request;
  return startAnalysis(workspace, { budget, ...(about !== undefined && { about }) });
}

function countOf(result: Results[keyof Results]): number {
  if ("findings" in result) return result.counts.shown + result.counts.proved + result.counts.possible;
  return "events" in result ? result.events.length : 0;
}
