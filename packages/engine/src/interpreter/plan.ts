import type { ActionType, GraphDefinition, GraphNode, NodeKind } from "../contract/definition.ts";
import { ACTION_TYPES, NODE_KINDS } from "../contract/definition.ts";
import type { JsonObject } from "../contract/json.ts";
import type { RuleGroup } from "../contract/query.ts";
import type { BusinessHours } from "../contract/run.ts";
import { compileGraph } from "../graph/compile.ts";
import type { CompiledGraph } from "../graph/compile.ts";
import { awaitsReply, isObject, isWait, rawParts } from "../graph/parts.ts";
import { compileHours } from "./hours.ts";
import type { HoursError, Opening } from "./hours.ts";
import type { NotRunnable } from "../messages/locale.ts";
import type { WeightedExit } from "./roundRobin.ts";

/** A reply is awaited this long where the action does not say. */
export const DEFAULT_REPLY_TIMEOUT_MS = 86_400_000;

/** Actions that reach a customer: `respectBusinessHours` puts them off to the next opening. */
export const CUSTOMER_ACTIONS: ReadonlySet<ActionType> = new Set([
  "send_whatsapp",
  "send_email",
  "reply_instagram_comment",
  "send_instagram_private_reply",
]);

/** How an automation's runs behave beyond its graph. Without `businessHours` nothing is put off. */
export interface RunSettings {
  respectBusinessHours?: boolean;
  businessHours?: BusinessHours | null;
}

/** A definition made ready to run: built once, shared by all its runs. */
export interface Plan {
  readonly triggerId: string | null;
  readonly nodes: ReadonlyMap<string, PlanNode>;
  /** When actions that reach a customer may run; null when always. */
  readonly hours: Opening | { error: HoursError } | null;
  /** Why no run of this definition can start; null when runs can. */
  readonly problem: string | null;
  /** Its code, for other languages. */
  readonly problemCode: NotRunnable | null;
}

/** Where an edge leads. `id` is null where the edge has none. */
export interface PlanEdge {
  readonly id: string | null;
  readonly target: string;
}

/** What a node needs at run time. Fields of other kinds of node are empty. */
export interface PlanNode {
  readonly id: string;
  /** Null for a type that format 2 does not know. */
  readonly kind: NodeKind | null;
  readonly actionType: ActionType | null;
  readonly config: JsonObject;
  readonly edges: ReadonlyMap<string, PlanEdge>;
  readonly branches: readonly { id: string; label: string; query: RuleGroup }[];
  readonly exits: readonly (WeightedExit & { label: string })[];
  /** Of a wait, in ms; null where none is set, or the node is no wait. */
  readonly delayMs: number | null;
  /** Set when the run stays until the contact answers. Labels of the buttons offered, by id. */
  readonly reply: { buttons: ReadonlyMap<string, string>; timeoutMs: number } | null;
}

/**
 * Makes a definition ready to run. Never throws: a definition without exactly one trigger or with a cycle makes a plan
 * with a `problem`, whose runs fail at once. Other drafts run as far as they go.
 */
export function compileRun(definition: GraphDefinition, settings: RunSettings = {}): Plan {
  const hours = settings.respectBusinessHours && settings.businessHours ? compileHours(settings.businessHours) : null;
  const nothing = { triggerId: null, nodes: new Map<string, PlanNode>(), hours };
  if (!isObject(definition) || !Array.isArray(definition.nodes)) {
    return { ...nothing, problem: "The automation has no list of nodes.", problemCode: "no-nodes" };
  }
  const graph = compileGraph(definition);
  const problem = problemOf(graph);
  if (problem !== null) return { ...nothing, ...problem };
  const nodes = new Map<string, PlanNode>();
  for (const [id, index] of graph.indexOf) {
    const node = graph.nodes[index];
    if (node) nodes.set(id, planNode(node, edgesOf(graph, index)));
  }
  return { triggerId: graph.nodes[graph.trigger]?.id ?? null, nodes, hours, problem: null, problemCode: null };
}

function problemOf(graph: CompiledGraph): { problem: string; problemCode: NotRunnable } | null {
  const triggers = graph.nodes.filter((node) => isObject(node) && node.type === "trigger");
  if (graph.trigger < 0 || triggers.length === 0) {
    return { problem: "The automation has no trigger.", problemCode: "no-trigger" };
  }
  if (triggers.length > 1) {
    const problem = `The automation has ${triggers.length} triggers; it needs exactly one.`;
    return { problem, problemCode: "several-triggers" };
  }
  if (graph.order !== null) return null;
  return { problem: "The automation runs in a circle: remove the cycle.", problemCode: "cycle" };
}

function edgesOf(graph: CompiledGraph, index: number): Map<string, PlanEdge> {
  const edges = new Map<string, PlanEdge>();
  for (const [handle, position] of graph.edgeByHandle[index] ?? []) {
    const edge = graph.edges[position];
    if (edge) edges.set(handle, { id: typeof edge.id === "string" ? edge.id : null, target: edge.target });
  }
  return edges;
}

function planNode(node: GraphNode, edges: Map<string, PlanEdge>): PlanNode {
  const config = isObject(node.config) ? node.config : {};
  return {
    id: node.id,
    kind: NODE_KINDS.find((kind) => kind === node.type) ?? null,
    actionType: ACTION_TYPES.find((type) => type === node.actionType) ?? null,
    config,
    edges,
    branches: node.type === "condition" ? partList(node).map(readBranch) : [],
    exits: node.type === "round_robin" ? partList(node).map(readExit) : [],
    delayMs: isWait(node) ? milliseconds(config["delaySeconds"]) : null,
    reply: awaitsReply(node) ? readReply(node, config) : null,
  };
}

type Part = JsonObject & { id: string };

function partList(node: GraphNode): Part[] {
  const list = rawParts(node);
  return Array.isArray(list)
    ? list.filter((part): part is Part => isObject(part) && typeof part["id"] === "string")
    : [];
}

function labelOf(part: Part): string {
  const { label, id } = part;
  return typeof label === "string" && label !== "" ? label : id;
}

function readBranch(part: Part) {
  return { id: part.id, label: labelOf(part), query: part["query"] as unknown as RuleGroup };
}

function readExit(part: Part) {
  const { weight } = part;
  const usable = typeof weight === "number" && weight >= 0 && Number.isFinite(weight);
  return { id: part.id, label: labelOf(part), weight: usable ? weight : 1 };
}

function readReply(node: GraphNode, config: JsonObject) {
  const timeoutMs = milliseconds(config["replyTimeoutSeconds"]) || DEFAULT_REPLY_TIMEOUT_MS;
  return { buttons: new Map(partList(node).map((part) => [part.id, labelOf(part)])), timeoutMs };
}

function milliseconds(seconds: unknown): number | null {
  return typeof seconds === "number" && Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds * 1000) : null;
}
