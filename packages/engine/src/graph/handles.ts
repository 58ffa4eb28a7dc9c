import { isObject } from "../contract/json.ts";
import type { GraphEdge, GraphNode, NodeKind } from "../contract/definition.ts";
import { DEFAULT_HANDLE, partHandle } from "../contract/handles.ts";
import type { HandleKind, PartHandle, PlainHandle } from "../contract/handles.ts";
import { buttonLimit, buttonText } from "./buttons.ts";
import { awaitsReply, isWait, partsOf } from "./parts.ts";

/** A place where a run may leave a node. `label` is what the author called the branch, exit or button. */
export interface NodeHandle {
  id: string;
  kind: HandleKind;
  label?: string;
  /** The contract wants an edge here. */
  required: boolean;
}

const NEXT = [plain("next")];
const FALLBACK = plain("fallback");
const NEXT_OR_FALLBACK = [...NEXT, FALLBACK];
const AFTER_A_REPLY = [plain("text_reply"), plain("replied"), plain("timeout"), ...NEXT_OR_FALLBACK];
const NOTHING: readonly NodeHandle[] = [];

const OFFERS: Record<NodeKind, (node: GraphNode) => readonly NodeHandle[]> = {
  trigger: () => NEXT,
  action: offersOfAction,
  condition: (node) => parts(node, "branch", [FALLBACK]),
  wait: () => NEXT,
  round_robin: (node) => parts(node, "rr"),
  end: () => NOTHING,
};

/**
 * The handles a node offers, in reading order. Tolerates half-made nodes: what cannot be read offers nothing.
 * A node of an unknown type offers none.
 *
 * @example
 * ```ts
 * import { handlesOf } from "@trilho/engine";
 *
 * handlesOf({ id: "split", type: "round_robin", config: { exits: [{ id: "ana", label: "Ana" }] } });
 * // [{ id: "rr_ana", kind: "rr", required: true, label: "Ana" }]
 * ```
 */
export function handlesOf(node: GraphNode): NodeHandle[] {
  return sharedHandlesOf(node).map((handle) => ({ ...handle }));
}

/** As `handlesOf`, without copies: for those who do not change them. */
export function sharedHandlesOf(node: GraphNode): readonly NodeHandle[] {
  if (!isObject(node) || typeof node.type !== "string" || !Object.hasOwn(OFFERS, node.type)) return NOTHING;
  return OFFERS[node.type](node);
}

function offersOfAction(node: GraphNode): readonly NodeHandle[] {
  if (isWait(node)) return NEXT;
  return awaitsReply(node) ? buttonHandles(node) : NEXT_OR_FALLBACK;
}

/**
 * The handle by which an edge leaves: its `sourceHandle`, or `next` without one.
 *
 * @example
 * ```ts
 * import { handleOf } from "@trilho/engine";
 *
 * handleOf({ source: "a", target: "b" }); // "next"
 * handleOf({ source: "a", target: "b", sourceHandle: "timeout" }); // "timeout"
 * ```
 */
export function handleOf(edge: GraphEdge): string {
  return typeof edge.sourceHandle === "string" ? edge.sourceHandle : DEFAULT_HANDLE;
}

function plain(kind: PlainHandle): NodeHandle {
  return { id: kind, kind, required: false };
}

/** Buttons are called what their contact reads. */
function buttonHandles(node: GraphNode): readonly NodeHandle[] {
  const known = partsOf(node);
  const limit = buttonLimit(node.config ?? {}, known.length);
  const buttons = known.map((part): NodeHandle => {
    return { id: partHandle("btn", part.id), kind: "btn", label: buttonText(part, limit), required: false };
  });
  return [...buttons, ...AFTER_A_REPLY];
}

/** A handle for each part, and then the others. */
function parts(node: GraphNode, kind: PartHandle, others: readonly NodeHandle[] = NOTHING): readonly NodeHandle[] {
  const handles: NodeHandle[] = [];
  for (const { id: part, label } of partsOf(node)) {
    const id = partHandle(kind, part);
    handles.push(label === undefined ? { id, kind, required: true } : { id, kind, label, required: true });
  }
  handles.push(...others);
  return handles;
}
