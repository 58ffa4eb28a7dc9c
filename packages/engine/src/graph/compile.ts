import { isObject } from "../contract/json.ts";
import type { GraphDefinition, GraphEdge, GraphNode } from "../contract/definition.ts";
import { at, eachEdge, groupEdges } from "./adjacency.ts";
import type { Adjacency } from "./adjacency.ts";
import { plainly } from "../json/plainly.ts";
import { components } from "./components.ts";
import type { Components } from "./components.ts";
import { handleOf, sharedHandlesOf } from "./handles.ts";
import type { NodeHandle } from "./handles.ts";
import { sharedInts } from "./ints.ts";
import type { TakeInts } from "./ints.ts";
import { topologicalOrder } from "./order.ts";
import { reachableFrom } from "./reach.ts";
import { handleUses } from "./uses.ts";
import type { HandleUses } from "./uses.ts";

/**
 * A definition turned into integers, built once. Nodes and edges are named by their position in the definition.
 * Drafts compile too: edges that lead nowhere are left out of the adjacency, and nodes that share an id act as one,
 * represented by the first of them.
 */
export interface CompiledGraph {
  readonly definition: GraphDefinition;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Node position by id; the first where ids repeat. */
  readonly indexOf: ReadonlyMap<string, number>;
  /** Of each node, the position that stands for its id; -1 where the id is no text. */
  readonly representative: Int32Array;
  /** Of each edge, the positions of its ends; -1 where there is no such node. */
  readonly source: Int32Array;
  readonly target: Int32Array;
  /** Edges out of and into each node, in edge order. */
  readonly out: Adjacency;
  readonly in: Adjacency;
  /** Of each node, what `handlesOf` says. */
  readonly handles: readonly (readonly NodeHandle[])[];
  /** Which handles are used, and by which edges. */
  readonly uses: HandleUses;
  /** Of each node, the edge that leaves by a handle; the first where several do. */
  readonly edgeByHandle: readonly ReadonlyMap<string, number>[];
  /** Position of the first trigger, -1 without one. */
  readonly trigger: number;
  /** 1 where some trigger leads. */
  readonly reachable: Uint8Array;
  /** Strongly connected components. */
  readonly components: Components;
  /** Positions with every edge pointing forward; null when there is a cycle. */
  readonly order: Int32Array | null;
}

/**
 * Compiles a definition, well-formed or not, in time linear in its size. Never throws; what is no definition has no nodes.
 *
 * @example
 * ```ts
 * import { compileGraph } from "@trilho/engine";
 *
 * const graph = compileGraph({
 *   version: 2,
 *   nodes: [{ id: "start", type: "trigger" }, { id: "done", type: "end" }],
 *   edges: [{ source: "start", target: "done" }],
 * });
 * graph.indexOf.get("done"); // 1
 * graph.order; // Int32Array.of(0, 1)
 * graph.reachable; // Uint8Array.of(1, 1)
 * ```
 */
export function compileGraph(definition: GraphDefinition): CompiledGraph {
  return plainly([definition], (given) => new Compiled(given));
}

/** Compiles a definition that may share its nodes with one that was compiled: what is known of those is kept. */
export function recompile(definition: GraphDefinition, like: CompiledGraph): CompiledGraph {
  return new Compiled(definition, like);
}

/** What the arrays of a graph take, with two handles a node; more handles may need memory of their own. */
const INTS_PER_NODE = 12;
const INTS_PER_EDGE = 5;

/** What few ask for is made when it is first asked for. */
class Compiled implements CompiledGraph {
  readonly definition: GraphDefinition;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly indexOf: ReadonlyMap<string, number>;
  readonly representative: Int32Array;
  readonly source: Int32Array;
  readonly target: Int32Array;
  readonly out: Adjacency;
  readonly handles: readonly (readonly NodeHandle[])[];
  readonly uses: HandleUses;
  readonly trigger: number;
  readonly reachable: Uint8Array;
  readonly order: Int32Array | null;
  #in: Adjacency | null = null;
  #edgeByHandle: readonly ReadonlyMap<string, number>[] | null = null;
  #components: Components | null = null;

  constructor(definition: GraphDefinition, like?: CompiledGraph) {
    const { nodes, edges } = listsOf(definition);
    const known = like?.nodes === nodes ? like : null;
    const take = sharedInts(INTS_PER_NODE * nodes.length + INTS_PER_EDGE * edges.length + 8);
    const { indexOf, representative } = known ?? indexNodes(nodes, take);
    const { source, target } = resolveEnds(edges, indexOf, take);
    const triggers = triggersOf(nodes, representative);
    this.definition = definition;
    this.nodes = nodes;
    this.edges = edges;
    this.indexOf = indexOf;
    this.representative = representative;
    this.source = source;
    this.target = target;
    this.out = groupEdges(nodes.length, source, target, take);
    this.handles =
      known?.handles ??
      nodes.map((node, index) => (like?.nodes[index] === node && like.handles[index]) || sharedHandlesOf(node));
    this.uses = handleUses(edges, source, this.handles, take);
    this.trigger = triggers[0] ?? -1;
    this.reachable = reachableFrom(nodes.length, this.out, target, triggers);
    this.order = topologicalOrder(nodes.length, this.out, target, take);
  }

  get in(): Adjacency {
    this.#in ??= groupEdges(this.nodes.length, this.target, this.source);
    return this.#in;
  }

  get edgeByHandle(): readonly ReadonlyMap<string, number>[] {
    this.#edgeByHandle ??= this.nodes.map((_, node) => edgesByHandle(this.edges, this.out, node));
    return this.#edgeByHandle;
  }

  get components(): Components {
    this.#components ??= components(this.nodes.length, this.out, this.target);
    return this.#components;
  }
}

function listsOf(definition: GraphDefinition): { nodes: readonly GraphNode[]; edges: readonly GraphEdge[] } {
  if (!isObject(definition)) return { nodes: [], edges: [] };
  const { nodes, edges } = definition;
  return { nodes: Array.isArray(nodes) ? nodes : [], edges: Array.isArray(edges) ? edges : [] };
}

/** Tells a compiled graph from a definition. */
export function isCompiled(graph: CompiledGraph | GraphDefinition): graph is CompiledGraph {
  return isObject(graph) && "indexOf" in graph && graph.indexOf instanceof Map;
}

function indexNodes(nodes: readonly GraphNode[], take: TakeInts) {
  const indexOf = new Map<string, number>();
  const representative = take(nodes.length, -1);
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index];
    if (!isObject(node) || typeof node.id !== "string") continue;
    const first = indexOf.get(node.id);
    if (first === undefined) indexOf.set(node.id, index);
    representative[index] = first ?? index;
  }
  return { indexOf, representative };
}

function resolveEnds(edges: readonly GraphEdge[], indexOf: ReadonlyMap<string, number>, take: TakeInts) {
  const source = take(edges.length, -1);
  const target = take(edges.length, -1);
  for (let index = 0; index < edges.length; index += 1) {
    const edge = edges[index];
    if (!isObject(edge)) continue;
    source[index] = indexOf.get(edge.source) ?? -1;
    target[index] = indexOf.get(edge.target) ?? -1;
  }
  return { source, target };
}

function triggersOf(nodes: readonly GraphNode[], representative: Int32Array): number[] {
  const triggers: number[] = [];
  for (let index = 0; index < nodes.length; index += 1) {
    const position = at(representative, index);
    if (position >= 0 && nodes[index]?.type === "trigger") triggers.push(position);
  }
  return triggers;
}

function edgesByHandle(edges: readonly GraphEdge[], out: Adjacency, node: number): Map<string, number> {
  const byHandle = new Map<string, number>();
  eachEdge(out, node, (index) => {
    const edge = edges[index];
    if (!edge) return;
    const handle = handleOf(edge);
    if (!byHandle.has(handle)) byHandle.set(handle, index);
  });
  return byHandle;
}
