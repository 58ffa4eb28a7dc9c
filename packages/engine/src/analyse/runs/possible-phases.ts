import type { RunStatus } from "../../contract/run.ts";
import type { Runnable } from "../read.ts";
import type { PassableWays } from "./arrivals.ts";
import { isGivenUp } from "./known-run.ts";
import { looksLike, phasesAt } from "./phases.ts";
import type { RunPhase } from "./phases.ts";
import type { Place } from "./places.ts";
import type { ReadRun } from "./read-run.ts";

/** Statuses that a run can get anywhere, from outside. */
const FROM_OUTSIDE: ReadonlySet<RunStatus | undefined> = new Set(["skipped", "cancelled", undefined]);

/** What a run of this look may be in the middle of at a node, whatever its times and attempts. */
export function possiblePhases(
  { graph, plan }: Runnable,
  ways: PassableWays,
  { nodeId, position }: Place,
  { run, times }: ReadRun,
  mayBeDeferred: boolean,
): RunPhase[] {
  const node = plan.nodes.get(nodeId);
  if (!node) return [];
  const { status } = run;
  const here = phasesAt(plan, node).filter((phase) => mayBeDeferred || phase !== "deferred");
  const going = here.filter((phase) => looksLike(phase, run));
  if (run.waitingForReply === true) return going;
  const ends = new Set((ways[position] ?? []).map((way) => way.ends));
  // Business hours that cannot be used end a run where they would have put it off, past its `fallback`.
  if (here.includes("deferred")) ends.add("failed");
  const isNew = status === "queued" && position === graph.trigger;
  // A person asked for what failed to be done again: it is about to begin there.
  const hasFailed = times.startedAt !== null && (ends.has("failed") || ends.has("dead_letter") || run.givenUp === true);
  const canEnd = FROM_OUTSIDE.has(status) || isGivenUp(run) || (status !== undefined && ends.has(status));
  return [
    ...going,
    ...(isNew ? (["new"] as const) : []),
    ...(status === "queued" && hasFailed ? here.slice(0, 1) : []),
    ...(canEnd ? (["ended"] as const) : []),
  ];
}
