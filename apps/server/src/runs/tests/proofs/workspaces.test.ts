import { simulateWorkspace, type WorkspaceScenario } from "@trilho/engine/workspace";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, it } from "vitest";
import { EVERYTHING } from "../../../testing/everything.ts";
import { workspaces } from "../../testing/workspaces/cases.ts";
import { differenceOf } from "../../testing/workspaces/difference.ts";
import { type LiveWorkspaces, openLiveWorkspaces } from "../../testing/workspaces/live.ts";
import { storyOf } from "../../testing/workspaces/story.ts";

/** More of them by TRILHO_PROOF_WORKSPACES. */
const WORKSPACES = Number(process.env["TRILHO_PROOF_WORKSPACES"] ?? 200);
const MS_PER_WORKSPACE = 5000;
/** A rare difference is found where somebody looks for it, and not in a change of something else. */
const ALWAYS_THE_SAME = EVERYTHING ? {} : { seed: 20_250_106 };
/** Automations that set each other off make millions of runs of few deeds: such workspaces are left out. */
const MOST_RUNS = 120;
const MOST_MOVES = 5000;

let live: LiveWorkspaces;
beforeAll(async () => {
  live = await openLiveWorkspaces();
});
afterAll(() => live.close());

async function compare(scenario: WorkspaceScenario): Promise<void> {
  const simulated = simulateWorkspace(scenario, { stepBudget: MOST_MOVES });
  fc.pre(simulated.error?.code !== "step-budget" && simulated.runs.length <= MOST_RUNS);
  if (simulated.error !== null) throw new Error(simulated.error.message);
  const difference = differenceOf(storyOf(simulated), storyOf(await live.play(scenario)));
  if (difference !== null) throw new Error(difference);
}

describe("what was simulated is what runs", () => {
  it(
    "over whole workspaces: runs, refusals, steps, instants, events and deals",
    () =>
      fc.assert(fc.asyncProperty(workspaces, compare), {
        numRuns: WORKSPACES,
        // A difference is told before it is made as small as can be.
        interruptAfterTimeLimit: (WORKSPACES * MS_PER_WORKSPACE) / 2,
        markInterruptAsFailure: true,
        ...ALWAYS_THE_SAME,
      }),
    WORKSPACES * MS_PER_WORKSPACE,
  );
});
