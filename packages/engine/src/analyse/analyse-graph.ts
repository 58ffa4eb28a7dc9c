import { isObject } from "../contract/json.ts";
import type { ActionType, GraphDefinition } from "../contract/definition.ts";
import { at } from "../graph/adjacency.ts";
import { CUSTOMER_ACTIONS } from "../interpreter/plan.ts";
import { plainly } from "../json/plainly.ts";
import { edgeIdOf } from "../rules/finding/rule.ts";
import { meanMs, probabilitiesOf } from "./model.ts";
import type { RunModel } from "./model.ts";
import { readRunnable } from "./read.ts";
import type { Runnable } from "./read.ts";
import { exitsOf } from "./exits.ts";
import type { Exit } from "./exits.ts";

/** Lengths of time in ms. `mean` is null where the model gives the event no chance. */
export interface DurationRange {
  min: number;
  mean: number | null;
  max: number;
}

export interface NodeAnalysis {
  nodeId: string;
  /** That a run comes here. */
  probability: number;
  /** From the start of the run until it comes here; null where no path leads. */
  arrivalMs: DurationRange | null;
}

export interface EdgeAnalysis {
  /** Position in the definition. */
  edge: number;
  edgeId: string | null;
  /** That a run goes along it. */
  probability: number;
}

/** What can be said of all runs of a definition without running one. */
export interface GraphAnalysis {
  /** Why no run can start; null when runs can. */
  problem: string | null;
  /** How many different sequences of edges lead a run from the trigger to where it completes. Exact. */
  paths: bigint;
  /** Of the runs that complete: waits and the time until replies, without retries and business hours. Null when none can complete. */
  durationMs: DurationRange | null;
  /** Messages that reach the contact, per run, on average. */
  messages: number;
  messagesByAction: { actionType: ActionType; mean: number }[];
  /** How runs end; `failed` holds the dead letters too. */
  endings: { completed: number; failed: number };
  nodes: NodeAnalysis[];
  edges: EdgeAnalysis[];
}

/**
 * Number of paths, probability of every node and edge, durations and messages: exact by the model, in one pass over the
 * graph, not sampled. Conditions count as free: whether facts can satisfy their rules is `coverScenarios`' question.
 * Never throws.
 *
 * @example
 * ```ts
 * import { analyseGraph } from "@trilho/engine/analyse";
 *
 * const { paths, messages } = analyseGraph(
 *   {
 *     version: 2,
 *     nodes: [
 *       { id: "start", type: "trigger" },
 *       { id: "ask", type: "action", actionType: "send_whatsapp", config: { text: "Hi", awaitReply: true } },
 *       { id: "thank", type: "action", actionType: "send_whatsapp", config: { text: "Thanks" } },
 *     ],
 *     edges: [
 *       { source: "start", target: "ask" },
 *       { source: "ask", target: "thank", sourceHandle: "replied" },
 *     ],
 *   },
 *   { handles: { ask: { timeout: 0.75 } } },
 * );
 * // paths: 2n (answered, silent), messages: 1.25
 * ```
 */
export function analyseGraph(definition: GraphDefinition, model: RunModel = {}): GraphAnalysis {
  return plainly([definition, model], analyse);
}

function analyse(definition: GraphDefinition, model: RunModel): GraphAnalysis {
  const runnable = readRunnable(definition);
  const { graph, plan } = runnable;
  const walk = startWalk(runnable);
  const used = isObject(model) ? model : {};
  if (plan.problem === null) for (const node of graph.order ?? []) visit(runnable, walk, node, used);
  const probabilities = walk.arrivals.map((arrival) => arrival?.probability ?? 0);
  return {
    problem: plan.problem,
    paths: walk.completed.paths,
    durationMs: rangeOf(walk.completed),
    messages: [...walk.messages.values()].reduce((total, mean) => total + mean, 0),
    messagesByAction: [...walk.messages].map(([actionType, mean]) => ({ actionType, mean })),
    endings: { completed: walk.completed.probability, failed: walk.failed },
    nodes: [...graph.indexOf].map(([nodeId, index]) => ({
      nodeId,
      probability: probabilities[index] ?? 0,
      arrivalMs: walk.ranges[index] ?? null,
    })),
    edges: graph.edges.map((edge, index) => ({
      edge: index,
      edgeId: edgeIdOf(isObject(edge) ? edge : undefined),
      probability: walk.taken[index] ?? 0,
    })),
  };
}

/** What is known of the runs that come to one place. `timeMs` is the mean time of arrival times `probability`. */
interface Arrival {
  paths: bigint;
  probability: number;
  timeMs: number;
  minMs: number;
  maxMs: number;
}

interface Walk {
  /** By node position; undefined where no path leads. */
  readonly arrivals: (Arrival | undefined)[];
  readonly ranges: (DurationRange | null)[];
  readonly completed: Arrival;
  readonly messages: Map<ActionType, number>;
  /** By edge position. */
  readonly taken: Float64Array;
  failed: number;
}

function startWalk({ graph }: Runnable): Walk {
  const arrivals: Walk["arrivals"] = graph.nodes.map(() => undefined);
  if (graph.trigger >= 0) arrivals[graph.trigger] = { ...nowhere(), paths: 1n, probability: 1, minMs: 0, maxMs: 0 };
  return {
    arrivals,
    ranges: graph.nodes.map(() => null),
    completed: nowhere(),
    messages: new Map(),
    taken: new Float64Array(graph.edges.length),
    failed: 0,
  };
}

function nowhere(): Arrival {
  return { paths: 0n, probability: 0, timeMs: 0, minMs: Infinity, maxMs: -Infinity };
}

function visit(runnable: Runnable, walk: Walk, position: number, model: RunModel): void {
  const { graph, plan } = runnable;
  const here = walk.arrivals[position];
  const node = plan.nodes.get(graph.nodes[position]?.id ?? "");
  if (!here || !node) return;
  walk.ranges[position] = rangeOf(here);
  const ways = exitsOf(runnable, position);
  const probabilities = probabilitiesOf(node, ways, model);
  const counted = new Set<number>();
  ways.forEach((way, index) => {
    const share = probabilities[index] ?? 0;
    const destination = destinationOf(runnable, walk, way);
    if (!destination) walk.failed += here.probability * share;
    else arrive(destination, here, way, share, meanMs(way, model), !counted.has(way.edge));
    if (destination) counted.add(way.edge);
    if (way.edge >= 0) walk.taken[way.edge] = (walk.taken[way.edge] ?? 0) + here.probability * share;
    if (node.kind === "action" && isSent(way)) countMessage(walk, node.actionType, here.probability * share);
  });
  // Counts of paths grow as long as the graph: those no longer needed are let go.
  here.paths = 0n;
}

/** Where a way leads: another node, or the completed runs; null where the run breaks off. */
function destinationOf({ graph }: Runnable, walk: Walk, way: Exit): Arrival | null {
  if (way.edge < 0) return way.ends === "completed" ? walk.completed : null;
  const target = at(graph.target, way.edge);
  const arrival = walk.arrivals[target] ?? nowhere();
  walk.arrivals[target] = arrival;
  return arrival;
}

function arrive(to: Arrival, from: Arrival, way: Exit, share: number, lasts: number, isNewEdge: boolean): void {
  const probability = from.probability * share;
  if (isNewEdge) to.paths += from.paths;
  to.probability += probability;
  to.timeMs += from.timeMs * share + probability * lasts;
  to.minMs = Math.min(to.minMs, from.minMs + way.minMs);
  to.maxMs = Math.max(to.maxMs, from.maxMs + way.maxMs);
}

const UNSENT: ReadonlySet<Exit["cause"]> = new Set(["failed", "retries-exhausted", "uncertain", "ended"]);

function isSent({ cause }: Exit): boolean {
  return !UNSENT.has(cause);
}

function countMessage({ messages }: Walk, actionType: ActionType | null, mean: number): void {
  if (actionType === null || !CUSTOMER_ACTIONS.has(actionType)) return;
  messages.set(actionType, (messages.get(actionType) ?? 0) + mean);
}

function rangeOf({ minMs, maxMs, timeMs, probability }: Arrival): DurationRange | null {
  if (minMs === Infinity) return null;
  return { min: minMs, mean: probability > 0 ? timeMs / probability : null, max: maxMs };
}
