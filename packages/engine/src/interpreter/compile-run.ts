import { isFilled } from "../contract/filled.ts";
import { isObject } from "../contract/json.ts";
import type { GraphDefinition, GraphNode } from "../contract/definition.ts";
import { ACTION_TYPES, NODE_KINDS } from "../contract/definition.ts";
import type { JsonObject } from "../contract/json.ts";
import type { RuleGroup } from "../contract/query.ts";
import { compileGraph } from "../graph/compile.ts";
import type { CompiledGraph } from "../graph/compile.ts";
import { isAmount } from "../json/amount.ts";
import { plainly } from "../json/plainly.ts";
import { compileQuery, readingFacts } from "../query/evaluate.ts";
import type { RuleMaker } from "../query/evaluate.ts";
import { fieldReader } from "../query/fields.ts";
import { buttonsOf } from "../graph/buttons.ts";
import { awaitsReply, isWait, rawParts } from "../graph/parts.ts";
import { untilOf } from "../graph/until.ts";
import type { FailureReason } from "../contract/run.ts";
import { notRunnableMessage, type NotRunnable } from "../failures/tables/unrunnable.ts";
import { exitRefOf } from "../messages/exit-ref.ts";
import { compileHours } from "./hours.ts";
import { usualMoves } from "./behaviors.ts";
import { CUSTOMER_ACTIONS, DEFAULT_REPLY_TIMEOUT_MS } from "./plan.ts";
import type { Plan, PlanEdge, PlanNode, RunSettings } from "./plan.ts";
import { renderShare } from "./share.ts";
import { compileUntil } from "./until.ts";
import type { Clock, PlanUntil, ReadValue } from "./until.ts";

/** How the nodes of a plan ask for facts. */
export interface Asking {
  readonly rule: RuleMaker;
  readonly value: (field: string) => ReadValue;
}

const ASKING_FACTS: Asking = { rule: readingFacts, value: fieldReader };

/**
 * Makes a definition ready to run. Never throws: a definition without exactly one trigger or with a cycle makes a plan
 * with a `problem`, whose runs fail at once. Other drafts run as far as they go.
 *
 * @example
 * ```ts
 * import { compileRun } from "@trilho/engine";
 *
 * compileRun({ version: 2, nodes: [{ id: "start", type: "trigger" }] }).problem; // null
 * compileRun({ version: 2, nodes: [] }).problem; // "The automation has no trigger."
 * ```
 */
export function compileRun(definition: GraphDefinition, settings: RunSettings = {}): Plan {
  return plainly([definition], (given) => compilePlan(given, settings, ASKING_FACTS));
}

/** Like `compileRun`, with another way to ask for facts. */
export function compilePlan(definition: GraphDefinition, settings: RunSettings, asking: Asking): Plan {
  const hours = settings.respectBusinessHours && settings.businessHours ? compileHours(settings.businessHours) : null;
  const trigger = settings.trigger ?? null;
  const nothing = {
    triggerId: null,
    start: null,
    nodes: new Map<string, PlanNode>(),
    trigger,
    hours,
    renderShare: 1,
  };
  if (!isObject(definition) || !Array.isArray(definition.nodes)) {
    return { ...nothing, ...because({ code: "no-nodes", params: {} }) };
  }
  const graph = compileGraph(definition);
  const problem = problemOf(graph);
  if (problem !== null) return { ...nothing, ...because(problem) };
  const nodes = planNodes(graph, { ...asking, clock: clockOf(settings) });
  const triggerId = graph.nodes[graph.trigger]?.id ?? null;
  return {
    triggerId,
    start: triggerId === null ? null : (nodes.get(triggerId) ?? null),
    nodes,
    trigger,
    hours,
    renderShare: shareOf(nodes),
    problem: null,
    problemReason: null,
  };
}

function shareOf(nodes: ReadonlyMap<string, PlanNode>): number {
  let actions = 0;
  for (const { kind, actionType } of nodes.values()) if (kind === "action" && actionType !== "wait") actions += 1;
  return renderShare(actions);
}

/** The nodes in the order of the definition, made from the last to the first, so that each edge finds its target. */
function planNodes(graph: CompiledGraph, surroundings: Surroundings): Map<string, PlanNode> {
  const made = new Map<string, PlanNode>();
  for (const position of (graph.order ?? []).toReversed()) {
    const node = graph.nodes[position];
    if (node && graph.representative[position] === position) {
      made.set(node.id, planNode(graph, node, position, edgesOf(graph, position, made), surroundings));
    }
  }
  return new Map([...made].toReversed().toSorted(([, a], [, b]) => a.position - b.position));
}

const because = (problemReason: FailureReason<NotRunnable>) => ({
  problem: notRunnableMessage(problemReason),
  problemReason,
});

function problemOf(graph: CompiledGraph): FailureReason<NotRunnable> | null {
  if (graph.trigger < 0) return { code: "no-trigger", params: {} };
  const triggers = graph.nodes.filter((node) => isObject(node) && node.type === "trigger");
  if (triggers.length > 1) return { code: "several-triggers", params: { count: triggers.length } };
  return graph.order === null ? { code: "cycle", params: {} } : null;
}

function edgesOf(graph: CompiledGraph, index: number, nodes: ReadonlyMap<string, PlanNode>): Map<string, PlanEdge> {
  const edges = new Map<string, PlanEdge>();
  for (const [handle, position] of graph.edgeByHandle[index] ?? []) {
    const edge = graph.edges[position];
    const to = edge && nodes.get(edge.target);
    if (to) edges.set(handle, { id: typeof edge.id === "string" ? edge.id : null, position, to });
  }
  return edges;
}

/** What a node is made ready with. */
type Surroundings = Asking & { readonly clock: Clock };

function clockOf({ businessHours = null, timeZone }: RunSettings): Clock {
  return { timeZone: timeZone ?? businessHours?.timeZone ?? "UTC", businessHours };
}

function planNode(
  { handles }: CompiledGraph,
  node: GraphNode,
  position: number,
  edges: Map<string, PlanEdge>,
  { rule, value, clock }: Surroundings,
): PlanNode {
  const config = isObject(node.config) ? node.config : {};
  const actionType = known(ACTION_TYPES, node.actionType);
  const reachesCustomer = node.type === "action" && actionType !== null && CUSTOMER_ACTIONS.has(actionType);
  const plain: Omit<PlanNode, "usual"> = {
    id: node.id,
    position,
    kind: known(NODE_KINDS, node.type),
    actionType,
    config,
    edges,
    branches: node.type === "condition" ? partList(node).map((part, at) => readBranch(part, at, rule)) : [],
    exits: node.type === "round_robin" ? partList(node).map(readExit) : [],
    delayMs: isWait(node) ? milliseconds(config["delaySeconds"]) : null,
    until: isWait(node) ? readUntil(config, clock, value) : null,
    reply: awaitsReply(node) ? readReply(config) : null,
    reachesCustomer,
    atMostOnce: reachesCustomer && config["onUncertain"] !== "retry",
    way: (handle) => exitRefOf(node, handles[position] ?? [], handle),
  };
  return { ...plain, usual: usualMoves(plain) };
}

function readUntil(config: JsonObject, clock: Clock, value: Asking["value"]): PlanUntil | null {
  const until = untilOf(config);
  return until && compileUntil(until, clock, until.kind === "field" ? value(until.field) : () => null);
}

function known<T extends string>(list: readonly T[], given: unknown): T | null {
  return (list as readonly unknown[]).includes(given) ? (given as T) : null;
}

type Part = JsonObject & { id: string };

function partList(node: GraphNode): Part[] {
  const list = rawParts(node);
  return Array.isArray(list)
    ? list.filter((part): part is Part => isObject(part) && typeof part["id"] === "string")
    : [];
}

/** A branch or exit without a name is called by its number, as in a drawing. */
function labelOf({ label }: Part, at: number): string {
  return isFilled(label) ? label : String(at + 1);
}

function readBranch(part: Part, at: number, maker: RuleMaker) {
  const query = part["query"] as unknown as RuleGroup;
  return { id: part.id, label: labelOf(part, at), query, holds: compileQuery(query, maker) };
}

function readExit(part: Part, at: number) {
  const { weight } = part;
  return { id: part.id, label: labelOf(part, at), weight: isAmount(weight) ? weight : 1 };
}

function readReply(config: JsonObject) {
  const timeoutMs = milliseconds(config["replyTimeoutSeconds"]) || DEFAULT_REPLY_TIMEOUT_MS;
  return { buttons: new Map(buttonsOf(config).map(({ id, label }) => [id, label])), timeoutMs };
}

function milliseconds(seconds: unknown): number | null {
  return isAmount(seconds) ? Math.round(seconds * 1000) : null;
}
