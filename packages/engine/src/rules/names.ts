import { ACTIONS } from "../contract/actions.ts";
import { NODES } from "../contract/nodes.ts";
import type { GraphNode } from "../contract/definition.ts";
import { isObject } from "../graph/parts.ts";

const LONGEST = 60;

/** What a person calls a node: its label, or what it does. */
export function nodeName(node: GraphNode | undefined): string {
  if (!isObject(node)) return "an unreadable step";
  const label = labelOf(node);
  return label === null ? `“${kindName(node)}”` : `“${shorten(label)}”`;
}

/** Several names as a list, cut after the third: “A”, “B”, “C” and 4 more. */
export function nameList(names: readonly string[]): string {
  const shown = names.slice(0, 3);
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(", ")} and ${rest} more`;
  const last = shown.pop() ?? "";
  return shown.length === 0 ? last : `${shown.join(", ")} and ${last}`;
}

export function shorten(text: string): string {
  const letters = Array.from(text.trim());
  return letters.length <= LONGEST ? letters.join("") : `${letters.slice(0, LONGEST - 1).join("")}…`;
}

function labelOf(node: GraphNode): string | null {
  const ui = isObject(node.config) ? node.config["ui"] : undefined;
  const label = isObject(ui) ? ui["label"] : undefined;
  return typeof label === "string" && label.trim() !== "" ? label : null;
}

function kindName(node: GraphNode): string {
  const { type, actionType } = node;
  if (type === "action" && typeof actionType === "string" && Object.hasOwn(ACTIONS, actionType)) {
    return ACTIONS[actionType].label;
  }
  return typeof type === "string" && Object.hasOwn(NODES, type) ? NODES[type].label : "Unknown step";
}
