import { createGraphSession } from "@trilho/engine/analyse";
import type { Benchmark, Case } from "../../harness/benchmark.ts";
import { SALES } from "../graphs/sales.ts";
import { SHAPES } from "../graphs/shapes.ts";

/** Whether an edge may be drawn, asked while a person draws it. */
export const connect: Benchmark = {
  title: "canConnect in a session",
  about: "An exit that is free, towards every node in turn: some would close a loop, some would not.",
  unit: "question",
  baseline: "50 nodes",
  goals: [
    { say: "under 1 µs at 50 nodes", case: "50 nodes", atMostNs: 1000 },
    { say: "under 1 µs at 5,000 nodes", case: "5,000 nodes", atMostNs: 1000 },
  ],
  prepare: async () => [
    asking("50 nodes", SALES, "close", "fallback"),
    asking("500 nodes", SHAPES.diamonds(500), "y80", "fallback"),
    asking("5,000 nodes", SHAPES.diamonds(5000), "y800", "fallback"),
  ],
};

function asking(name: string, definition: typeof SALES, source: string, handle: string): Case {
  const session = createGraphSession(definition);
  const ids = definition.nodes.map(({ id }) => id);
  const answers = ids.map((id) => session.canConnect(source, handle, id).ok);
  if (!answers.includes(true) || !answers.includes(false)) throw new Error(`${name}: the answers do not differ`);
  let next = 0;
  return {
    name,
    role: "ours",
    run: () => {
      next = next + 1 < ids.length ? next + 1 : 0;
      return session.canConnect(source, handle, ids[next] ?? "");
    },
  };
}
