import { isObject } from "../../contract/json.ts";
import type { GraphDefinition, GraphEdge, GraphNode } from "../../contract/definition.ts";
import type { RunStatus } from "../../contract/run.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { plainly } from "../../json/plainly.ts";
import { simulateRun } from "../../simulate/simulate-run.ts";
import { coverScenarios } from "../cover/cover-scenarios.ts";
import { readDefinition } from "../read.ts";
import { changesBetween, isSame } from "./changes.ts";
import type { FieldChange } from "./changes.ts";
import { byKey, edgeKey, edgesOf, nodeKey } from "./keys.ts";

export interface NodeChange {
  nodeId: string;
  before: GraphNode;
  after: GraphNode;
  /** Paths are JSON Pointers into the node. */
  changes: FieldChange[];
}

export interface EdgeChange {
  edgeId: string | null;
  before: GraphEdge;
  after: GraphEdge;
  changes: FieldChange[];
}

/** The way a run goes, and how it ends. */
export interface RunPath {
  status: RunStatus;
  /** The handles by which it leaves, in order; the last `handle` is null where it ends at a node. */
  steps: { nodeId: string; handle: string | null }[];
}

export interface BehaviourChange {
  scenario: Scenario;
  before: RunPath;
  after: RunPath;
}

export interface GraphDiff {
  nodes: {
    added: GraphNode[];
    removed: GraphNode[];
    changed: NodeChange[];
    /** Only its place on the canvas, `config.ui.position`, differs. */
    moved: NodeChange[];
  };
  edges: { added: GraphEdge[]; removed: GraphEdge[]; changed: EdgeChange[] };
  /** Other keys of the definition. */
  definition: FieldChange[];
  behaviour: {
    /** How many scenarios were run under both: of many over large graphs only the first. */
    compared: number;
    /** Those whose runs take another path or end otherwise. */
    changed: BehaviourChange[];
  };
}

export interface DiffOptions {
  /** Scenarios to run under both; those that cover each of the two by default. */
  scenarios?: readonly Scenario[];
}

/**
 * What differs between two definitions: nodes by id, edges by id or by what they join, fields as JSON Pointers; and
 * which scenarios take another path. The order of nodes and edges is no difference. Never throws.
 *
 * @example
 * ```ts
 * import { diffGraphs } from "@trilho/engine/analyse";
 *
 * const start = { id: "start", type: "trigger" } as const;
 * const diff = diffGraphs(
 *   { version: 2, nodes: [start, { id: "pause", type: "wait", config: { delaySeconds: 60 } }] },
 *   { version: 2, nodes: [start, { id: "pause", type: "wait", config: { delaySeconds: 90 } }] },
 * );
 * // diff.nodes.changed[0]?.changes: [{ path: "/config/delaySeconds", before: 60, after: 90 }]
 * ```
 */
export function diffGraphs(before: GraphDefinition, after: GraphDefinition, options: DiffOptions = {}): GraphDiff {
  return plainly([before, after, options], diff);
}

function diff(before: GraphDefinition, after: GraphDefinition, options: DiffOptions): GraphDiff {
  const [old, next] = [readDefinition(before), readDefinition(after)];
  return {
    nodes: diffNodes(old, next),
    edges: diffEdges(old, next),
    definition: changesBetween(withoutLists(old), withoutLists(next)),
    behaviour: diffBehaviour(old, next, givenScenarios(options) ?? scenariosOf(old, next)),
  };
}

function givenScenarios(options: DiffOptions): readonly Scenario[] | null {
  const { scenarios }: DiffOptions = isObject(options) ? options : {};
  return Array.isArray(scenarios) ? scenarios : null;
}

function diffNodes(old: GraphDefinition, next: GraphDefinition): GraphDiff["nodes"] {
  const { added, removed, kept } = compare(byKey(old.nodes, nodeKey), byKey(next.nodes, nodeKey));
  const changes = kept
    .filter(([before, after]) => !isSame(before, after))
    .map(([before, after]): NodeChange => {
      const nodeId = isObject(after) && typeof after.id === "string" ? after.id : "";
      return { nodeId, before, after, changes: changesBetween(before, after) };
    });
  return { added, removed, changed: changes.filter((change) => !isMove(change)), moved: changes.filter(isMove) };
}

function diffEdges(old: GraphDefinition, next: GraphDefinition): GraphDiff["edges"] {
  const { added, removed, kept } = compare(byKey(edgesOf(old), edgeKey), byKey(edgesOf(next), edgeKey));
  const changed = kept
    .filter(([before, after]) => !isSame(before, after))
    .map(([before, after]): EdgeChange => {
      const edgeId = isObject(after) && typeof after.id === "string" ? after.id : null;
      return { edgeId, before, after, changes: changesBetween(before, after) };
    });
  return { added, removed, changed };
}

function compare<Item>(old: ReadonlyMap<string, Item>, next: ReadonlyMap<string, Item>) {
  const kept: [before: Item, after: Item][] = [];
  const added: Item[] = [];
  for (const [key, item] of next) {
    const before = old.get(key);
    if (before === undefined) added.push(item);
    else kept.push([before, item]);
  }
  return { added, kept, removed: [...old].filter(([key]) => !next.has(key)).map(([, item]) => item) };
}

function withoutLists(definition: GraphDefinition): unknown {
  const { edges } = definition;
  const lists = edges === undefined || Array.isArray(edges) ? ["nodes", "edges"] : ["nodes"];
  return Object.fromEntries(Object.entries(definition).filter(([key]) => !lists.includes(key)));
}

function isMove({ before, after }: NodeChange): boolean {
  return isSame(withoutPlace(before), withoutPlace(after));
}

/** A node wherever it stands. A `config.ui` that holds nothing else is as good as none. */
function withoutPlace(node: GraphNode): unknown {
  const ui = isObject(node) && isObject(node.config) ? node.config["ui"] : undefined;
  const seen = withoutUi(node);
  if (ui === undefined || !isObject(seen)) return seen;
  const kept = isObject(ui) ? Object.fromEntries(Object.entries(ui).filter(([key]) => key !== "position")) : ui;
  if (isObject(kept) && Object.keys(kept).length === 0) return seen;
  return { ...seen, config: { ...(isObject(seen["config"]) && seen["config"]), ui: kept } };
}

/** A node as runs see it. A config that holds nothing else is as good as none. */
export function withoutUi(node: GraphNode): unknown {
  if (!isObject(node) || !isObject(node.config)) return node;
  const { config, ...rest } = node;
  const seen = Object.entries(config).filter(([key]) => key !== "ui");
  return seen.length === 0 ? rest : { ...rest, config: Object.fromEntries(seen) };
}

function scenariosOf(old: GraphDefinition, next: GraphDefinition): Scenario[] {
  const all = [old, next].flatMap((definition) => coverScenarios(definition).scenarios.map(({ scenario }) => scenario));
  // Both come from the same maker, which writes their keys in the same order.
  return [...new Map(all.map((scenario) => [JSON.stringify(scenario), scenario])).values()];
}

/** Nodes made ready to run for all scenarios together, which is most of the work. */
const MOST_STEPS = 200_000;

function diffBehaviour(
  old: GraphDefinition,
  next: GraphDefinition,
  scenarios: readonly Scenario[],
): GraphDiff["behaviour"] {
  const compared = scenarios.slice(0, Math.floor(MOST_STEPS / (old.nodes.length + next.nodes.length + 1)) + 1);
  const changed = compared.flatMap((scenario): BehaviourChange[] => {
    const [before, after] = [pathOf(old, scenario), pathOf(next, scenario)];
    return isSame(before, after) ? [] : [{ scenario, before, after }];
  });
  return { compared: compared.length, changed };
}

function pathOf(definition: GraphDefinition, scenario: Scenario): RunPath {
  const { trace, status } = simulateRun(definition, scenario);
  const last = trace.length - 1;
  const steps = trace.filter(({ handle }, index) => handle !== null || index === last);
  return { status, steps: steps.map(({ nodeId, handle }) => ({ nodeId, handle })) };
}
