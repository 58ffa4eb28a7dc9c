import type { Diagnostic, GraphDefinition, GraphNode } from "@trilho/engine";

const escaped = (key: string | number): string => String(key).replaceAll("~", "~0").replaceAll("/", "~1");

/** The JSON Pointer (RFC 6901) of a place inside a node of the definition. */
export function pointerTo(definition: GraphDefinition, node: GraphNode, ...keys: (string | number)[]): string {
  const index = definition.nodes.findIndex(({ id }) => id === node.id);
  return ["", "nodes", index, ...keys].map(escaped).join("/");
}

/** The problems of one place: at the place itself, or with `inside` anywhere below it too. */
export function problemsAt(problems: readonly Diagnostic[], pointer: string, inside = false): Diagnostic[] {
  return problems.filter(({ path }) => path === pointer || (inside && path.startsWith(`${pointer}/`)));
}

/** The node's problems that none of the shown places shows. */
export function problemsElsewhere(
  problems: readonly Diagnostic[],
  nodeId: string,
  shown: readonly string[],
): Diagnostic[] {
  return problems.filter(
    (problem) =>
      problem.nodeId === nodeId &&
      !shown.some((pointer) => problem.path === pointer || problem.path.startsWith(`${pointer}/`)),
  );
}
