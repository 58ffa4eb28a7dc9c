import { isObject } from "../../contract/json.ts";
import type { GraphDefinition, GraphEdge, GraphNode } from "../../contract/definition.ts";
import type { Diagnostic } from "../../contract/diagnostic.ts";
import { pointer, segmentsOf } from "../../json/pointer.ts";
import { readJson } from "../../json/read-json.ts";
import type { Inquiry } from "../../rules/validate/find-all.ts";
import { judge } from "../../rules/validate/judge.ts";
import { present } from "./conflicts.ts";
import type { MergeConflict } from "./conflicts.ts";
import { byKey, edgeKey, edgesOf, nodeKey } from "./keys.ts";

/** A merge and what went into it. */
export interface MergedVersions {
  readonly merged: GraphDefinition;
  readonly base: GraphDefinition;
  readonly mine: GraphDefinition;
  readonly theirs: GraphDefinition;
}

/** The errors of a merged graph that neither side has, each as a conflict; those that are conflicts of a kind of their own apart. */
export function newErrors(versions: MergedVersions, inquiry: Inquiry): MergeConflict[] {
  const { merged, mine, theirs } = versions;
  const errors = errorsOf(merged, inquiry).filter(({ code }) => !OF_OWN_KIND.has(code));
  if (errors.length === 0) return [];
  const sides = [mine, theirs].flatMap((side) => errorsOf(side, inquiry).flatMap((error) => marksOf(error, side)));
  const known: ReadonlySet<string> = new Set(sides);
  const isNew = (error: Diagnostic) => marksOf(error, merged).some((mark) => !known.has(mark));
  const look = lookInto(versions);
  return errors.filter(isNew).map((error) => conflictOf(error, look(error)));
}

const OF_OWN_KIND: ReadonlySet<string> = new Set(["cycle", "several-triggers"]);

/** All of them, with fixes that nobody has tried. */
function errorsOf(definition: GraphDefinition, inquiry: Inquiry): Diagnostic[] {
  const all = { ...inquiry, maxProblems: Infinity };
  return judge(readJson(definition, inquiry.limits.values), all).problems.filter(
    ({ severity }) => severity === "error",
  );
}

/** What tells an error from others in every version; of nodes out of reach each by itself, however they hang together. */
function marksOf({ code, path, related }: Diagnostic, definition: GraphDefinition): string[] {
  const unreached = code === "unreachable-node" ? (related?.nodeIds ?? []) : [];
  if (unreached.length > 0) return unreached.map((id) => `${code} ${id}`);
  return [`${code} ${placeIn(definition, path)}`];
}

/** A path with nodes, edges and parts by their names: it means the same in every version. */
function placeIn(definition: GraphDefinition, path: string): string {
  let value: unknown = definition;
  const names = segmentsOf(path).map((segment, depth, [list]) => {
    const isItem = Array.isArray(value);
    value = below(value, segment);
    if (!isItem || !isObject(value)) return segment;
    if (list === "edges" && depth === 1) return edgeKey(value as unknown as GraphEdge);
    return typeof value["id"] === "string" ? value["id"] : segment;
  });
  return pointer(...names);
}

function below(value: unknown, segment: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, segment)
    ? Reflect.get(value, segment)
    : undefined;
}

function conflictOf({ fixes: _fixes, ...problem }: Diagnostic, versions: Seen): MergeConflict {
  const { path, nodeId, edgeId } = problem;
  const named = { ...(nodeId !== undefined && { nodeId }), ...(edgeId !== undefined && { edgeId }) };
  return { kind: "new-error", ...named, path, ...present(versions), problem };
}

/** What each version has where an error is. */
interface Seen {
  base?: unknown;
  mine?: unknown;
  theirs?: unknown;
}

function lookInto({ merged, base, mine, theirs }: MergedVersions): (error: Diagnostic) => Seen {
  const indexes = { base: indexOf(base), mine: indexOf(mine), theirs: indexOf(theirs) };
  return (error) => {
    const look = lookFor(error, merged);
    return { base: look(indexes.base), mine: look(indexes.mine), theirs: look(indexes.theirs) };
  };
}

interface Index {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly edges: ReadonlyMap<string, GraphEdge>;
  /** Edges by the node they lead to. */
  readonly into: ReadonlyMap<string, readonly GraphEdge[]>;
}

function indexOf(definition: GraphDefinition): Index {
  const edges = byKey(edgesOf(definition), edgeKey);
  const into = new Map<string, GraphEdge[]>();
  for (const edge of edges.values()) {
    if (!isObject(edge)) continue;
    const others = into.get(edge.target);
    if (others) others.push(edge);
    else into.set(edge.target, [edge]);
  }
  return { nodes: byKey(definition.nodes, nodeKey), edges, into };
}

function lookFor({ code, path, nodeId, related }: Diagnostic, merged: GraphDefinition): (index: Index) => unknown {
  const [list, position] = segmentsOf(path);
  if (code === "unreachable-node") {
    const unreached = related?.nodeIds ?? [];
    return ({ into }) => unreached.flatMap((id) => into.get(id) ?? []);
  }
  if (list === "nodes" && position === undefined) {
    const counted = related?.nodeIds ?? merged.nodes.filter(isObject).map(({ id }) => id);
    return ({ nodes }) => counted.filter((id) => nodes.has(`id ${id}`));
  }
  if (list === "nodes") return ({ nodes }) => nodes.get(`id ${nodeId}`);
  const edge = list === "edges" ? edgesOf(merged)[Number(position)] : undefined;
  return ({ edges }) => (edge === undefined ? undefined : edges.get(edgeKey(edge)));
}
