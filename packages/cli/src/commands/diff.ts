import type { GraphDefinition, JsonValue } from "@trilho/engine";
import { diffGraphs } from "@trilho/engine/analyse";
import { printJson, readSources } from "../command.ts";
import type { Command } from "../command.ts";
import { differences, isEmptyDiff } from "../differences.ts";
import { paintFor } from "../style.ts";
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
  else for (const line of differences(found, paintFor(io.colors))) io.out(`${line}\n`);
  return isEmptyDiff(found) ? EXIT.ok : EXIT.problems;
};

function asDefinition(definition: JsonValue): GraphDefinition {
  return definition as unknown as GraphDefinition;
}
