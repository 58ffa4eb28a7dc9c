import * as fc from "fast-check";
import { simulateWorkspace } from "../../../workspace/simulate-workspace.ts";
import { analyseWorkspace } from "../../analyse-workspace.ts";
import { scenarioOfWitness } from "../../witness/types.ts";
import { happened, isAmong, keyOf } from "./happened.ts";
import { allThatHappens, STAGES, worlds } from "./worlds.ts";

/** What the analysis says of small worlds, held against all that happens in them. */
export interface Judgement {
  /** Findings that are shown. */
  readonly shown: number;
  /** Those of them that do not happen when their witness is replayed, in words. */
  readonly untrue: readonly string[];
  /** What happens in some world. */
  readonly happening: number;
  /** What of it the analysis does not show, with the world. */
  readonly missed: readonly string[];
}

/** Judges so many worlds; those of a seed are the same every time. */
export function judged(count: number, seed?: number): Judgement {
  const untrue: string[] = [];
  const missed: string[] = [];
  let [shown, happening] = [0, 0];
  for (const automations of fc.sample(worlds, { numRuns: count, ...(seed !== undefined && { seed }) })) {
    const workspace = { automations, stages: STAGES };
    const { findings } = analyseWorkspace(workspace);
    const seen = new Set<string>();
    for (const { code, places, shown: witness } of findings) {
      const key = keyOf(
        code,
        places.map(({ automationId }) => automationId),
      );
      if (witness === null) continue;
      shown += 1;
      seen.add(key);
      const taking = automations.filter(({ id }) => witness.automationIds.includes(id));
      const result = simulateWorkspace(scenarioOfWitness(witness, workspace), { stepBudget: 10_000 });
      if (!isAmong(key, happened(result, taking))) untrue.push(`${key} in ${JSON.stringify(automations)}`);
    }
    for (const key of allThatHappens(automations)) {
      happening += 1;
      if (!isAmong(key, seen)) missed.push(`${key} in ${JSON.stringify(automations)}`);
    }
  }
  return { shown, untrue, happening, missed };
}
