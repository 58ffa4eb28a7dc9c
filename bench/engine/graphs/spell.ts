import type { ActionType, GraphDefinition, GraphEdge, GraphNode, JsonObject } from "@trilho/engine";

/** `edge("a btn_yes> b")`: source, handle if any, target. */
export function edge(line: string): GraphEdge {
  const [from = "", target = ""] = line.split("> ");
  const [source = "", sourceHandle] = from.trim().split(" ");
  const id = `e-${source}-${sourceHandle ?? "next"}`;
  return sourceHandle === undefined ? { id, source, target } : { id, source, target, sourceHandle };
}

/** A node as an editor saves it: with its place and its label. */
export function node(id: string, type: GraphNode["type"], label: string, config: JsonObject = {}): GraphNode {
  const ui = { x: (id.length * 137) % 1200, y: (label.length * 89) % 2400, label };
  return { id, type, config: { ...config, ui } };
}

export function action(id: string, actionType: ActionType, label: string, config: JsonObject = {}): GraphNode {
  return { ...node(id, "action", label, config), actionType };
}

export function wait(id: string, label: string, delaySeconds: number): GraphNode {
  return node(id, "wait", label, { delaySeconds });
}

/** A rule of a query as an editor saves it. */
export type SavedRule = readonly [field: string, operator: string, value: string | number | boolean | null];

export function branch(id: string, label: string, ...rules: readonly SavedRule[]): JsonObject {
  const saved = rules.map(([field, operator, value], index) => ({ id: `${id}-${index}`, field, operator, value }));
  return { id, label, query: { combinator: "and", rules: saved } };
}

export function condition(id: string, label: string, ...branches: JsonObject[]): GraphNode {
  return { ...node(id, "condition", label), condition: { branches } };
}

export function graph(nodes: GraphNode[], lines: readonly string[]): GraphDefinition {
  return { version: 2, nodes, edges: lines.map(edge) };
}
