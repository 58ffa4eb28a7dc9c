import type { GraphDefinition } from "../contract/definition.ts";
import { compileGraph, isCompiled } from "./compile.ts";
import type { CompiledGraph } from "./compile.ts";
import { reachableFrom } from "./reach.ts";

/** Why an edge cannot be drawn. */
export type ConnectRefusal =
  | "missing-node"
  | "edge-out-of-end"
  | "handle-not-offered"
  | "handle-taken"
  | "self-loop"
  | "into-trigger"
  | "cycle";

export type ConnectAnswer = { ok: true } | { ok: false; code: ConnectRefusal; message: string };

/** `replacing` is the position of an edge that the new one would stand in for, as when a person drags an edge's end. */
export interface ConnectOptions {
  replacing?: number;
  /** Whether a path leads from one node position to another, for callers that have it indexed. */
  reaches?(from: number, to: number): boolean;
}

/** Why an edge cannot be drawn, in English. */
export const REFUSALS: Readonly<Record<ConnectRefusal, string>> = {
  "missing-node": "This step is no longer in the automation.",
  "edge-out-of-end": "An end step has nothing after it.",
  "handle-not-offered": "This step has no such exit.",
  "handle-taken": "This exit already leads somewhere. Remove that connection first.",
  "self-loop": "A step cannot lead to itself.",
  "into-trigger": "The trigger starts the automation: nothing leads into it.",
  cycle: "This would make a loop: the step leads back here.",
};

/**
 * Whether an edge from `handle` of one node to another may be added: the answer an editor shows while a person draws.
 * An unfinished graph with cycles or dangling edges of its own is no obstacle.
 *
 * @example
 * ```ts
 * import { canConnect, compileGraph } from "@trilho/engine";
 *
 * const graph = compileGraph({
 *   version: 2,
 *   nodes: [
 *     { id: "start", type: "trigger" },
 *     { id: "pause", type: "wait", config: { delaySeconds: 60 } },
 *   ],
 * });
 * canConnect(graph, "start", "next", "pause"); // { ok: true }
 * canConnect(graph, "pause", "next", "start"); // { ok: false, code: "into-trigger", message: "…" }
 * ```
 */
export function canConnect(
  graph: CompiledGraph | GraphDefinition,
  sourceId: string,
  handle: string,
  targetId: string,
  options: ConnectOptions = {},
): ConnectAnswer {
  const code = refusal(isCompiled(graph) ? graph : compileGraph(graph), sourceId, handle, targetId, options);
  return code === null ? { ok: true } : { ok: false, code, message: REFUSALS[code] };
}

function refusal(
  graph: CompiledGraph,
  sourceId: string,
  handle: string,
  targetId: string,
  { replacing, reaches }: ConnectOptions,
): ConnectRefusal | null {
  const source = graph.indexOf.get(sourceId);
  const target = graph.indexOf.get(targetId);
  if (source === undefined || target === undefined) return "missing-node";
  if (graph.nodes[source]?.type === "end") return "edge-out-of-end";
  if (!graph.handles[source]?.some(({ id }) => id === handle)) return "handle-not-offered";
  const taken = graph.edgeByHandle[source]?.get(handle);
  if (taken !== undefined && taken !== replacing) return "handle-taken";
  if (source === target) return "self-loop";
  if (graph.nodes[target]?.type === "trigger") return "into-trigger";
  if (reaches && !reaches(target, source)) return null;
  if (reaches && replacing === undefined) return "cycle";
  const skip = replacing === undefined ? undefined : (edge: number) => edge === replacing;
  return reachableFrom(graph.nodes.length, graph.out, graph.target, [target], skip)[source] ? "cycle" : null;
}
