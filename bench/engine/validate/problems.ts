import { validateGraph } from "@trilho/engine";
import type { Benchmark, Case } from "../../harness/benchmark.ts";
import { DRAFTS } from "../graphs/drafts.ts";
import { SALES } from "../graphs/sales.ts";

const CLEAN = "no problem";

/** What problems cost: each fix is tried before it is offered. */
export const problems: Benchmark = {
  title: "validate 50 nodes with 30 problems",
  about:
    "Drafts with 30 problems, each with a fix that is tried before it is offered, beside the sales automation without any.",
  unit: "graph",
  baseline: CLEAN,
  goals: Object.keys(DRAFTS).map((name) => ({
    say: `30 problems of ${name}: at most 10 times a graph without any`,
    case: name,
    against: CLEAN,
    atMost: 10,
  })),
  prepare: async () => [
    // As long a turn as the others are to take at most: what interrupts one of them interrupts it as well.
    {
      name: CLEAN,
      role: "ours",
      units: 10,
      run: () => {
        for (let times = 0; times < 10; times += 1) validateGraph(SALES);
      },
    },
    ...Object.entries(DRAFTS).map(([name, draft]): Case => {
      const found = validateGraph(draft).problems;
      const fixes = found.flatMap((problem) => problem.fixes ?? []).length;
      if (found.length !== 30) throw new Error(`${name}: ${found.length} problems`);
      return { name, role: "ours", run: () => validateGraph(draft), note: `${fixes} fixes offered` };
    }),
  ],
};
