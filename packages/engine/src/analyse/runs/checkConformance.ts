import type { GraphDefinition } from "../../contract/definition.ts";
import type { RunStatus } from "../../contract/run.ts";
import { reachableFrom } from "../../graph/reach.ts";
import { MAX_ATTEMPTS } from "../../interpreter/retry.ts";
import { analyseGraph } from "../analyseGraph.ts";
import { readRunnable } from "../read.ts";
import type { Runnable } from "../read.ts";
import { waysOf } from "../ways.ts";
import { tooEarly } from "./earliest.ts";
import { contradictions, ENDED, readTimes } from "./knownRun.ts";
import type { ConformanceReason, KnownRun } from "./knownRun.ts";
import { looksLike, phasesAt } from "./phases.ts";
import type { RunPhase } from "./phases.ts";

/** Where a run may stand, and in the middle of what. `nodeId` is null for a run that stands nowhere. */
export interface RunCandidate {
  nodeId: string | null;
  phase: RunPhase;
}

export interface Conformance {
  /** `ambiguous`: possible in several ways, see `candidates`. */
  verdict: "consistent" | "impossible" | "ambiguous";
  /** Why it is impossible; empty otherwise. */
  reasons: ConformanceReason[];
  candidates: RunCandidate[];
}

export interface ConformanceOptions {
  /** False when the automation puts nothing off to business hours; not known unless told. */
  respectBusinessHours?: boolean;
}

/**
 * Whether what is known of a run can come from this definition. Times are lower bounds: a run may be late, never early.
 * Never throws.
 *
 * @example
 * ```ts
 * import { checkConformance } from "@trilho/engine/analyse";
 *
 * const { verdict, reasons } = checkConformance(
 *   {
 *     version: 2,
 *     nodes: [
 *       { id: "start", type: "trigger" },
 *       { id: "pause", type: "wait", config: { delaySeconds: 3600 } },
 *     ],
 *     edges: [{ source: "start", target: "pause" }],
 *   },
 *   { status: "waiting", currentNodeId: "pause", startedAt: "2026-01-05T12:00:00Z", nextAttemptAt: "2026-01-05T12:30:00Z" },
 * );
 * // "impossible", [{ code: "too-early", … }]
 * ```
 */
export function checkConformance(
  definition: GraphDefinition,
  run: KnownRun,
  options: ConformanceOptions = {},
): Conformance {
  const times = readTimes(run);
  if (times === null) return impossible({ code: "unreadable-run", message: "The run cannot be read." });
  const wrong = contradictions(run, times);
  if (wrong.length > 0) return impossible(...wrong);
  const runnable = readRunnable(definition);
  const { problem } = runnable.plan;
  if (problem !== null) return ofUnrunnable(run, problem);
  const reasons: ConformanceReason[] = [];
  const earliest = new Map(
    analyseGraph(runnable.definition).nodes.map(({ nodeId, arrivalMs }) => [nodeId, arrivalMs?.min ?? null]),
  );
  const nodeIds = placesOf(runnable, run, earliest, reasons);
  const candidates = nodeIds.flatMap((nodeId) =>
    candidatesAt(runnable, nodeId, run, options).filter(({ phase }) => {
      const reason = tooEarly(runnable, nodeId, phase, run.status, earliest.get(nodeId) ?? 0, times);
      if (reason !== null) reasons.push({ code: "too-early", message: reason, nodeId });
      return reason === null;
    }),
  );
  candidates.push(...nowhere(run));
  if (candidates.length > 0)
    return { verdict: candidates.length === 1 ? "consistent" : "ambiguous", reasons: [], candidates };
  if (reasons.length > 0) return impossible(...reasons);
  const nodeId = run.currentNodeId;
  return impossible({
    code: "cannot-hold",
    message: `A run cannot be “${run.status ?? "?"}”${run.waitingForReply === true ? " for a reply" : ""} ${typeof nodeId === "string" ? `at “${nodeId}”` : "anywhere"}.`,
    ...(typeof nodeId === "string" && { nodeId }),
  });
}

function impossible(...reasons: ConformanceReason[]): Conformance {
  return { verdict: "impossible", reasons, candidates: [] };
}

function ofUnrunnable(run: KnownRun, message: string): Conformance {
  const { status, currentNodeId = null } = run;
  const phase = status === "queued" ? "new" : "ended";
  const isPossible =
    currentNodeId === null &&
    (status === undefined || !["running", "waiting", "completed", "dead_letter"].includes(status));
  return isPossible
    ? { verdict: "consistent", reasons: [], candidates: [{ nodeId: null, phase }] }
    : impossible({ code: "not-runnable", message });
}

/** Nodes at which the run may stand by what is known of its place and its effects. */
function placesOf(
  { graph }: Runnable,
  { currentNodeId, effects = [], status }: KnownRun,
  earliest: ReadonlyMap<string, number | null>,
  reasons: ConformanceReason[],
): string[] {
  if (typeof currentNodeId === "string" && !graph.indexOf.has(currentNodeId)) {
    reasons.push({ code: "unknown-node", message: `There is no node “${currentNodeId}”.`, nodeId: currentNodeId });
    return [];
  }
  if (currentNodeId === null && !(status !== undefined && ENDED.has(status))) return [];
  let reached: Uint8Array | null = null;
  for (const nodeId of effects) {
    const position = graph.indexOf.get(nodeId);
    if (position === undefined || (reached !== null && !reached[position]) || earliest.get(nodeId) === null) {
      reasons.push({ code: "effects-out-of-order", message: `No run carries out “${nodeId}” there.`, nodeId });
      return [];
    }
    reached = reachableFrom(graph.nodes.length, graph.out, graph.target, [position]);
  }
  const all = typeof currentNodeId === "string" ? [currentNodeId] : [...graph.indexOf.keys()];
  return all.filter((nodeId) => {
    const isBehind = reached !== null && !reached[graph.indexOf.get(nodeId) ?? -1];
    const isReached = earliest.get(nodeId) !== null;
    if (!isReached) reasons.push({ code: "unreachable-node", message: `No run comes to “${nodeId}”.`, nodeId });
    else if (isBehind)
      reasons.push({ code: "effects-out-of-order", message: `“${nodeId}” does not come after them.`, nodeId });
    return isReached && !isBehind;
  });
}

/** Statuses that a run can get anywhere, from outside. */
const FROM_OUTSIDE: ReadonlySet<RunStatus | undefined> = new Set(["skipped", "cancelled", undefined]);

function candidatesAt(runnable: Runnable, nodeId: string, run: KnownRun, options: ConformanceOptions): RunCandidate[] {
  const { graph, plan } = runnable;
  const position = graph.indexOf.get(nodeId) ?? -1;
  const node = plan.nodes.get(nodeId);
  if (!node) return [];
  const { status, attempts } = run;
  const going = phasesAt(plan, node).filter((phase) => {
    if (!looksLike(phase, run)) return false;
    if (phase === "retrying") return attempts === undefined || (attempts >= 1 && attempts < MAX_ATTEMPTS);
    if (phase === "deferred") return options.respectBusinessHours !== false && (attempts ?? 0) < MAX_ATTEMPTS;
    return true;
  });
  const starts = status === "queued" && position === graph.trigger ? (["new"] as const) : [];
  const canEnd = FROM_OUTSIDE.has(status) || waysOf(runnable, position).some(({ ends }) => ends === status);
  const ends = canEnd && run.waitingForReply !== true ? (["ended"] as const) : [];
  return [...going, ...starts, ...ends].map((phase) => ({ nodeId, phase }));
}

/** A run that stands nowhere: not begun, or ended before it began. */
function nowhere({ status, currentNodeId, effects = [], waitingForReply }: KnownRun): RunCandidate[] {
  if (typeof currentNodeId === "string" || effects.length > 0 || waitingForReply === true) return [];
  if (status === "queued") return [{ nodeId: null, phase: "new" }];
  return status === "skipped" || status === "cancelled" ? [{ nodeId: null, phase: "ended" }] : [];
}
