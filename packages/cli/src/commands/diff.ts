import type { GraphDefinition, JsonValue } from "@trilho/engine";
import { diffGraphs } from "@trilho/engine/analyse";
import type { EdgeChange, GraphDiff, NodeChange, RunPath } from "@trilho/engine/analyse";
import { printJson, readSources } from "../command.ts";
import type { Command } from "../command.ts";
import { edgeName } from "../edge-name.ts";
import type { Io } from "../io.ts";
import { counted, paintFor } from "../style.ts";
import { EXIT, oneOf, readArgs, UsageError } from "../usage.ts";

/** Tells what differs between two files. 1 where anything does. */
export const diff: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, { format: { type: "string", default: "human" } });
  const format = oneOf("format", values.format, ["human", "json"]);
  if (positionals.length !== 2) throw new UsageError("diff compares two files: trilho diff BEFORE AFTER.");
  const { sources, code } = await readSources(positionals, io);
  const [before, after] = sources;
  if (!before || !after) return code;
  const found = diffGraphs(asDefinition(before.definition), asDefinition(after.definition));
  if (format === "json") printJson(found, io);
  else printDiff(found, io);
  return isEmpty(found) ? EXIT.ok : EXIT.problems;
};

function asDefinition(definition: JsonValue): GraphDefinition {
  return definition as unknown as GraphDefinition;
}

function isEmpty({ nodes, edges, definition }: GraphDiff): boolean {
  return [...Object.values(nodes), ...Object.values(edges), definition].every((list) => list.length === 0);
}

function printDiff(found: GraphDiff, io: Io): void {
  if (isEmpty(found)) return io.out("No differences.\n");
  const paint = paintFor(io.colors);
  const { nodes, edges, definition, behaviour } = found;
  for (const { id } of nodes.added) io.out(`${paint("green", "+")} node ${id}\n`);
  for (const { id } of nodes.removed) io.out(`${paint("red", "-")} node ${id}\n`);
  for (const change of nodes.changed) printChange(`node ${change.nodeId}`, change.changes, io);
  for (const { nodeId } of nodes.moved) io.out(`  node ${nodeId} only moved\n`);
  for (const edge of edges.added) io.out(`${paint("green", "+")} edge ${edgeName(edge)}\n`);
  for (const edge of edges.removed) io.out(`${paint("red", "-")} edge ${edgeName(edge)}\n`);
  for (const { after, changes } of edges.changed) printChange(`edge ${edgeName(after)}`, changes, io);
  if (definition.length > 0) printChange("definition", definition, io);
  const { compared, changed } = behaviour;
  io.out(
    `${changed.length} of ${counted(compared, "compared run")} ${changed.length === 1 ? "goes" : "go"} another way\n`,
  );
  for (const { before, after } of changed) io.out(`  ${pathOf(before)}\n  → ${pathOf(after)}\n`);
}

function printChange(name: string, changes: NodeChange["changes"] | EdgeChange["changes"], io: Io): void {
  io.out(`${paintFor(io.colors)("yellow", "~")} ${name}\n`);
  for (const { path, before, after } of changes) io.out(`    ${path}: ${show(before)} → ${show(after)}\n`);
}

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
