import type { GraphDefinition } from "@trilho/engine";
import { edgesOf } from "../store/document.ts";

const known = new WeakMap<GraphDefinition, string>();

/** What decides how runs go: the same text for definitions that differ only in places, names and saved tests. */
export function essenceOf(definition: GraphDefinition): string {
  const text =
    known.get(definition) ??
    JSON.stringify([
      definition.nodes.map((node) => (node.config ? { ...node, config: { ...node.config, ui: null } } : node)),
      edgesOf(definition),
    ]);
  known.set(definition, text);
  return text;
}
