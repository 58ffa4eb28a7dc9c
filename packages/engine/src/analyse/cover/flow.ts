import { at } from "../../graph/adjacency.ts";
import type { CompiledGraph } from "../../graph/compile.ts";

/** Which edges paths may take and must take, by position, and where they may stop. The graph has no cycle. */
export interface CoverTask {
  readonly graph: CompiledGraph;
  readonly allowed: ReadonlySet<number>;
  readonly needed: ReadonlySet<number>;
  /** Whether a path may stop at a node although edges lead on. */
  mayEnd(node: number): boolean;
}

/** Paths from the trigger, as edge positions, that together take every needed edge; no fewer than `lowerBound` can. */
export interface PathCover {
  readonly paths: readonly (readonly number[])[];
  readonly lowerBound: number;
}

/** Larger graphs get a cover that is not reduced to the fewest paths. */
const MOST_EDGES = 3000;
const MOST_STEPS = 200_000;

/**
 * Covers edges of a graph without cycles by the fewest paths: a least flow with a lower bound of 1 on every needed edge,
 * reduced along augmenting paths and taken apart into paths. Every needed edge must be reachable over allowed ones.
 */
export function coverPaths(task: CoverTask): PathCover {
  const flow = feasibleFlow(task);
  const isSmall = task.allowed.size <= MOST_EDGES;
  if (isSmall) while (reduce(task, flow));
  const lowerBound = isSmall ? flow.total(task) : widest(task);
  return { paths: decompose(task, flow), lowerBound };
}

class Flow {
  readonly of: Float64Array;

  constructor(edgeCount: number) {
    this.of = new Float64Array(edgeCount);
  }

  get(edge: number): number {
    return this.of[edge] ?? 0;
  }

  add(edge: number, amount: number): void {
    this.of[edge] = this.get(edge) + amount;
  }

  /** How many paths stop at a node. */
  ending(task: CoverTask, node: number): number {
    return sum(edgesInto(task, node), this) - sum(edgesFrom(task, node), this);
  }

  total(task: CoverTask): number {
    return sum(edgesFrom(task, task.graph.trigger), this);
  }
}

function edgesFrom({ graph, allowed }: CoverTask, node: number): number[] {
  return list(graph.out, node).filter((edge) => allowed.has(edge));
}

function edgesInto({ graph, allowed }: CoverTask, node: number): number[] {
  return list(graph.in, node).filter((edge) => allowed.has(edge));
}

function list({ start, edges }: CompiledGraph["out"], node: number): number[] {
  return node < 0 ? [] : [...edges.subarray(at(start, node), at(start, node + 1))];
}

function sum(edges: readonly number[], flow: Flow): number {
  return edges.reduce((total, edge) => total + flow.get(edge), 0);
}

function feasibleFlow(task: CoverTask): Flow {
  const { graph, needed } = task;
  const flow = new Flow(graph.edges.length);
  for (const edge of needed) flow.add(edge, 1);
  const order = [...(graph.order ?? [])];
  for (const node of order.toReversed()) {
    const missing = -flow.ending(task, node);
    const [first] = edgesInto(task, node);
    if (node !== graph.trigger && missing > 0 && first !== undefined) flow.add(first, missing);
  }
  for (const node of order) {
    const surplus = flow.ending(task, node);
    const [first] = edgesFrom(task, node);
    if (node !== graph.trigger && surplus > 0 && first !== undefined && !task.mayEnd(node)) flow.add(first, surplus);
  }
  return flow;
}

interface Hop {
  edge: number;
  /** 1 where the flow of the edge grows, -1 where it shrinks. */
  change: 1 | -1;
  from: number;
}

/** Takes away one path's worth of flow from the trigger to an end, leading the rest round it; false when the flow is the least. */
function reduce(task: CoverTask, flow: Flow): boolean {
  const { graph, needed } = task;
  const cameBy = new Map<number, Hop>();
  const queue = [graph.trigger];
  for (let next = 0; next < queue.length; next += 1) {
    const node = queue[next] ?? -1;
    if (node !== graph.trigger && flow.ending(task, node) > 0) {
      undo(graph.trigger, node, cameBy, flow);
      return true;
    }
    const reach = (target: number, hop: Hop) => {
      if (target === graph.trigger || cameBy.has(target)) return;
      cameBy.set(target, hop);
      queue.push(target);
    };
    for (const edge of edgesFrom(task, node)) {
      const least = needed.has(edge) ? 1 : 0;
      if (flow.get(edge) > least) reach(at(graph.target, edge), { edge, change: -1, from: node });
    }
    for (const edge of edgesInto(task, node)) reach(at(graph.source, edge), { edge, change: 1, from: node });
  }
  return false;
}

function undo(start: number, end: number, cameBy: ReadonlyMap<number, Hop>, flow: Flow): void {
  for (let node = end; node !== start;) {
    const hop = cameBy.get(node);
    if (!hop) return;
    flow.add(hop.edge, hop.change);
    node = hop.from;
  }
}

function decompose(task: CoverTask, flow: Flow): number[][] {
  const { graph } = task;
  const paths: number[][] = [];
  const untaken = graph.nodes.map((_, node) => edgesFrom(task, node).toReversed());
  let steps = 0;
  for (let left = flow.total(task); left > 0 && steps < MOST_STEPS; left -= 1) {
    const path: number[] = [];
    for (let node = graph.trigger; ;) {
      const edge = nextWith(flow, untaken[node] ?? []);
      if (edge === undefined) break;
      flow.add(edge, -1);
      path.push(edge);
      node = at(graph.target, edge);
    }
    paths.push(path);
    steps += path.length;
  }
  return paths;
}

/** The last of some edges that has flow, which only shrinks: those without are taken off. */
function nextWith(flow: Flow, edges: number[]): number | undefined {
  while (edges.length > 0 && flow.get(edges.at(-1) ?? -1) <= 0) edges.pop();
  return edges.at(-1);
}

/** The most needed edges that leave one node: each takes a path of its own. */
function widest(task: CoverTask): number {
  let most = 0;
  for (let node = 0; node < task.graph.nodes.length; node += 1) {
    most = Math.max(most, edgesFrom(task, node).filter((edge) => task.needed.has(edge)).length);
  }
  return most;
}
