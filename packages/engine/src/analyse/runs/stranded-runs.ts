import { isObject } from "../../contract/json.ts";
import type { GraphDefinition, GraphNode } from "../../contract/definition.ts";
import type { RunStatus } from "../../contract/run.ts";
import type { Plan } from "../../interpreter/plan.ts";
import { plainly } from "../../json/plainly.ts";
import { readRunnable } from "../read.ts";
import { looksLike, phasesAt } from "./phases.ts";
import type { RunPhase, Standing } from "./phases.ts";

/** What is needed of a run (contract, "Automation run"). */
export interface WaitingRun {
  runId?: string;
  status: RunStatus;
  currentNodeId: string | null;
  waitingForReply?: boolean;
}

export interface StrandedRun<Run extends WaitingRun> {
  run: Run;
  /** `cannot-hold`: the node is still there, but no longer one at which a run can wait like this. */
  reason: "node-gone" | "cannot-hold";
}

/**
 * Which runs could not go on if they were moved from one definition to another. Runs that keep the version they began
 * with are never stranded. Never throws.
 *
 * @example
 * ```ts
 * import { strandedRuns } from "@trilho/engine/analyse";
 *
 * const stranded = strandedRuns(
 *   { version: 2, nodes: [{ id: "pause", type: "wait", config: { delaySeconds: 60 } }] },
 *   { version: 2, nodes: [] },
 *   [{ runId: "r1", status: "waiting", currentNodeId: "pause" }],
 * );
 * // [{ run: { runId: "r1", … }, reason: "node-gone" }]
 * ```
 */
export function strandedRuns<Run extends WaitingRun>(
  before: GraphDefinition,
  after: GraphDefinition,
  runs: readonly Run[],
): StrandedRun<Run>[] {
  return plainly([before, after, runs], findStranded<Run>);
}

function findStranded<Run extends WaitingRun>(
  before: GraphDefinition,
  after: GraphDefinition,
  runs: readonly Run[],
): StrandedRun<Run>[] {
  const old = nodesOf(before);
  const next = nodesOf(after);
  if (!Array.isArray(runs)) return [];
  return runs.flatMap((run: Run): StrandedRun<Run>[] => {
    const live = plainly([run], liveStanding);
    if (live === null) return [];
    const phases = next(live.nodeId);
    if (phases === null) return [{ run, reason: "node-gone" }];
    const was = (old(live.nodeId) ?? phases).filter((phase) => looksLike(phase, live));
    return was.some((phase) => phases.includes(phase)) ? [] : [{ run, reason: "cannot-hold" }];
  });
}

/** Where a run stands that goes on; null for any other. */
function liveStanding(run: WaitingRun): (Standing & { nodeId: string }) | null {
  if (!isObject(run)) return null;
  const { status, currentNodeId: nodeId, waitingForReply } = run;
  const isLive = status === "running" || status === "waiting";
  return isLive && typeof nodeId === "string" ? { status, nodeId, waitingForReply } : null;
}

/** The phases that a node allows; null where there is no such node. */
function nodesOf(definition: GraphDefinition): (nodeId: string) => RunPhase[] | null {
  const { plan, graph, definition: copy } = readRunnable(definition);
  // Where no run could start, the nodes are still there: they hold what they hold.
  const nodes = plan.problem === null ? plan.nodes : soundPart(copy, graph.nodes);
  return (nodeId) => {
    const node = nodes.get(nodeId);
    return node ? phasesAt(plan, node) : null;
  };
}

function soundPart(definition: GraphDefinition, nodes: readonly GraphNode[]): Plan["nodes"] {
  const others = nodes.filter((node) => isObject(node) && node.type !== "trigger");
  const alone: GraphDefinition = { ...definition, nodes: [{ id: "", type: "trigger" }, ...others], edges: [] };
  return readRunnable(alone).plan.nodes;
}
