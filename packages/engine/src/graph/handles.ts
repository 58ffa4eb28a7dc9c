import type { GraphNode, NodeKind } from "../contract/definition.ts";
import { partHandle } from "../contract/handles.ts";
import type { HandleKind, PartHandle, PlainHandle } from "../contract/handles.ts";
import { awaitsReply, isObject, isWait, partsOf } from "./parts.ts";

/** A place where a run may leave a node. `label` is what the author called the branch, exit or button. */
export interface NodeHandle {
  id: string;
  kind: HandleKind;
  label?: string;
  /** The contract wants an edge here. */
  required: boolean;
}

const OFFERS: Record<NodeKind, (node: GraphNode) => NodeHandle[]> = {
  trigger: () => [plain("next")],
  action: offersOfAction,
  condition: (node) => [...parts(node, "branch", true), plain("fallback")],
  wait: () => [plain("next")],
  round_robin: (node) => parts(node, "rr", true),
  end: () => [],
};

/**
 * The handles a node offers, in reading order. Tolerates half-made nodes: what cannot be read offers nothing.
 * A node of an unknown type offers none.
 */
export function handlesOf(node: GraphNode): NodeHandle[] {
  if (!isObject(node) || typeof node.type !== "string" || !Object.hasOwn(OFFERS, node.type)) return [];
  return OFFERS[node.type](node);
}

function offersOfAction(node: GraphNode): NodeHandle[] {
  if (isWait(node)) return [plain("next")];
  if (!awaitsReply(node)) return [plain("next"), plain("fallback")];
  const replies = [plain("text_reply"), plain("replied"), plain("timeout")];
  return [...parts(node, "btn", false), ...replies, plain("next"), plain("fallback")];
}

function plain(kind: PlainHandle): NodeHandle {
  return { id: kind, kind, required: false };
}

function parts(node: GraphNode, kind: PartHandle, required: boolean): NodeHandle[] {
  return partsOf(node).map(({ id, label }) => {
    const handle: NodeHandle = { id: partHandle(kind, id), kind, required };
    return label === undefined ? handle : { ...handle, label };
  });
}
