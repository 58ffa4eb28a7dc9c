import { handleOf } from "@trilho/engine";
import type { GraphDefinition, GraphEdge, GraphNode } from "@trilho/engine";
import { edgeKeys, edgesOf } from "./document.ts";
import { withoutPins } from "./layout/pins.ts";
import type { EdgeOverlay, NodeOverlay, Overlay } from "./view-store.ts";

/** One thing that tells two definitions apart, for people. Edges go by their ends. */
export type Change =
  | { kind: "nodeAdded" | "nodeRemoved"; node: GraphNode }
  | { kind: "nodeChanged"; before: GraphNode; after: GraphNode }
  | { kind: "edgeAdded" | "edgeRemoved"; edge: GraphEdge }
  | { kind: "edgeMoved"; before: GraphEdge; after: GraphEdge };

/** What becomes of a definition, steps first. Parts are told apart by identity, as commands and patches share them. */
export function changesOf(before: GraphDefinition, after: GraphDefinition): Change[] {
  return [...nodeChanges(before, after), ...edgeChanges(before, after)];
}

function nodeChanges(before: GraphDefinition, after: GraphDefinition): Change[] {
  const was = new Map(before.nodes.map((node) => [node.id, node]));
  const is = new Map(withoutPins(before, after).nodes.map((node) => [node.id, node]));
  return [
    ...before.nodes.flatMap((node): Change[] => {
      const now = is.get(node.id);
      if (!now) return [{ kind: "nodeRemoved", node }];
      return now === node ? [] : [{ kind: "nodeChanged", before: node, after: now }];
    }),
    ...after.nodes.flatMap((node): Change[] => (was.has(node.id) ? [] : [{ kind: "nodeAdded", node }])),
  ];
}

const wire = (edge: GraphEdge): string => JSON.stringify([edge.source, handleOf(edge), edge.target]);

function edgeChanges(before: GraphDefinition, after: GraphDefinition): Change[] {
  const [was, is] = [keyed(before), keyed(after)];
  const gone = [...was].filter(([key]) => !is.has(key)).map(([, edge]) => edge);
  const come = [...is].filter(([key]) => !was.has(key)).map(([, edge]) => edge);
  const moved = [...was].flatMap(([key, edge]): Change[] => {
    const now = is.get(key);
    return now && wire(now) !== wire(edge) ? [{ kind: "edgeMoved", before: edge, after: now }] : [];
  });
  return [
    ...gone.map((edge): Change => ({ kind: "edgeRemoved", edge })),
    ...moved,
    ...come.map((edge): Change => ({ kind: "edgeAdded", edge })),
  ];
}

function keyed(definition: GraphDefinition): Map<string, GraphEdge> {
  const keys = edgeKeys(definition);
  return new Map(edgesOf(definition).map((edge, index) => [keys[index] ?? "", edge]));
}

/** The changes as marks on the drawing of what is there before them. */
export function overlayOf(before: GraphDefinition, after: GraphDefinition): Overlay {
  const nodes = new Map<string, NodeOverlay>();
  for (const change of nodeChanges(before, after)) {
    if (change.kind === "nodeRemoved") nodes.set(change.node.id, { tone: "removed" });
    if (change.kind === "nodeChanged") nodes.set(change.before.id, { tone: "changed" });
  }
  const edges = new Map<string, EdgeOverlay>();
  const [was, is] = [keyed(before), keyed(after)];
  // A connection that is not there yet shows at the step that it leaves.
  for (const [key, { source }] of is) {
    if (!was.has(key) && !nodes.has(source)) nodes.set(source, { tone: "changed" });
  }
  for (const [key, edge] of was) {
    const now = is.get(key);
    if (!now) edges.set(key, { tone: "removed" });
    else if (wire(now) !== wire(edge)) edges.set(key, { tone: "changed" });
  }
  return { nodes, edges };
}
