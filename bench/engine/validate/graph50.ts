import { validateGraph } from "@trilho/engine";
import type { Benchmark } from "../../harness/benchmark.ts";
import { SALES } from "../graphs/sales.ts";
import { validateByHand } from "./limit.ts";

/** Validates one graph of the contract's greatest size. */
export const graph50: Benchmark = {
  title: "validate 50 nodes, 65 edges",
  about:
    "All errors and warnings of a sales automation without problems: conditions, waits, round robins, buttons, Liquid.",
  unit: "graph",
  baseline: "validateGraph",
  goals: [{ say: "at most 3 times the limit", case: "validateGraph", against: "hand-written limit", atMost: 3 }],
  prepare: async () => [
    { name: "validateGraph", role: "ours", run: () => validateGraph(SALES) },
    { name: "hand-written limit", role: "limit", run: () => validateByHand(SALES) },
  ],
};
