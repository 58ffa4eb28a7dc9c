import { analyseWorkspace } from "@trilho/engine/interactions";
import type { AnalysedWorkspace } from "@trilho/engine/interactions";
import type { Benchmark, Case } from "../../harness/benchmark.ts";
import { teams } from "./teams.ts";

const SECOND = 1_000_000_000;

/** What all automations of a workspace do to each other. */
export const analyse: Benchmark = {
  title: "analyse a workspace",
  about:
    "Automations of sales teams with a pipeline each: questions, tags, moves, fields, waits, conditions. Some take answers from each other, undo each other or start each other; each that is found is simulated.",
  unit: "workspace",
  baseline: "200 automations",
  rounds: 3,
  turnMs: 1,
  warmUpRounds: 1,
  goals: [
    { say: "200 automations in 2 s", case: "200 automations", atMostNs: 2 * SECOND },
    { say: "1,000 automations in 10 s", case: "1,000 automations", atMostNs: 10 * SECOND },
  ],
  prepare: async () => [
    looking("20 automations", teams(2)),
    looking("200 automations", teams(20)),
    looking("1,000 automations", teams(100)),
  ],
};

function looking(name: string, workspace: AnalysedWorkspace): Case {
  return {
    name,
    role: "ours",
    slow: workspace.automations.length > 500,
    run: () => {
      const { counts } = analyseWorkspace(workspace);
      if (counts.shown === 0) throw new Error(`${name}: nothing was shown`);
    },
  };
}
