import type { GraphDefinition, GraphNode } from "@trilho/engine";
import { edgesOf } from "../document/document.ts";

const known = new WeakMap<GraphDefinition, string>();

/** What decides how runs go: the same text for definitions that differ only in places, names and saved tests. */
export function essenceOf(definition: GraphDefinition): string {
  const text = known.get(definition) ?? JSON.stringify([definition.nodes.map(bare), edgesOf(definition)]);
  known.set(definition, text);
  return text;
}

/** A config that holds nothing but what the editor needs is as good as none. */
function bare({ config, ...node }: GraphNode): Omit<GraphNode, "config"> & { config?: GraphNode["config"] } {
  const { ui: _editors, ...rest } = config ?? {};
  return Object.keys(rest).length > 0 ? { ...node, config: rest } : node;
}
