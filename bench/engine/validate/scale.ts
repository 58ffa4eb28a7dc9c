import { validateGraph } from "@trilho/engine";
import type { Benchmark, Case } from "../../harness/benchmark.ts";
import { SHAPES } from "../graphs/shapes.ts";

const SIZES = [50, 500, 5000, 50_000];

/** Whether validation stays linear where limits are raised. */
export const scale: Benchmark = {
  title: "validate 50 to 50,000 nodes",
  about:
    "Graphs without problems, with limits raised to their size; the time for one node says whether it stays linear.",
  unit: "node",
  baseline: "chain, 50 nodes",
  rounds: 5,
  turnMs: 20,
  goals: Object.keys(SHAPES).map((shape) => ({
    say: `${shape}: a node costs at most 4 times as much among 50,000 as among 500`,
    case: named(shape, 50_000),
    against: named(shape, 500),
    atMost: 4,
  })),
  prepare: async () =>
    Object.entries(SHAPES).flatMap(([shape, make]) => SIZES.map((size) => validating(shape, make, size))),
};

function named(shape: string, size: number): string {
  return `${shape}, ${size.toLocaleString("en")} nodes`;
}

function validating(shape: string, make: (size: number) => unknown, size: number): Case {
  let graph: unknown = null;
  const limits = { nodes: size, waits: size };
  return {
    name: named(shape, size),
    role: "ours",
    units: size,
    slow: size > 5000,
    run: () => {
      graph ??= make(size);
      const { problems } = validateGraph(graph, { limits });
      if (problems.length > 0) throw new Error(`${named(shape, size)}: ${problems[0]?.code}`);
      return problems;
    },
  };
}
