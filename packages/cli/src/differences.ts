import type { JsonValue } from "@trilho/engine";
import type { EdgeChange, GraphDiff, NodeChange, RunPath } from "@trilho/engine/analyse";
import { edgeName } from "./edge-name.ts";
import { counted } from "./style.ts";
import type { Paint } from "./style.ts";

/** Whether two definitions are the same. */
export function isEmptyDiff({ nodes, edges, definition }: GraphDiff): boolean {
  return [...Object.values(nodes), ...Object.values(edges), definition].every((list) => list.length === 0);
}

/** What differs between two definitions, and which runs take another path, in lines. */
export function differences(found: GraphDiff, paint: Paint): string[] {
  if (isEmptyDiff(found)) return ["No differences."];
  const { nodes, edges, definition, behaviour } = found;
  const { compared, changed } = behaviour;
  return [
    ...nodes.added.map(({ id }) => `${paint("green", "+")} node ${id}`),
    ...nodes.removed.map(({ id }) => `${paint("red", "-")} node ${id}`),
    ...nodes.changed.flatMap(({ nodeId, changes }) => changesAt(`node ${nodeId}`, changes, paint)),
    ...nodes.moved.map(({ nodeId }) => `  node ${nodeId} only moved`),
    ...edges.added.map((edge) => `${paint("green", "+")} edge ${edgeName(edge)}`),
    ...edges.removed.map((edge) => `${paint("red", "-")} edge ${edgeName(edge)}`),
    ...edges.changed.flatMap(({ after, changes }) => changesAt(`edge ${edgeName(after)}`, changes, paint)),
    ...(definition.length > 0 ? changesAt("definition", definition, paint) : []),
    `${changed.length} of ${counted(compared, "compared run")} ${changed.length === 1 ? "goes" : "go"} another way`,
    ...changed.flatMap(({ before, after }) => [`  ${pathOf(before)}`, `  → ${pathOf(after)}`]),
  ];
}

const changesAt = (name: string, changes: NodeChange["changes"] | EdgeChange["changes"], paint: Paint): string[] => [
  `${paint("yellow", "~")} ${name}`,
  ...changes.map(({ path, before, after }) => `    ${path}: ${changeOf(before, after)}`),
];

/** `"a" → nothing`. */
export const changeOf = (before: JsonValue | undefined, after: JsonValue | undefined): string =>
  `${show(before)} → ${show(after)}`;

function show(value: JsonValue | undefined): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function pathOf({ steps, status }: RunPath): string {
  const ways = steps.map(({ nodeId, handle }) =>
    handle === null || handle === "next" ? nodeId : `${nodeId} (${handle})`,
  );
  return `${ways.join(" → ")}: ${status}`;
}
