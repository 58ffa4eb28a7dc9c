import { nodeName as engineName } from "@trilho/engine";
import type { GraphDefinition } from "@trilho/engine";
import type { Lookup } from "../document/lookup.ts";
import { engineLocale } from "../i18n/engine-words.ts";
import { findNode } from "../document/document.ts";

/** Where the names of steps come from. `trigger` is the automation's trigger in words; null when not known. */
export interface StepNames {
  definition: GraphDefinition;
  lookup: Lookup;
  trigger: string | null;
}

/** What a step is called, on the canvas and in every message. */
export function nodeName(nodeId: string, { definition }: StepNames): string {
  const node = findNode(definition, nodeId);
  return node ? engineName(node, engineLocale()) : nodeId;
}
