import { printJson } from "../command.ts";
import type { Command } from "../command.ts";
import { SCHEMAS } from "../files/schema.ts";
import { EXIT, oneOf, readArgs, UsageError } from "../usage.ts";

/** Prints the JSON Schema of a file. */
export const schema: Command = async (args, io) => {
  const [name, ...more] = readArgs(args, {}).positionals;
  if (name === undefined || more.length > 0) throw new UsageError("Name one schema: automation or workspace.");
  printJson(SCHEMAS[oneOf("schema", name, ["automation", "workspace"])], io);
  return EXIT.ok;
};
