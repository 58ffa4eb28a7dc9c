import type { GraphDefinition } from "@trilho/engine";
import type { BrokenOff, Pace } from "../../browser/ask-worker.ts";
import { compareScenario, scenariosFor, shiftBetween, type ScenarioComparison, type Shift } from "./behaviour.ts";

/** What is to be run through both versions. */
export interface BehaviourRequest {
  before: GraphDefinition;
  after: GraphDefinition;
  /** Every scenario, or so many sample deals. */
  what: { kind: "scenarios" } | { kind: "deals"; deals: number };
}

/** What is reported on the way. `done`: how many were compared. */
export type BehaviourNews =
  | { type: "progress"; done: number }
  | { type: "scenarios"; scenarios: ScenarioComparison[] }
  /** Null where the deals cannot be run through both. */
  | { type: "shift"; shift: Shift | null }
  | BrokenOff;

/** Runs two versions beside each other. What comes after the signal is not worth hearing. */
export async function compareBehaviour(
  { before, after, what }: BehaviourRequest,
  how: Pace,
  tell: (news: BehaviourNews) => void,
): Promise<void> {
  try {
    if (what.kind === "scenarios") {
      const scenarios: ScenarioComparison[] = [];
      for (const scenario of scenariosFor(before, after)) {
        if (how.signal?.aborted) return;
        scenarios.push(compareScenario(before, after, scenario));
        await how.pause();
      }
      return tell({ type: "scenarios", scenarios });
    }
    const onProgress = (done: number): void => tell({ type: "progress", done });
    tell({ type: "shift", shift: await shiftBetween(before, after, { ...how, deals: what.deals, onProgress }) });
  } catch (error) {
    tell({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  }
}
