import type { GraphDefinition } from "@trilho/engine";
import type { Lookup } from "../forms/lookup.ts";
import { summarize } from "../forms/summary.ts";
import { findNode, labelOf } from "../store/document.ts";

/** What a step is called: the name a person gave it, or what it does. */
export function nodeName(definition: GraphDefinition, nodeId: string, lookup: Lookup): string {
  const node = findNode(definition, nodeId);
  return node ? labelOf(node) || summarize(node, lookup) : nodeId;
}
