import { handleOf, handlesOf } from "@trilho/engine";
import type { GraphDefinition, GraphEdge, GraphNode, JsonValue } from "@trilho/engine";
import { edgeKeys, edgesOf, findNode, withEdges, withUi } from "../document.ts";
import type { Point } from "../document.ts";
import { edgeIds, newEdgeId, newNodeId, nodeIds } from "../ids.ts";
import type { Random } from "../ids.ts";
import { freePlace, makeRoom, placementOf, withPlaces } from "../layout/placement.ts";
import { isFull, newNode, onwardHandle, stepKey } from "../steps.ts";
import type { StepType } from "../steps.ts";
import { label } from "./command.ts";
import type { Command } from "./command.ts";

/** Where a new step goes: behind a handle (in front of what follows there), into an edge, or free on the canvas. */
export type Spot =
  | { kind: "handle"; nodeId: string; handle: string }
  | { kind: "edge"; edgeKey: string }
  | { kind: "free"; position?: Point };

/** Adds a step and selects it; none to an automation that has as many as it may. */
export function addNode(step: StepType, spot: Spot): Command {
  return (definition, { random, partName }) => {
    if (isFull(definition)) return null;
    const node = newNode(newNodeId(nodeIds(definition), stepKey(step), random), step, partName);
    const next = step.type === "trigger" ? putTrigger(definition, node, random) : put(definition, node, spot, random);
    return next && { definition: next, label: label("add", [node]), select: [node.id] };
  };
}

/** Puts a trigger at the top and says what it waits for, as one step of the history. `entry` is how often a deal may enter. */
export function startWith(triggerType: string, settings: object, entry: JsonValue = null): Command {
  return (definition, tools) => {
    const done = addNode({ type: "trigger" }, { kind: "free" })(definition, tools);
    return done && { ...done, settings: { ...settings, triggerType, triggerConfig: entry && { entry } } };
  };
}

function put(definition: GraphDefinition, node: GraphNode, spot: Spot, random: Random): GraphDefinition | null {
  if (spot.kind === "free") return putFree(definition, node, spot.position);
  const source = sourceOf(definition, spot);
  if (!source) return null;
  const edges = edgesOf(definition);
  const taken = edges.find((edge) => edge.source === source.nodeId && handleOf(edge) === source.handle);
  const ids = edgeIds(definition);
  const into: GraphEdge = taken ? { ...taken, target: node.id } : newEdge(ids, source, node.id, random);
  if (into.id) ids.add(into.id);
  const onward = onwardHandle(node);
  const out = taken && onward ? [newEdge(ids, { nodeId: node.id, handle: onward }, taken.target, random)] : [];
  const kept = taken ? edges.map((edge) => (edge === taken ? into : edge)) : [...edges, into];
  const added = withEdges({ ...definition, nodes: [...definition.nodes, node] }, [...kept, ...out]);
  return makeRoom(added, node.id);
}

function sourceOf(definition: GraphDefinition, spot: Exclude<Spot, { kind: "free" }>) {
  if (spot.kind === "handle") return findNode(definition, spot.nodeId) ? spot : null;
  const edge = edgesOf(definition)[edgeKeys(definition).indexOf(spot.edgeKey)];
  return edge ? { nodeId: edge.source, handle: handleOf(edge) } : null;
}

function putFree(definition: GraphDefinition, node: GraphNode, position: Point | undefined): GraphDefinition {
  const placed = position ? withUi(node, { position: { x: Math.round(position.x), y: Math.round(position.y) } }) : node;
  const added = { ...definition, nodes: [...definition.nodes, placed] };
  if (!position || definition.nodes.length === 0) return { ...definition, nodes: [...definition.nodes, node] };
  const before = placementOf(definition);
  const { shapes } = placementOf(added);
  const moved = new Map([
    ...before.positions,
    [node.id, freePlace(position, node.id, before.positions, shapes)] as const,
  ]);
  return withPlaces(added, moved);
}

/** A trigger goes to the top, and leads to the one step that nothing leads to yet. */
function putTrigger(definition: GraphDefinition, node: GraphNode, random: Random): GraphDefinition {
  const edges = edgesOf(definition);
  const entered = new Set(edges.map(({ target }) => target));
  const entries = definition.nodes.filter(({ id, type }) => type !== "trigger" && !entered.has(id));
  const first = entries.length === 1 ? entries[0] : undefined;
  const added = { ...definition, nodes: [node, ...definition.nodes] };
  if (!first) return added;
  const edge = newEdge(edgeIds(definition), { nodeId: node.id, handle: "next" }, first.id, random);
  const { auto, positions } = placementOf(definition);
  const below = positions.get(first.id);
  const linked = withEdges(added, [...edges, edge]);
  return auto || !below ? linked : withPlaces(linked, new Map([[node.id, { x: below.x, y: below.y - 136 }]]));
}

export function newEdge(
  taken: ReadonlySet<string>,
  from: { nodeId: string; handle: string },
  target: string,
  random: Random,
): GraphEdge {
  return { id: newEdgeId(taken, random), source: from.nodeId, target, sourceHandle: from.handle };
}

/**
 * Where a step goes when a person does not say: behind the given node if there is one, else behind the first open end
 * of the automation. An open exit is preferred to squeezing in between.
 */
export function defaultSpot(
  definition: GraphDefinition,
  afterId: string | null,
  readingOrder: readonly string[],
): Spot {
  const after = afterId === null ? undefined : findNode(definition, afterId);
  const chosen = after && spotBehind(definition, after);
  if (chosen) return chosen;
  for (const id of readingOrder) {
    const node = findNode(definition, id);
    const handle = node && openHandles(definition, node).at(0);
    if (handle !== undefined) return { kind: "handle", nodeId: id, handle };
  }
  return { kind: "free" };
}

function spotBehind(definition: GraphDefinition, node: GraphNode): Spot | null {
  const handle = openHandles(definition, node).at(0) ?? onwardHandle(node);
  return handle === null ? null : { kind: "handle", nodeId: node.id, handle };
}

/** Exits of a node that lead nowhere yet and are meant to; the failure of an action is not. */
export function openHandles(definition: GraphDefinition, node: GraphNode): string[] {
  const used = new Set(edgesOf(definition).flatMap((edge) => (edge.source === node.id ? [handleOf(edge)] : [])));
  const handles = handlesOf(node);
  const awaits = handles.some(({ kind }) => kind === "timeout");
  return handles
    .filter(({ id, kind }) => {
      if (used.has(id) || (kind === "fallback" && node.type === "action")) return false;
      if (!awaits) return true;
      return kind !== "next" && (kind !== "text_reply" || handles.some((each) => each.kind === "btn"));
    })
    .map(({ id }) => id);
}
