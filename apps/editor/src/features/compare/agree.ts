import {
  type GraphDefinition,
  type GraphEdge,
  type GraphNode,
  handleOf,
  handlesOf,
  isObject,
  type JsonValue,
} from "@trilho/engine";
import type { MergeConflict } from "@trilho/engine/analyse";
import { edgesOf, findNode } from "../../document/document.ts";
import { idIn, readAt, segmentsOf } from "../../document/pointers.ts";

/** The value with what stands at a path replaced, or taken out where `next` is undefined. Items of lists go by their id. */
export function withAt(
  value: JsonValue | undefined,
  [first, ...rest]: readonly string[],
  next: JsonValue | undefined,
): JsonValue | undefined {
  if (first === undefined) return next;
  if (Array.isArray(value)) return itemsWith(value, first, rest, next);
  const fields = isObject(value) ? value : {};
  const inner = withAt(Object.hasOwn(fields, first) ? fields[first] : undefined, rest, next);
  const { [first]: _before, ...others } = fields;
  return inner === undefined ? others : { ...fields, [first]: inner };
}

function itemsWith(list: JsonValue[], id: string, rest: readonly string[], next: JsonValue | undefined): JsonValue[] {
  const at = list.findIndex((item) => idIn(item) === id);
  const inner = withAt(at < 0 ? undefined : list[at], rest, next);
  if (at < 0) return inner === undefined ? list : [...list, inner];
  return inner === undefined ? list.toSpliced(at, 1) : list.with(at, inner);
}

/** Both sides of a merge, as they are being agreed upon. */
export interface Sides {
  mine: GraphDefinition;
  theirs: GraphDefinition;
}

export type Side = keyof Sides;

type Agree = (conflict: MergeConflict, winner: GraphDefinition, other: GraphDefinition, side: Side) => GraphDefinition;

/** What becomes of the side that gives way, by kind of conflict; kinds that no side can win are missing. */
const AGREE: Partial<Record<MergeConflict["kind"], Agree>> = {
  "changed-by-both": takeOver,
  "removed-and-changed": takeOver,
  "handle-taken-twice": ({ mine, theirs }, winner, other) => {
    const edge = readEdge(mine) ?? readEdge(theirs);
    return edge === null ? other : withWaysOut(other, winner, edge.source, handleOf(edge));
  },
  "edge-without-node": (conflict, winner, other, side) => {
    const edge = readEdge(conflict[side]);
    if (edge === null) return other;
    return [edge.source, edge.target].reduce((taken, id) => withNodeOf(taken, winner, id), other);
  },
  "edge-without-handle": (conflict, winner, other, side) => {
    const edge = readEdge(conflict[side]);
    if (edge === null) return other;
    const freed = withoutEdge(other, readEdge(conflict[side === "mine" ? "theirs" : "mine"]));
    return withWaysOut(withHandleOf(freed, winner, edge), winner, edge.source, handleOf(edge));
  },
};

/** Whether a person can choose a side. Lists in two orders are put in order after the merge. */
export const isDecidable = ({ kind, nodeId, edgeId, path }: MergeConflict): boolean =>
  kind === "ordered-by-both" || (kind in AGREE && (nodeId !== undefined || edgeId !== undefined || path !== ""));

const LEAVES_EDGE_OUT: ReadonlySet<string> = new Set(["edge-without-node", "edge-without-handle"]);

/** The sides with the one that gives way changed as if it had done what the winner did: merged again, nothing clashes there. */
export function agreed(sides: Sides, conflict: MergeConflict, winner: Side): Sides {
  const loser: Side = winner === "mine" ? "theirs" : "mine";
  // An edge is left out where its side gives way.
  if (LEAVES_EDGE_OUT.has(conflict.kind) && conflict[winner] === undefined) {
    return { ...sides, [loser]: withoutEdge(sides[loser], readEdge(conflict[loser])) };
  }
  const agree = AGREE[conflict.kind];
  return agree === undefined ? sides : { ...sides, [loser]: agree(conflict, sides[winner], sides[loser], winner) };
}

function takeOver(
  conflict: MergeConflict,
  winner: GraphDefinition,
  other: GraphDefinition,
  side: Side,
): GraphDefinition {
  const { nodeId, edgeId, path } = conflict;
  const value = conflict[side];
  if (nodeId !== undefined && path === "") {
    if (value !== undefined) return withNodeOf(other, winner, nodeId);
    return { ...other, nodes: other.nodes.filter(({ id }) => id !== nodeId) };
  }
  const list = nodeId !== undefined ? "nodes" : edgeId !== undefined ? "edges" : null;
  const place = list === null ? [] : [list, nodeId ?? edgeId ?? ""];
  const whole = other as unknown as JsonValue;
  return withAt(whole, [...place, ...segmentsOf(path)], value) as unknown as GraphDefinition;
}

/** With a node and every edge at it as another definition has them; what stood in for it is taken out. */
function withNodeOf(definition: GraphDefinition, from: GraphDefinition, id: string): GraphDefinition {
  const node = findNode(from, id);
  if (node === undefined) return definition;
  const nodes = findNode(definition, id)
    ? definition.nodes.map((each) => (each.id === id ? node : each))
    : [...definition.nodes, node];
  const around = edgesOf(from).filter(({ source, target }) => source === id || target === id);
  return around.reduce((taken, edge) => withWaysOut(taken, from, edge.source, handleOf(edge)), {
    ...definition,
    nodes,
  });
}

/** With a step that offers the handle of an edge: its branch, exit or button comes back, or else the step as the other has it. */
function withHandleOf(definition: GraphDefinition, from: GraphDefinition, edge: GraphEdge): GraphDefinition {
  const [own, wanted] = [findNode(definition, edge.source), findNode(from, edge.source)];
  if (own === undefined || wanted === undefined) return withNodeOf(definition, from, edge.source);
  const offers = (node: GraphNode): boolean => handlesOf(node).some(({ id }) => id === handleOf(edge));
  if (offers(own)) return definition;
  const fitting = withPartsOf(own, wanted).find(offers);
  if (fitting !== undefined) return withNode(definition, fitting);
  // The exits of the step that it was belong to it.
  const kept = edgesOf(definition).filter(({ source }) => source !== own.id);
  const ways = edgesOf(from).filter(({ source }) => source === own.id);
  return { ...withNode(definition, wanted), edges: [...kept, ...ways] };
}

const withNode = (definition: GraphDefinition, node: GraphNode): GraphDefinition => ({
  ...definition,
  nodes: definition.nodes.map((each) => (each.id === node.id ? node : each)),
});

/** Lists of what a step offers exits for. */
const PARTS: readonly (readonly string[])[] = [
  ["condition", "branches"],
  ["config", "exits"],
  ["config", "buttons"],
];

/** A step with one branch, exit or button of another version that it lacks, for each of them. */
function withPartsOf(node: GraphNode, from: GraphNode): GraphNode[] {
  const [whole, other] = [node as unknown as JsonValue, from as unknown as JsonValue];
  return PARTS.flatMap((path) => {
    const [list, wanted] = [readAt(whole, path), readAt(other, path)];
    if (!Array.isArray(list) || !Array.isArray(wanted)) return [];
    return wanted.flatMap((part, index) => {
      if (list.some((each) => idIn(each) === idIn(part))) return [];
      const parts = putBehind(list, part, wanted.slice(0, index));
      return [withAt(whole, path, parts) as unknown as GraphNode];
    });
  });
}

/** A list with an item behind the nearest of those that it stood behind. */
function putBehind(list: readonly JsonValue[], item: JsonValue, before: readonly JsonValue[]): JsonValue[] {
  const ids = before.map(idIn);
  return list.toSpliced(list.findLastIndex((each) => ids.includes(idIn(each))) + 1, 0, item);
}

const leaves = (edge: GraphEdge, source: string, handle: string): boolean =>
  edge.source === source && handleOf(edge) === handle;

/** With one exit of a node leading where it leads in another definition. */
function withWaysOut(
  definition: GraphDefinition,
  from: GraphDefinition,
  source: string,
  handle: string,
): GraphDefinition {
  const kept = edgesOf(definition).filter((edge) => !leaves(edge, source, handle));
  return { ...definition, edges: [...kept, ...edgesOf(from).filter((edge) => leaves(edge, source, handle))] };
}

function withoutEdge(definition: GraphDefinition, edge: GraphEdge | null): GraphDefinition {
  if (edge === null) return definition;
  const isIt = (each: GraphEdge): boolean => leaves(each, edge.source, handleOf(edge)) && each.target === edge.target;
  return { ...definition, edges: edgesOf(definition).filter((each) => !isIt(each)) };
}

function readEdge(value: JsonValue | undefined): GraphEdge | null {
  const isEdge = isObject(value) && typeof value["source"] === "string" && typeof value["target"] === "string";
  return isEdge ? (value as unknown as GraphEdge) : null;
}

/** A merged definition with the list of an "ordered-by-both" in one side's order; what that side lacks stays behind what it stood behind. */
export function inOrderOf(definition: GraphDefinition, conflict: MergeConflict, winner: Side): GraphDefinition {
  const order = conflict[winner];
  const { nodeId, path } = conflict;
  if (nodeId === undefined || !Array.isArray(order)) return definition;
  const whole = definition as unknown as JsonValue;
  const place = ["nodes", nodeId, ...segmentsOf(path)];
  const list = readAt(whole, place);
  if (!Array.isArray(list)) return definition;
  return withAt(whole, place, sorted(list, order)) as unknown as GraphDefinition;
}

function sorted(list: readonly JsonValue[], order: readonly JsonValue[]): JsonValue[] {
  const result: JsonValue[] = order.flatMap((id) => list.find((item) => idIn(item) === id) ?? []);
  for (const [index, item] of list.entries()) {
    if (result.includes(item)) continue;
    const before = list[index - 1];
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, item);
  }
  return result;
}
