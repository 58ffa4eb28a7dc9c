import type { Diagnostic, Facts, GraphDefinition, GraphNode, JsonObject, JsonValue } from "@trilho/engine";
import { createContext, useContext } from "react";

/** A change of the form: the new `config` or `condition` as a whole. */
export interface NodePatch {
  config?: JsonObject;
  condition?: JsonObject | null;
}

/** What every field of a node's form shares. */
export interface NodeForm {
  node: GraphNode;
  definition: GraphDefinition;
  problems: readonly Diagnostic[];
  readOnly: boolean;
  /** A deal to preview texts with. */
  facts: Facts;
  /** Sets keys of the config; `undefined` takes a key away. Keys that are not named stay. */
  setConfig(patch: Record<string, JsonValue | undefined>, field: string): void;
  setCondition(patch: Record<string, JsonValue | undefined>, field: string): void;
}

export const NodeFormContext = createContext<NodeForm | null>(null);

export function useNodeForm(): NodeForm {
  const form = useContext(NodeFormContext);
  if (!form) throw new Error("A field of a node's form stands outside of it.");
  return form;
}
