import { at, eachEdge } from "../graph/adjacency.ts";
import type { CompiledGraph } from "../graph/compile.ts";
import type { NodeHandle } from "../graph/handles.ts";
import { compareText } from "../json/pointer.ts";
import type { CauseKey, Consequences, Subject } from "./finding/rule.ts";

/** The part of a rule's subject that explaining needs. */
type Ways = Pick<Subject, "graph" | "isAmbiguous">;

/** Node ids by position, "" where there is none. */
type IdOf = (node: number) => string;

/**
 * Explains every unreachable node. An edge from a node that does not exist explains all that it leads to. An edge to
 * nowhere, or a branch or exit without its edge, explains one way into an island. Which islands are explained does not
 * depend on the order of the definition's lists.
 */
export function explainUnreachable(ways: Ways): Consequences {
  const { graph } = ways;
  const of = new Map<CauseKey, number[]>();
  if (graph.trigger < 0 || isAllReached(graph)) return { of, islands: [] };
  const explained = graph.reachable.slice();
  const idOf: IdOf = (node) => graph.nodes[node]?.id ?? "";
  explainByDeadSources(graph, explained, of, idOf);
  const causes = new CausePool(ways);
  for (let node = 0; node < graph.nodes.length; node += 1) if (explained[node]) causes.addFrom(node);
  causes.addUnreadable();
  const islands = islandsOf(graph, explained, idOf);
  // From the fewest ways in: where one cannot be explained, none after it can.
  const rest = islands.findIndex((island) => !causes.explain(island, of));
  return { of, islands: rest < 0 ? [] : islands.slice(rest).map(({ nodes }) => nodes) };
}

function isAllReached({ reachable, representative }: CompiledGraph): boolean {
  for (let node = 0; node < representative.length; node += 1) {
    if (representative[node] === node && reachable[node] !== 1) return false;
  }
  return true;
}

interface Island {
  nodes: readonly number[];
  /** How many edges it would take to reach all of it. */
  waysIn: number;
}

function explainByDeadSources(graph: CompiledGraph, explained: Uint8Array, of: Map<CauseKey, number[]>, idOf: IdOf) {
  const dead: number[] = [];
  for (let edge = 0; edge < graph.edges.length; edge += 1) {
    if (at(graph.source, edge) < 0 && at(graph.target, edge) >= 0) dead.push(edge);
  }
  dead.sort((a, b) => compareText(idOf(at(graph.target, a)), idOf(at(graph.target, b))) || a - b);
  for (const edge of dead) {
    const nodes = closure(graph, at(graph.target, edge), explained);
    if (nodes.length > 0) of.set(`edge ${edge}`, nodes);
  }
}

/** Marks and lists what `start` leads to and is not yet explained. */
function closure(graph: CompiledGraph, start: number, explained: Uint8Array): number[] {
  if (explained[start]) return [];
  const nodes = [start];
  explained[start] = 1;
  for (let next = 0; next < nodes.length; next += 1) {
    eachEdge(graph.out, nodes[next] ?? -1, (edge) => {
      const node = at(graph.target, edge);
      if (explained[node]) return;
      explained[node] = 1;
      nodes.push(node);
    });
  }
  return nodes;
}

/** Connected groups of unexplained nodes, sorted by their ways in, then by their smallest id. */
function islandsOf(graph: CompiledGraph, explained: Uint8Array, idOf: IdOf): Island[] {
  const seen = explained.slice();
  const islands: Island[] = [];
  for (let start = 0; start < graph.nodes.length; start += 1) {
    if (seen[start] || graph.representative[start] !== start) continue;
    const nodes = [start];
    seen[start] = 1;
    const enter = (node: number) => {
      if (seen[node]) return;
      seen[node] = 1;
      nodes.push(node);
    };
    for (let next = 0; next < nodes.length; next += 1) {
      const node = nodes[next] ?? -1;
      eachEdge(graph.out, node, (edge) => enter(at(graph.target, edge)));
      eachEdge(graph.in, node, (edge) => enter(at(graph.source, edge)));
    }
    if (nodes.length > 1) nodes.sort((a, b) => compareText(idOf(a), idOf(b)));
    islands.push({ nodes, waysIn: waysInto(graph, nodes) });
  }
  return islands.toSorted((a, b) => a.waysIn - b.waysIn || compareText(idOf(a.nodes[0] ?? -1), idOf(b.nodes[0] ?? -1)));
}

/** Of the strongly connected components among `nodes`, those that nothing else leads into. */
function waysInto(graph: CompiledGraph, nodes: readonly number[]): number {
  if (nodes.length === 1) return 1;
  const open = new Set(nodes.map((node) => at(graph.components.of, node)));
  for (const node of nodes) {
    const component = at(graph.components.of, node);
    eachEdge(graph.in, node, (edge) => {
      if (at(graph.components.of, at(graph.source, edge)) !== component) open.delete(component);
    });
  }
  return open.size;
}

/** Handles of a node that need an edge and have none, not even one that leads nowhere. */
export function openHandles({ handles, uses }: CompiledGraph, node: number): readonly NodeHandle[] {
  const offered = handles[node] ?? NONE;
  const start = at(uses.start, node);
  let open: NodeHandle[] | null = null;
  for (let place = 0; place < offered.length; place += 1) {
    const handle = offered[place];
    if (handle?.required && at(uses.first, start + place) < 0) (open ??= []).push(handle);
  }
  return open ?? NONE;
}

const NONE: readonly NodeHandle[] = [];

/** Causes whose missing target may be anything. */
class CausePool {
  private readonly ways: Ways;
  private readonly danglingFrom: ReadonlyMap<number, number[]>;
  private readonly free: CauseKey[] = [];
  private used = 0;

  constructor(ways: Ways) {
    this.ways = ways;
    this.danglingFrom = edgesToNowhere(ways.graph);
  }

  /** Adds the causes at a node that is reached. */
  addFrom(node: number): void {
    for (const edge of this.dangling(node)) this.free.push(`edge ${edge}`);
    if (this.ways.isAmbiguous(node)) return;
    for (const { id } of openHandles(this.ways.graph, node)) this.free.push(`handle ${id} of ${node}`);
  }

  private dangling(node: number): readonly number[] {
    return this.danglingFrom.get(node) ?? [];
  }

  /** Adds edges of which neither end can be read. */
  addUnreadable(): void {
    for (const edge of this.dangling(-1)) this.free.push(`edge ${edge}`);
  }

  /** Gives an island as many causes as it has ways in, if there are so many, and frees the causes inside it. */
  explain({ nodes, waysIn }: Island, of: Map<CauseKey, number[]>): boolean {
    const first = this.free[this.used];
    if (first === undefined || waysIn > this.free.length - this.used) return false;
    this.used += waysIn;
    of.set(first, [...nodes]);
    for (const node of nodes) this.addFrom(node);
    return true;
  }
}

/** Edges without a target by the node they leave; under -1 those whose source cannot be read either. */
function edgesToNowhere(graph: CompiledGraph): Map<number, number[]> {
  const byNode = new Map<number, number[]>();
  graph.edges.forEach((edge, index) => {
    if (at(graph.target, index) >= 0) return;
    const source = at(graph.source, index);
    const namesBoth = typeof edge?.source === "string" && typeof edge.target === "string";
    if (source < 0 && namesBoth) return;
    const edges = byNode.get(source);
    if (edges) edges.push(index);
    else byNode.set(source, [index]);
  });
  return byNode;
}
