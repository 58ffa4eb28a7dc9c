import { isObject } from "../../contract/json.ts";
import type { GraphDefinition, GraphEdge, GraphNode } from "../../contract/definition.ts";
import type { JsonObject, JsonValue } from "../../contract/json.ts";
import { plainly } from "../../json/plainly.ts";
import type { Inquiry } from "../../rules/validate/find-all.ts";
import { inquiryOf } from "../../rules/validate/validate.ts";
import type { ValidateOptions } from "../../rules/validate/validate.ts";
import { isDefinition, readDefinition } from "../read.ts";
import { isSame } from "./changes.ts";
import { byKey, edgeKey, edgesOf, nodeKey } from "./keys.ts";
import { mergeList, mergeObject } from "./merge-values.ts";
import type { OnConflict } from "./merge-values.ts";
import { present } from "./conflicts.ts";
import type { MergeConflict } from "./conflicts.ts";
import { newErrors } from "./new-errors.ts";
import { settle } from "./settle.ts";

/** Other limits than the contract's, for services that allow more: what both sides keep may be too many together. */
export type MergeOptions = Pick<ValidateOptions, "limits">;

export interface GraphMerge {
  /** Why nothing was merged: a side that is no graph. Then `merged` is mine. */
  problem: string | null;
  merged: GraphDefinition;
  conflicts: MergeConflict[];
}

/**
 * Merges two versions that come from one: nodes by id, edges by id or by what they join, fields one by one. What only
 * one side changed is taken over. Without conflicts it does not matter which side is mine, and what is valid on both
 * sides is valid merged. Never throws, but for limits that mean nothing (a `RangeError` that names them).
 *
 * @example
 * ```ts
 * import type { GraphDefinition } from "@trilho/engine";
 * import { mergeGraphs } from "@trilho/engine/analyse";
 *
 * const graph = (delaySeconds: number, label: string): GraphDefinition => ({
 *   version: 2,
 *   nodes: [{ id: "pause", type: "wait", config: { delaySeconds, ui: { label } } }],
 * });
 * const { merged, conflicts } = mergeGraphs(graph(60, "Pause"), graph(90, "Pause"), graph(60, "Breathe"));
 * // merged equals graph(90, "Breathe"), conflicts: []
 * ```
 */
export function mergeGraphs(
  base: GraphDefinition,
  mine: GraphDefinition,
  theirs: GraphDefinition,
  options: MergeOptions = {},
): GraphMerge {
  const inquiry = plainly([options], inquiryFor);
  const strange = [base, mine, theirs].findIndex((definition) => !isDefinition(definition));
  const [b, m, t] = [readDefinition(base), readDefinition(mine), readDefinition(theirs)];
  if (strange >= 0) {
    return {
      problem: `${SIDES[strange] ?? "One side"} is no graph: it has no list of nodes.`,
      merged: m,
      conflicts: [],
    };
  }
  if (isSame(m, t) || isSame(t, b)) return { problem: null, merged: m, conflicts: [] };
  if (isSame(m, b)) return { problem: null, merged: t, conflicts: [] };
  const conflicts: MergeConflict[] = [];
  const nodes = mergeItems([b.nodes, m.nodes, t.nodes], nodeKey, inNode(conflicts));
  const edges = mergeItems([edgesOf(b), edgesOf(m), edgesOf(t)], edgeKey, inEdge(conflicts));
  const rest = mergeObject({ base: others(b), mine: others(m), theirs: others(t) }, [], inGraph(conflicts));
  const hasEdges = edges.length > 0 || (m.edges !== undefined && t.edges !== undefined);
  const joined = { ...rest, nodes, ...(hasEdges && { edges }) } as unknown as GraphDefinition;
  const merged = settle(joined, m, t, conflicts);
  const errors = newErrors({ merged, base: b, mine: m, theirs: t }, inquiry);
  return { problem: null, merged, conflicts: [...conflicts, ...errors] };
}

function inquiryFor(options: MergeOptions): Inquiry {
  const limits = isObject(options) && isObject(options.limits) ? options.limits : {};
  return inquiryOf({ limits });
}

const SIDES = ["The base", "Mine", "Theirs"];

function mergeItems<Item extends GraphNode | GraphEdge>(
  versions: readonly [readonly Item[], readonly Item[], readonly Item[]],
  keyOf: (item: Item) => string,
  onConflict: OnConflict,
): Item[] {
  const [base, mine, theirs] = versions;
  const lists = { base: keyed(base, keyOf), mine: keyed(mine, keyOf), theirs: keyed(theirs, keyOf) };
  return mergeList(lists, [], onConflict, false) as unknown as Item[];
}

/** Nodes and edges as the JSON that they are. */
function keyed<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, JsonValue> {
  return byKey(items, keyOf) as ReadonlyMap<string, unknown> as ReadonlyMap<string, JsonValue>;
}

function inGraph(conflicts: MergeConflict[]): OnConflict {
  return (kind, path, versions) => conflicts.push({ kind, path, ...present(versions) });
}

/** The first segment of a path is the node's key; the rest lies within the node. */
function inNode(conflicts: MergeConflict[]): OnConflict {
  return (kind, path, versions) => {
    const [key, below] = split(path);
    conflicts.push({ kind, ...(key.startsWith("id ") && { nodeId: key.slice(3) }), path: below, ...present(versions) });
  };
}

function inEdge(conflicts: MergeConflict[]): OnConflict {
  return (kind, path, versions) => {
    const [key, below] = split(path);
    conflicts.push({ kind, ...(key.startsWith("id ") && { edgeId: key.slice(3) }), path: below, ...present(versions) });
  };
}

function split(path: string): [key: string, below: string] {
  const end = path.indexOf("/", 1);
  const key = (end < 0 ? path : path.slice(0, end)).slice(1).replaceAll("~1", "/").replaceAll("~0", "~");
  return [key, end < 0 ? "" : path.slice(end)];
}

function others(definition: GraphDefinition): JsonObject {
  const lists = Array.isArray(definition.edges) ? ["nodes", "edges"] : ["nodes"];
  return Object.fromEntries(Object.entries(definition).filter(([key]) => !lists.includes(key)));
}
