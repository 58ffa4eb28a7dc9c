import type { GraphDefinition, GraphEdge, GraphNode } from "../../contract/definition.ts";
import { isObject } from "../../contract/json.ts";
import type { JsonObject, JsonValue } from "../../contract/json.ts";
import type { RuleGroup } from "../../contract/query.ts";
import { at } from "../../graph/adjacency.ts";
import { compileGraph } from "../../graph/compile.ts";
import { handleOf } from "../../graph/handles.ts";
import { reachableFrom } from "../../graph/reach.ts";
import type { KnownAutomation } from "../model/read-automations.ts";
import type { Stages } from "./stages.ts";

/** A part of a way that a deal goes: rules that it must keep, a change, or an automation up to one of its actions. */
export type Stretch =
  | { readonly type: "gate"; readonly query: RuleGroup }
  | { readonly type: "change"; readonly node: GraphNode }
  | { readonly type: "leg"; readonly automation: KnownAutomation; readonly to: string; readonly given?: RuleGroup };

/** A graph made of stretches, one after the other, and the position of its last edge. */
export interface Composite {
  readonly definition: GraphDefinition;
  readonly lastEdge: number;
}

/** Where the next stretch begins. */
interface Tail {
  readonly source: string;
  readonly sourceHandle: string;
}

/**
 * One graph whose run, if it comes to its end, has kept every rule and gone every leg: what holds at the beginning of it
 * is what a deal must be like for all of them.
 */
export function composite(stretches: readonly Stretch[], stages: Stages): Composite {
  const nodes: GraphNode[] = [{ id: "start", type: "trigger" }];
  const edges: GraphEdge[] = [];
  let tail: Tail = { source: "start", sourceHandle: "next" };
  for (const [index, stretch] of stretches.entries()) {
    const prefix = prefixOf(index);
    if (stretch.type === "leg") {
      tail = addLeg(stretch, index, tail, { nodes, edges }, stages);
      continue;
    }
    const node = stretch.type === "gate" ? gateNode(prefix, stretch.query, stages) : { ...stretch.node, id: prefix };
    nodes.push(node);
    edges.push({ ...tail, target: prefix });
    tail = { source: prefix, sourceHandle: stretch.type === "gate" ? "branch_in" : "next" };
  }
  nodes.push({ id: "end", type: "end" });
  edges.push({ ...tail, target: "end" });
  return { definition: { version: 2, nodes, edges }, lastEdge: edges.length - 1 };
}

const prefixOf = (index: number): string => `${index}/`;

/** What was said of the nodes of a stretch, under their own ids. */
export function ofStretch<T>(index: number, said: Readonly<Record<string, T>> | undefined): Record<string, T> {
  const prefix = prefixOf(index);
  return Object.fromEntries(
    Object.entries(said ?? {}).flatMap(([id, each]) =>
      id.startsWith(prefix) ? [[id.slice(prefix.length), each]] : [],
    ),
  );
}

const gateNode = (id: string, query: RuleGroup, stages: Stages): GraphNode => ({
  id,
  type: "condition",
  condition: { branches: [{ id: "in", query: stages.inTermsOfStages(query) as JsonValue }] },
});

/** The part of an automation that leads to an action, which is left as soon as it is done. */
function addLeg(
  { automation: { automation }, to, given }: Extract<Stretch, { type: "leg" }>,
  index: number,
  tail: Tail,
  into: { nodes: GraphNode[]; edges: GraphEdge[] },
  stages: Stages,
): Tail {
  const prefix = prefixOf(index);
  const gate = given === undefined ? null : gateNode(`${index}?`, given, stages);
  if (gate !== null) {
    into.nodes.push(gate);
    into.edges.push({ source: gate.id, sourceHandle: "branch_in", target: prefix + to });
  }
  const graph = compileGraph(automation.graphDefinition);
  const target = graph.indexOf.get(to) ?? -1;
  const leadsThere = reachableFrom(graph.nodes.length, graph.in, graph.source, [target]);
  for (const [position, node] of graph.nodes.entries()) {
    if (position === graph.trigger || leadsThere[position] !== 1) continue;
    into.nodes.push(position === target ? plainAction(node, prefix) : inStages(node, prefix, stages));
  }
  for (const [position, edge] of graph.edges.entries()) {
    const [source, end] = [at(graph.source, position), at(graph.target, position)];
    if (source < 0 || source === target || leadsThere[end] !== 1) continue;
    const from = source === graph.trigger ? tail : { source: prefix + edge.source, sourceHandle: handleOf(edge) };
    if (source !== graph.trigger || handleOf(edge) === "next")
      into.edges.push({ ...from, target: end === target && gate !== null ? gate.id : prefix + edge.target });
  }
  return { source: prefix + to, sourceHandle: "next" };
}

/** An action without its question: whoever answers it comes later. */
function plainAction(node: GraphNode, prefix: string): GraphNode {
  const { awaitReply: _, buttons: __, ...config } = isObject(node.config) ? node.config : {};
  return { ...node, id: prefix + node.id, config };
}

function inStages(node: GraphNode, prefix: string, stages: Stages): GraphNode {
  const named = { ...node, id: prefix + node.id };
  const branches = isObject(node.condition) ? node.condition["branches"] : null;
  if (node.type !== "condition" || !Array.isArray(branches)) return named;
  const told = branches.map((branch): JsonValue =>
    isObject(branch) ? { ...branch, query: stages.inTermsOfStages(branch["query"]) as JsonValue } : branch,
  );
  return { ...named, condition: { ...(node.condition as JsonObject), branches: told } };
}
