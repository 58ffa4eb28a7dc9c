import type { GraphDefinition, GraphEdge, GraphNode } from "../contract/definition.ts";
import { DEFAULT_HANDLE } from "../contract/handles.ts";
import { at, eachEdge, groupEdges } from "./adjacency.ts";
import type { Adjacency } from "./adjacency.ts";
import { components } from "./components.ts";
import type { Components } from "./components.ts";
import { handlesOf } from "./handles.ts";
import type { NodeHandle } from "./handles.ts";
import { isObject } from "./parts.ts";
import { topologicalOrder } from "./order.ts";
import { reachableFrom } from "./reach.ts";

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

/** Compiles a definition, well-formed or not, in time linear in its size. */
export function compileGraph(definition: GraphDefinition): CompiledGraph {
  const nodes = Array.isArray(definition.nodes) ? definition.nodes : [];
  const edges = Array.isArray(definition.edges) ? definition.edges : [];
  const { indexOf, representative } = indexNodes(nodes);
  const { source, target, usable } = resolveEnds(edges, indexOf);
  const out = groupEdges(nodes.length, source, usable);
  const triggers = triggersOf(nodes, representative);
  return {
    definition,
    nodes,
    edges,
    indexOf,
    representative,
    source,
    target,
    out,
    in: groupEdges(nodes.length, target, usable),
    handles: nodes.map(handlesOf),
    edgeByHandle: nodes.map((_, node) => edgesByHandle(edges, out, node)),
    trigger: triggers[0] ?? -1,
    reachable: reachableFrom(nodes.length, out, target, triggers),
    components: components(nodes.length, out, target),
    order: topologicalOrder(nodes.length, out, target),
  };
}

/** Tells a compiled graph from a definition. */
export function isCompiled(graph: CompiledGraph | GraphDefinition): graph is CompiledGraph {
  return "indexOf" in graph && graph.indexOf instanceof Map;
}

/** The handle by which an edge leaves: its `sourceHandle`, or `next` without one. */
export function handleOf(edge: GraphEdge): string {
  return typeof edge.sourceHandle === "string" ? edge.sourceHandle : DEFAULT_HANDLE;
}

function indexNodes(nodes: readonly GraphNode[]) {
  const indexOf = new Map<string, number>();
  const representative = new Int32Array(nodes.length).fill(-1);
  nodes.forEach((node, index) => {
    if (!isObject(node) || typeof node.id !== "string") return;
    const first = indexOf.get(node.id);
    if (first === undefined) indexOf.set(node.id, index);
    representative[index] = first ?? index;
  });
  return { indexOf, representative };
}

function resolveEnds(edges: readonly GraphEdge[], indexOf: ReadonlyMap<string, number>) {
  const source = new Int32Array(edges.length).fill(-1);
  const target = new Int32Array(edges.length).fill(-1);
  const usable = new Uint8Array(edges.length);
  edges.forEach((edge, index) => {
    if (!isObject(edge)) return;
    source[index] = indexOf.get(edge.source) ?? -1;
    target[index] = indexOf.get(edge.target) ?? -1;
    usable[index] = at(source, index) >= 0 && at(target, index) >= 0 ? 1 : 0;
  });
  return { source, target, usable };
}

function triggersOf(nodes: readonly GraphNode[], representative: Int32Array): number[] {
  const triggers: number[] = [];
  nodes.forEach((node, index) => {
    const position = at(representative, index);
    if (position >= 0 && node.type === "trigger") triggers.push(position);
  });
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
