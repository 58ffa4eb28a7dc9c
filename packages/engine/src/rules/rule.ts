import type { Diagnostic } from "../contract/diagnostic.ts";
import type { GraphEdge, GraphNode } from "../contract/definition.ts";
import type { JsonObject } from "../contract/json.ts";
import type { CompiledGraph } from "../graph/compile.ts";
import type { ProblemCode } from "./codes.ts";

/** Greatest numbers of nodes and waits. */
export interface GraphLimits {
  nodes: number;
  waits: number;
  minDelaySeconds: number;
}

/** A missing or dangling edge that may be why nodes cannot be reached: `edge 3`, or `handle branch_vip of node 2`. */
export type CauseKey = `edge ${number}` | `handle ${string} of ${number}`;

/** Unreachable nodes, each explained by one cause or part of one island. Nodes are named by position. */
export interface Consequences {
  /** Nodes that only this cause keeps from being reached. */
  readonly of: ReadonlyMap<CauseKey, readonly number[]>;
  /** Groups of connected nodes that no cause explains. */
  readonly islands: readonly (readonly number[])[];
}

/** What rules look at. Nodes and edges are named by position; shapes are not to be trusted. */
export interface Subject {
  readonly graph: CompiledGraph;
  readonly limits: GraphLimits;
  /** Whether several nodes share this node's id: which of them an edge means cannot be told. */
  isAmbiguous(node: number): boolean;
  /** Whether an edge leaves this node by this handle, though it may lead nowhere. */
  leavesBy(node: number, handle: string): boolean;
  /** Which missing or dangling edge explains which unreachable nodes. */
  readonly consequences: Consequences;
}

/** A problem before the severity table has spoken. */
export type Finding = Omit<Diagnostic, "severity" | "code"> & { code: ProblemCode };

/** One rule: yields its findings in any order. Must not throw on any plain data. */
export type Rule = (subject: Subject) => Iterable<Finding>;

type Extra = Pick<Diagnostic, "related" | "fixes">;

/** A finding at a node; `below` are the pointer's segments inside it. */
export interface NodeFinding extends Extra {
  code: ProblemCode;
  message: string;
  below?: readonly (string | number)[];
}

/** The id of an edge where it has one. */
export function edgeIdOf(edge: GraphEdge | undefined): string | null {
  return typeof edge?.id === "string" ? edge.id : null;
}

/** The config of a node; empty where there is none, null where it is not an object. */
export function configOf(node: GraphNode): JsonObject | null {
  if (node.config === undefined) return {};
  return typeof node.config === "object" && node.config !== null && !Array.isArray(node.config) ? node.config : null;
}
