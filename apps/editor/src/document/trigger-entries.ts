import type { GraphDefinition, GraphNode, JsonValue } from "@trilho/engine";
import { mapNodes, uiOf, withUi } from "./document.ts";

/** A list that the document keeps at its trigger's `config.ui`. */
type ListKey = "scenarios" | "notes";

const triggerOf = (definition: GraphDefinition): GraphNode | undefined =>
  definition.nodes.find(({ type }) => type === "trigger");

/** What stands there, whatever it is. */
export function valueAtTrigger(definition: GraphDefinition, key: ListKey): JsonValue | undefined {
  const trigger = triggerOf(definition);
  return trigger && uiOf(trigger)[key];
}

/** The entries, whatever they are. A value that is no list counts as one entry. */
export function entriesAtTrigger(definition: GraphDefinition, key: ListKey): readonly JsonValue[] {
  const value = valueAtTrigger(definition, key);
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** The document with other entries; null without a trigger, where they have no place. */
export function withEntriesAtTrigger(
  definition: GraphDefinition,
  key: ListKey,
  entries: readonly JsonValue[],
): GraphDefinition | null {
  const trigger = triggerOf(definition);
  if (!trigger) return null;
  const value = entries.length > 0 ? [...entries] : undefined;
  return mapNodes(definition, (node) => (node === trigger ? withUi(node, { [key]: value }) : node));
}

/** Whether any scenarios are saved, be they readable or not. */
export const hasScenarios = (definition: GraphDefinition): boolean =>
  entriesAtTrigger(definition, "scenarios").length > 0;
