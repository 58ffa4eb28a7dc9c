import { isObject } from "../contract/json.ts";
import { ACTION_TYPES, NODE_KINDS } from "../contract/definition.ts";
import type { ActionType, GraphNode, NodeKind } from "../contract/definition.ts";

/** What a node may hold depends on its type, or an action's on its action type; a wait is one kind in both spellings. */
export type Kind = Exclude<NodeKind, "action"> | ActionType;

/** A node and its position. */
export interface Placed {
  readonly node: GraphNode;
  readonly index: number;
}

/** The nodes of a kind, in order. */
export type NodesOf = (kind: Kind) => readonly Placed[];

const types: ReadonlySet<unknown> = new Set(NODE_KINDS);
const actionTypes: ReadonlySet<unknown> = new Set(ACTION_TYPES);
const NONE: readonly Placed[] = [];

/** Sorts nodes by kind, once for all who ask. Those of no known kind are left out. */
export function nodesByKind(nodes: readonly GraphNode[]): NodesOf {
  const byKind = new Map<string, Placed[]>();
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index];
    const kind = isObject(node) ? kindOf(node) : null;
    if (!node || !kind) continue;
    const list = byKind.get(kind);
    if (list) list.push({ node, index });
    else byKind.set(kind, [{ node, index }]);
  }
  return (kind) => byKind.get(kind) ?? NONE;
}

/** The kind of a node; null where its type, or an action's action type, is not known. */
export function kindOf({ type, actionType }: GraphNode): Kind | null {
  if (type !== "action") return isNodeType(type) ? type : null;
  return actionTypes.has(actionType) ? (actionType ?? null) : null;
}

/** Whether nodes of such a type exist. */
export function isNodeType(type: unknown): boolean {
  return types.has(type);
}
