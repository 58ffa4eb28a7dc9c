import type { GraphDefinition } from "../../../contract/definition.ts";
import type { JsonObject, JsonValue } from "../../../contract/json.ts";
import { condition, end, graph, trigger } from "../../../rules/testing/graphs.ts";
import { coverScenarios } from "../cover-scenarios.ts";

/** A rule. */
export type Asked = [field: string, operator: string, value?: JsonValue];

/** A branch that holds where all its rules do. */
export const when = (id: string, ...rules: Asked[]): JsonObject => ({
  id,
  query: {
    combinator: "and",
    rules: rules.map(([field, operator, value]) => ({ field, operator, ...(value !== undefined && { value }) })),
  },
});
/** A condition with a way for each branch, and one for when none holds. */
export const branching = (...branches: JsonObject[]) =>
  graph(
    [trigger(), condition("c", ...branches), end()],
    ["start > c", ...branches.map(({ id }) => `c branch_${String(id)}> done`), "c fallback> done"],
  );

/** What is said of each edge that no run takes: `c fallback> end: shadowed`. */
export function verdicts(definition: GraphDefinition): string[] {
  const { unreachable, unknown } = coverScenarios(definition);
  const name = (edge: number) => {
    const { source, target, sourceHandle } = definition.edges?.[edge] ?? { source: "?", target: "?" };
    return `${source} ${sourceHandle ?? ""}> ${target}`;
  };
  return [
    ...unreachable.map(({ edge, reason }) => `${name(edge)}: ${reason}`),
    ...unknown.map(({ edge }) => `${name(edge)}: unknown`),
  ];
}
