import type { GraphDefinition } from "@trilho/engine";
import type { Lookup } from "../forms/lookup.ts";
import { summarize } from "../forms/summary.ts";
import { findNode, labelOf } from "../store/document.ts";

/** Where the names of steps come from. `trigger` is the automation's trigger in words; null when not known. */
export interface StepNames {
  definition: GraphDefinition;
  lookup: Lookup;
  trigger: string | null;
}

/** What a step is called: the name a person gave it, or what it does. */
export function nodeName(nodeId: string, { definition, lookup, trigger }: StepNames): string {
  const node = findNode(definition, nodeId);
  if (!node) return nodeId;
  return labelOf(node).trim() || (node.type === "trigger" && trigger) || summarize(node, lookup);
}
