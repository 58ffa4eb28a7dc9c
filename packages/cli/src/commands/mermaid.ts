import type { GraphDefinition } from "@trilho/engine";
import { toMermaid } from "@trilho/engine/formats";
import { readSources, type Command } from "../command.ts";
import { readArgs } from "../usage.ts";

/** Prints a Mermaid flowchart of each file; of several, each below its name as a comment. */
export const mermaid: Command = async (args, io) => {
  const { positionals } = readArgs(args, {});
  const { sources, code } = await readSources(positionals, io);
  for (const { name, definition } of sources) {
    if (sources.length > 1) io.out(`%% ${name}\n`);
    io.out(toMermaid(definition as unknown as GraphDefinition));
  }
  return code;
};
