import { isObject } from "@trilho/engine";
import type { JsonValue } from "@trilho/engine";

/** An edge by its ends: `ask (timeout) → call`. Tolerates what is no edge. */
export function edgeName(edge: JsonValue | object | undefined): string {
  if (!isObject(edge)) return "?";
  const { source, sourceHandle, target } = edge;
  const handle = typeof sourceHandle === "string" && sourceHandle !== "next" ? ` (${sourceHandle})` : "";
  return `${textOf(source)}${handle} → ${textOf(target)}`;
}

/** The edge at a position of a definition. */
export function edgeAt(definition: JsonValue, position: number): string {
  const edges = isObject(definition) ? definition["edges"] : undefined;
  return edgeName(Array.isArray(edges) ? edges[position] : undefined);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "?";
}
