import { LIVE_STATUSES } from "../../contract/run.ts";
import type { Runnable } from "../read.ts";
import { arrivalsThrough } from "./arrivals.ts";
import type { Arrivals, PassableWays } from "./arrivals.ts";
import type { ConformanceReason, KnownRun } from "./known-run.ts";
import { phasesAt } from "./phases.ts";

/** A node at which a run may stand by what is known of its place and its effects. */
export interface Place {
  readonly nodeId: string;
  readonly position: number;
  /** The least time from the start of the run until it comes here, ms. */
  readonly arrivalMs: number;
}

export interface Places {
  readonly places: readonly Place[];
  /** Why it stands nowhere else. */
  readonly reasons: readonly ConformanceReason[];
}

/** Nodes at which a run may stand by what is known of its place and its effects. */
export function placesOf(runnable: Runnable, ways: PassableWays, run: KnownRun): Places {
  const { graph } = runnable;
  const { currentNodeId, effects = [], status } = run;
  if (typeof currentNodeId === "string" && !graph.indexOf.has(currentNodeId)) {
    return nowhere({ code: "unknown-node", message: `There is no node “${currentNodeId}”.`, nodeId: currentNodeId });
  }
  if (currentNodeId === null && (status === undefined || LIVE_STATUSES.includes(status)))
    return { places: [], reasons: [] };
  const idle = effects.find((nodeId) => graph.indexOf.has(nodeId) && !actsAt(runnable, nodeId));
  if (idle !== undefined) {
    return nowhere({ code: "no-effect", message: `Nothing is carried out at “${idle}”.`, nodeId: idle });
  }
  const usual = arrivalsThrough(runnable, ways, []);
  const known = effects.length === 0 ? usual : arrivalsThrough(runnable, ways, effects);
  const { missed } = known;
  if (missed !== null) {
    return nowhere({ code: "effects-out-of-order", message: `No run carries out “${missed}” there.`, nodeId: missed });
  }
  const nodeIds = typeof currentNodeId === "string" ? [currentNodeId] : [...graph.indexOf.keys()];
  return amongThese(nodeIds, runnable, usual, known);
}

function nowhere(...reasons: ConformanceReason[]): Places {
  return { places: [], reasons };
}

/** Whether a run does anything at a node but decide, wait or end. */
function actsAt({ plan }: Runnable, nodeId: string): boolean {
  const node = plan.nodes.get(nodeId);
  const phases = node ? phasesAt(plan, node) : [];
  return phases.includes("performing") || phases.includes("picking_exit");
}

function amongThese(nodeIds: readonly string[], { graph }: Runnable, usual: Arrivals, known: Arrivals): Places {
  const places: Place[] = [];
  const reasons: ConformanceReason[] = [];
  for (const nodeId of nodeIds) {
    const position = graph.indexOf.get(nodeId) ?? -1;
    const arrivalMs = known.leastMs[position] ?? Infinity;
    if (arrivalMs < Infinity) places.push({ nodeId, position, arrivalMs });
    else if ((usual.leastMs[position] ?? Infinity) < Infinity)
      reasons.push({ code: "effects-out-of-order", message: `“${nodeId}” does not come after them.`, nodeId });
    else reasons.push({ code: "unreachable-node", message: `No run comes to “${nodeId}”.`, nodeId });
  }
  return { places, reasons };
}
