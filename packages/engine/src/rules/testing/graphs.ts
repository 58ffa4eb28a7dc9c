import type { ActionType, GraphDefinition, GraphEdge, GraphNode } from "../../contract/definition.ts";
import type { JsonObject, JsonValue } from "../../contract/json.ts";
import { validateGraph } from "../validate/validate.ts";

/** Short spellings for test graphs. Tests also need wrong values, so configs take any JSON. */
export const trigger = (id = "start"): GraphNode => ({ id, type: "trigger" });
export const end = (id = "done"): GraphNode => ({ id, type: "end" });
export const wait = (id: string, delaySeconds: JsonValue = 60): GraphNode => ({
  id,
  type: "wait",
  config: { delaySeconds },
});
export const action = (id: string, actionType: ActionType, config: JsonObject = {}): GraphNode => ({
  id,
  type: "action",
  actionType,
  config,
});
export const branch = (id: string, value: JsonValue = id): JsonObject => ({
  id,
  query: { combinator: "and", rules: [{ field: "deal.name", operator: "=", value }] },
});
export const condition = (id: string, ...branches: JsonValue[]): GraphNode => ({
  id,
  type: "condition",
  condition: { branches },
});
export const roundRobin = (id: string, ...exits: JsonValue[]): GraphNode => ({
  id,
  type: "round_robin",
  config: { exits },
});

/** `edges("a > b", "a fallback> c")`: source, handle if any, target. */
export function edges(...lines: string[]): GraphEdge[] {
  return lines.map((line) => {
    const [, source = "", handle = "", target = ""] = /^(.*?)(?: (\S+))?> (.*)$/.exec(line) ?? [];
    const from = handle === "" ? source.trimEnd() : source;
    return handle === "" ? { source: from, target } : { source: from, target, sourceHandle: handle };
  });
}

export function graph(nodes: readonly unknown[], lines: readonly string[] = []): GraphDefinition {
  return { version: 2, nodes: nodes as GraphNode[], edges: edges(...lines) };
}

/** The graph with its edges named e0, e1, … */
export const named = (definition: GraphDefinition): GraphDefinition => ({
  ...definition,
  edges: (definition.edges ?? []).map((edge, index) => ({ ...edge, id: `e${index}` })),
});

/** Trigger, the node, an end: connected by `next`. */
export function around(node: unknown, id = "it"): GraphDefinition {
  return graph([trigger(), node, end()], [`start > ${id}`, `${id} > done`]);
}

/** The problems of one severity as `code path`. */
export function found(definition: unknown, severity: "error" | "warning" = "error"): string[] {
  const { problems } = validateGraph(definition);
  return problems.filter((problem) => problem.severity === severity).map(({ code, path }) => `${code} ${path}`);
}
