import type { GraphDefinition, GraphEdge, GraphNode } from "@trilho/engine";
import { edgesOf } from "../document.ts";

/** Steps on their way through the clipboard, as JSON, so that they cross tabs and automations. */
export interface Steps {
  kind: "trilho/steps";
  nodes: GraphNode[];
  /** The edges among them. */
  edges: GraphEdge[];
}

/** The chosen steps and the edges among them; null when nothing is chosen. */
export function copySteps(definition: GraphDefinition, ids: readonly string[]): Steps | null {
  const chosen = new Set(ids);
  const nodes = definition.nodes.filter(({ id }) => chosen.has(id));
  if (nodes.length === 0) return null;
  const edges = edgesOf(definition).filter(({ source, target }) => chosen.has(source) && chosen.has(target));
  return { kind: "trilho/steps", nodes, edges };
}
