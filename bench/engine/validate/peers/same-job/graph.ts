import { awaitsReply, handleOf, parseHandle } from "@trilho/engine";
import type { GraphEdge, GraphNode } from "@trilho/engine";
import { MultiDirectedGraph } from "graphology";
import { checkNode, partsOf } from "./nodes.ts";
import type { Step } from "./nodes.ts";
import { isObject } from "./problem.ts";
import type { Problem } from "./problem.ts";

export interface Way {
  readonly handle: string;
  readonly index: number;
}

/** A definition as a graph, and the exits of its nodes that are used. */
export interface Drawn {
  /** Keys of the nodes by id. */
  readonly keys: ReadonlyMap<string, string>;
  readonly graph: MultiDirectedGraph<Step, Way>;
  /** `key handle` of edges that leave a node, those to nowhere too. */
  readonly used: ReadonlySet<string>;
  /** Nodes with an edge whose handle cannot be read: it may be the one that seems to be missing. */
  readonly unclear: ReadonlySet<string>;
  /** Edges that miss an end, or both: by what they have. */
  readonly loose: readonly { readonly source: string | undefined; readonly target: string | undefined }[];
}

/** Makes the graph and finds what is wrong with ids, edges and handles. */
export function draw(nodes: readonly GraphNode[], edges: readonly GraphEdge[], problems: Problem[]): Drawn {
  const graph = new MultiDirectedGraph<Step, Way>();
  // Safe keys: an id such as `__proto__` breaks the library.
  const keys = new Map<string, string>();
  nodes.forEach((node, index) => {
    if (!isObject(node)) return;
    const step = checkNode(node, index, problems);
    const key = `n${index}`;
    const known = keys.get(node.id);
    if (known === undefined) {
      if (typeof node.id === "string") keys.set(node.id, key);
      graph.addNode(key, step);
    } else {
      problems.push({ code: "duplicate-node-id", path: `/nodes/${index}/id` });
      graph.setNodeAttribute(known, "isAmbiguous", true);
    }
  });
  const used = new Set<string>();
  const unclear = new Set<string>();
  const leading = new Set<string>();
  const loose: { source: string | undefined; target: string | undefined }[] = [];
  const ids = new Set<string>();
  edges.forEach((edge, index) => {
    const path = `/edges/${index}`;
    if (!isObject(edge)) return void loose.push({ source: undefined, target: undefined });
    if (typeof edge.id === "string") {
      if (ids.has(edge.id)) problems.push({ code: "duplicate-edge-id", path: `${path}/id` });
      ids.add(edge.id);
    }
    const [source, target] = [keys.get(edge.source), keys.get(edge.target)];
    const handle = handleOf(edge);
    if (source !== undefined && target !== undefined)
      graph.addDirectedEdgeWithKey(`e${index}`, source, target, { handle, index });
    else {
      const namesBoth = typeof edge.source === "string" && typeof edge.target === "string";
      if (namesBoth) problems.push({ code: "dangling-edge", path });
      if (source !== undefined || target !== undefined || !namesBoth) loose.push({ source, target });
    }
    if (source === undefined) return;
    const step = graph.getNodeAttributes(source);
    const way = `${source} ${handle}`;
    const isText = edge.sourceHandle === undefined || typeof edge.sourceHandle === "string";
    if (edge.sourceHandle !== undefined && (!isText || parseHandle(handle) === null)) unclear.add(source);
    used.add(way);
    if (!isText || step.isAmbiguous) return;
    checkHandle(step, handle, path, problems);
    if (target !== undefined) {
      if (leading.has(way) && step.node.type !== "end") problems.push({ code: "several-edges-from-handle", path });
      leading.add(way);
    }
  });
  return { keys, graph, used, unclear, loose };
}

const MISSING = {
  branch: ["condition", "edge-for-missing-branch"],
  rr: ["round_robin", "edge-for-missing-exit"],
  btn: ["action", "edge-for-missing-button"],
} as const;

function checkHandle({ node, offers }: Step, handle: string, path: string, problems: Problem[]): void {
  if (offers === null) return;
  if (offers.has(handle)) {
    const isIdle = handle === "text_reply" && awaitsReply(node) && isNothing(partsOf(node));
    if (isIdle) problems.push({ code: "text-reply-without-buttons", path: `${path}/sourceHandle` });
    return;
  }
  if (node.type === "end") return void problems.push({ code: "edge-out-of-end", path });
  const parsed = parseHandle(handle);
  if (!parsed) return;
  const [type, code] = MISSING[parsed.kind as keyof typeof MISSING] ?? [];
  const mayHave = node.type === type && (type !== "action" || node.actionType === "send_whatsapp");
  problems.push({ code: mayHave && code ? code : "handle-not-offered", path: `${path}/sourceHandle` });
}

function isNothing(list: unknown): boolean {
  return Array.isArray(list) ? list.length === 0 : list === undefined;
}
