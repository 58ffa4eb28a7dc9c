import { isObject } from "../../contract/json.ts";
import type { PatchOperation } from "../../contract/diagnostic.ts";
import type { GraphEdge } from "../../contract/definition.ts";
import type { CompiledGraph } from "../../graph/compile.ts";
import { handleOf } from "../../graph/handles.ts";
import { at } from "../../graph/adjacency.ts";
import type { FixTitle, ExitRef } from "../../messages/params.ts";
import { exitRefOf } from "../../messages/exit-ref.ts";
import type { ProblemCode } from "../validate/codes.ts";
import { refOf } from "./names.ts";
import { pointer } from "../../json/pointer.ts";
import { edgeIdOf } from "./rule.ts";
import type { Finding, FixFinding, Sighting, Told } from "./rule.ts";

/** A problem at a node. */
export function atNode<Code extends ProblemCode>(
  graph: CompiledGraph,
  node: number,
  code: Code,
  tell: () => Told<Code>,
): Sighting {
  return seen(code, tell, (below) => {
    const id: unknown = graph.nodes[node]?.id;
    return { path: pointer("nodes", node, ...below), nodeId: typeof id === "string" ? id : undefined };
  });
}

/** A problem at an edge; its node is the one it leaves. */
export function atEdge<Code extends ProblemCode>(
  graph: CompiledGraph,
  edge: number,
  code: Code,
  tell: () => Told<Code>,
): Sighting {
  return seen(code, tell, (below) => {
    const path = pointer("edges", edge, ...below);
    return { path, nodeId: graph.nodes[at(graph.source, edge)]?.id, edgeId: edgeIdOf(graph.edges[edge]) ?? undefined };
  });
}

/** A problem of the graph as a whole. */
export function atGraph<Code extends ProblemCode>(path: string, code: Code, tell: () => Told<Code>): Sighting {
  return seen(code, tell, () => ({ path }));
}

const NOTHING: readonly never[] = [];

interface Place {
  path: string;
  nodeId?: string | undefined;
  edgeId?: string | undefined;
}
type PlaceOf = (below: readonly (string | number)[]) => Place;

function seen<Code extends ProblemCode>(code: Code, tell: () => Told<Code>, placeOf: PlaceOf): Sighting {
  return {
    code,
    tell: () => {
      const { below = NOTHING, params, related, fixes } = tell();
      const { path, nodeId, edgeId } = placeOf(below);
      const finding: Partial<Record<keyof Finding, unknown>> = { code, params, path };
      if (nodeId !== undefined) finding.nodeId = nodeId;
      if (edgeId !== undefined) finding.edgeId = edgeId;
      if (related) finding.related = related;
      if (fixes) finding.fixes = fixes;
      // The type of `tell` ensures that the code goes with its params.
      return finding as Finding;
    },
  };
}

/** What a person calls the handle by which an edge leaves. */
export function wayOf(graph: CompiledGraph, index: number): ExitRef {
  const edge: GraphEdge | undefined = graph.edges[index];
  if (edge === undefined) return { name: "", named: false };
  const source = at(graph.source, index);
  return exitRefOf(graph.nodes[source], graph.handles[source] ?? [], handleOf(edge));
}

/** The ids of nodes by position, in the order given. */
export function idsOf(graph: CompiledGraph, nodes: Iterable<number>): string[] {
  return Array.from(nodes, (node) => graph.nodes[node]?.id ?? "");
}

/** Offers to remove an edge. */
export function removeEdge(
  edge: number,
  safe: boolean,
  title: FixTitle = { code: "remove-edge", params: {} },
): FixFinding {
  return { ...title, safe, patch: [{ op: "remove", path: pointer("edges", edge) }] };
}

/** Offers to lead a handle to an end, where the graph has one: then the run ends there by intention. */
export function leadToEnd(graph: CompiledGraph, node: number, handle: string, safe: boolean): FixFinding[] {
  const source = graph.nodes[node]?.id;
  const end = graph.nodes.find((each) => isObject(each) && each.type === "end" && typeof each.id === "string");
  if (source === undefined || end === undefined) return [];
  const patch = [addEdge(graph, { source, target: end.id, sourceHandle: handle })];
  return [{ code: "connect-to", params: { node: refOf(end) }, safe, patch }];
}

/** The operation that adds an edge, also to a definition without any. */
export function addEdge(graph: CompiledGraph, edge: Readonly<Record<string, string>>): PatchOperation {
  const hasList = Array.isArray(graph.definition.edges);
  return hasList
    ? { op: "add", path: "/edges/-", value: { ...edge } }
    : { op: "add", path: "/edges", value: [{ ...edge }] };
}

/** The edges that touch each node by position, those to or from nowhere included. */
export function edgesByNode(graph: CompiledGraph): ReadonlyMap<number, readonly number[]> {
  const touching = new Map<number, number[]>();
  for (let edge = 0; edge < graph.edges.length; edge += 1) {
    for (const node of new Set([at(graph.source, edge), at(graph.target, edge)])) {
      const list = touching.get(node);
      if (list) list.push(edge);
      else touching.set(node, [edge]);
    }
  }
  return touching;
}

/** Offers to remove nodes with every edge that touches them; later positions first, so that earlier ones hold. */
export function removeNodes(nodes: readonly number[], touching: ReadonlyMap<number, readonly number[]>): FixFinding {
  const edges = new Set(nodes.flatMap((node) => touching.get(node) ?? []));
  const patch: PatchOperation[] = [
    ...[...edges].toSorted((a, b) => b - a).map((edge) => ({ op: "remove" as const, path: pointer("edges", edge) })),
    ...nodes.toSorted((a, b) => b - a).map((node) => ({ op: "remove" as const, path: pointer("nodes", node) })),
  ];
  return { code: "remove-nodes", params: { count: nodes.length }, safe: false, patch };
}
