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

/** Compiles a definition that is much as one that was compiled: what is known of that and holds for both is kept. */
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
  readonly #drawn: CompiledGraph | null;
  #in: Adjacency | null = null;
  #edgeByHandle: readonly ReadonlyMap<string, number>[] | null = null;
  #components: Components | null = null;

  constructor(definition: GraphDefinition, like?: CompiledGraph) {
    const { nodes, edges } = listsOf(definition);
    const drawn = like !== undefined && isDrawnAs(nodes, edges, like) ? like : null;
    const known = like?.nodes === nodes ? like : drawn;
    const take = sharedInts(drawn ? 0 : INTS_PER_NODE * nodes.length + INTS_PER_EDGE * edges.length + 8);
    const { indexOf, representative } = known ?? indexNodes(nodes, take);
    const { source, target } = drawn ?? resolveEnds(edges, indexOf, take, known);
    const triggers = triggersOf(nodes, representative);
    this.#drawn = drawn;
    this.definition = definition;
    this.nodes = nodes;
    this.edges = edges;
    this.indexOf = indexOf;
    this.representative = representative;
    this.source = source;
    this.target = target;
    this.out = drawn?.out ?? groupEdges(nodes.length, source, target, take);
    this.handles =
      known?.handles ??
      nodes.map((node, index) => (like?.nodes[index] === node && like.handles[index]) || sharedHandlesOf(node));
    this.uses = drawn?.uses ?? handleUses(edges, source, this.handles, take);
    this.trigger = triggers[0] ?? -1;
    this.reachable = drawn?.reachable ?? reachableFrom(nodes.length, this.out, target, triggers);
    this.order = drawn ? drawn.order : topologicalOrder(nodes.length, this.out, target, take);
  }

  get in(): Adjacency {
    this.#in ??= this.#drawn?.in ?? groupEdges(this.nodes.length, this.target, this.source);
    return this.#in;
  }

  get edgeByHandle(): readonly ReadonlyMap<string, number>[] {
    this.#edgeByHandle ??= this.nodes.map((_, node) => edgesByHandle(this.edges, this.out, node));
    return this.#edgeByHandle;
  }

  get components(): Components {
    this.#components ??= this.#drawn?.components ?? componentsOf(this);
    return this.#components;
  }
}

function listsOf(definition: GraphDefinition): { nodes: readonly GraphNode[]; edges: readonly GraphEdge[] } {
  if (!isObject(definition)) return { nodes: [], edges: [] };
  const { nodes, edges } = definition;
  return { nodes: Array.isArray(nodes) ? nodes : [], edges: Array.isArray(edges) ? edges : [] };
}

/** Whether a graph was compiled with what is known of another because both are drawn alike. */
export function isDrawnLike(graph: CompiledGraph, like: CompiledGraph): boolean {
  return graph.uses === like.uses;
}

/** Whether a drawing of it would be the same: only settings that change no handle, and edges' ids, may differ. */
function isDrawnAs(nodes: readonly GraphNode[], edges: readonly GraphEdge[], like: CompiledGraph): boolean {
  return (
    nodes.length === like.nodes.length &&
    edges.length === like.edges.length &&
    edges.every((edge, index) => isAlike(edge, like.edges[index], ENDS)) &&
    nodes.every((node, index) => {
      const other = like.nodes[index];
      return node === other || (isAlike(node, other, KIND) && sharedHandlesOf(node) === like.handles[index]);
    })
  );
}

const ENDS = ["source", "target", "sourceHandle"] as const;
const KIND = ["id", "type", "actionType"] as const;

function isAlike<T>(some: T, other: T | undefined, keys: readonly (keyof T)[]): boolean {
  if (some === other) return true;
  return isObject(some) && isObject(other) && keys.every((key) => some[key] === other[key]);
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

/** The ends of edges by position. Those of `known` have the same nodes, and mostly the same edges in the same order. */
function resolveEnds(
  edges: readonly GraphEdge[],
  indexOf: ReadonlyMap<string, number>,
  take: TakeInts,
  known: CompiledGraph | null,
) {
  const source = take(edges.length, -1);
  const target = take(edges.length, -1);
  let other = 0;
  for (let index = 0; index < edges.length; index += 1) {
    const edge = edges[index];
    if (!isObject(edge)) continue;
    if (known !== null) {
      if (known.edges[other] !== edge) other += 1;
      if (known.edges[other] === edge) {
        source[index] = at(known.source, other);
        target[index] = at(known.target, other);
        other += 1;
        continue;
      }
    }
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

/** Without a cycle each node is one by itself. */
function componentsOf({ nodes, out, target, order }: CompiledGraph): Components {
  if (order === null) return components(nodes.length, out, target);
  const of = new Int32Array(nodes.length);
  for (let place = 0; place < nodes.length; place += 1) of[at(order, place)] = nodes.length - 1 - place;
  return { of, count: nodes.length };
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
