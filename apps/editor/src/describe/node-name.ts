import { nodeName as engineName } from "@trilho/engine";
import type { GraphDefinition, GraphNode } from "@trilho/engine";
import type { Lookup } from "../document/lookup.ts";
import { engineLocale } from "../i18n/engine-locale.ts";

/** Where the names of steps come from. `trigger` is the automation's trigger in words; null when not known. */
export interface StepNames {
  definition: GraphDefinition;
  lookup: Lookup;
  trigger: string | null;
}

/** What a step is called, on the canvas and in every message: the name a person gave it, or what the engine calls it. */
export const stepName = (node: GraphNode): string => engineName(node, engineLocale());
