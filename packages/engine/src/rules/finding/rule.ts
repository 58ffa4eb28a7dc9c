import { isObject } from "../../contract/json.ts";
import type { Diagnostic, PatchOperation } from "../../contract/diagnostic.ts";
import type { GraphEdge, GraphNode } from "../../contract/definition.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { Trigger } from "../../contract/needs.ts";
import type { CompiledGraph } from "../../graph/compile.ts";
import type { NodesOf } from "../../graph/kinds.ts";
import type { FixTitle, Problem, ProblemParams } from "../../messages/params.ts";
import type { ProblemCode } from "../validate/codes.ts";

/** Greatest numbers of nodes, waits and edges, and the shortest wait in seconds. */
export interface GraphLimits {
  nodes: number;
  waits: number;
  edges: number;
  minDelaySeconds: number;
  /** Greatest number of JSON values, keys counted too, that are read at all. */
  values: number;
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
  /** What starts the automation; null where that is not known. */
  readonly trigger: Trigger | null;
  readonly nodesOf: NodesOf;
  /** Whether several nodes share this node's id: which of them an edge means is unknown. */
  isAmbiguous(node: number): boolean;
  /** Whether an edge leaves this node by this handle, which it offers; the edge may lead nowhere. */
  leavesBy(node: number, handle: string): boolean;
  /** Of configs, the texts by which they are compared; graphs that share configs share these too. */
  readonly texts: WeakMap<JsonObject, string>;
  /** Of nodes, the messages of which another node sends an equal one; graphs that share nodes share these too. */
  readonly messages: WeakMap<NodesOf, ReadonlyMap<number, string>>;
  /** Which missing or dangling edge explains which unreachable nodes. */
  readonly consequences: Consequences;
}

/** A fix before a language has put its title into words. */
export type FixFinding = FixTitle & { safe: boolean; patch: PatchOperation[] };

interface Extra {
  related?: NonNullable<Diagnostic["related"]>;
  fixes?: FixFinding[];
}

/** A problem before the severity table has spoken and a language has put it into words. */
export type Finding = Problem & Extra & Pick<Diagnostic, "path" | "nodeId" | "edgeId">;

/** A problem that a rule has seen. Telling it costs more than seeing it: trying a fix only counts problems. */
export interface Sighting {
  readonly code: ProblemCode;
  tell(): Finding;
}

/** One rule: yields what it sees in any order. Must not throw on any plain data. */
export type Rule = (subject: Subject) => Iterable<Sighting>;

/** A problem reported at a node or edge; `below` are the pointer's segments inside it. */
export type Told<Code extends ProblemCode = ProblemCode> = Extra & {
  params: ProblemParams[Code];
  below?: readonly (string | number)[];
};

/** The id of an edge where it has one. */
export function edgeIdOf(edge: GraphEdge | undefined): string | null {
  return typeof edge?.id === "string" ? edge.id : null;
}

/** The config of a node; empty where there is none, null where it is not an object. */
export function configOf(node: GraphNode): JsonObject | null {
  if (node.config === undefined) return {};
  return isObject(node.config) ? node.config : null;
}

/** Whether what holds a node's branches, exits or buttons has the right type; where not, that is its one problem. */
export function hasPartsOwner(node: GraphNode): boolean {
  if (node.type === "condition")
    return node.condition === undefined || node.condition === null || isObject(node.condition);
  return node.config === undefined || isObject(node.config);
}
