import { compileRun, simulateRun } from "@trilho/engine";
import type { Benchmark } from "../../harness/benchmark.ts";
import { SALES } from "../graphs/sales.ts";
import { runByHand } from "./run-limit.ts";
import { HOT } from "./scenarios.ts";

/** One simulated run with its trace. */
export const trace26: Benchmark = {
  title: "a traced run of 26 steps",
  about:
    "A deal goes through the sales automation of 50 nodes: every step with its reason, its words and its effect. The limit writes the same trace.",
  unit: "run",
  baseline: "simulateRun of a plan",
  goals: [
    { say: "at most 3 times the limit", case: "simulateRun of a plan", against: "hand-written limit", atMost: 3 },
  ],
  prepare: async () => {
    const plan = compileRun(SALES);
    return [
      { name: "simulateRun of a plan", role: "ours", run: () => simulateRun(plan, HOT) },
      {
        name: "simulateRun of a definition",
        role: "ours",
        note: "compiles all 50 nodes first",
        run: () => simulateRun(SALES, HOT),
      },
      {
        name: "hand-written limit",
        role: "limit",
        note: "knows the graph from the start",
        run: () => runByHand(HOT),
      },
    ];
  },
};
