import type { GraphDefinition } from "@trilho/engine";
import { label } from "./command.ts";
import type { Command } from "./command.ts";

/** Takes a definition in whose problems are fixed, as one entry. `words` say what was fixed. */
export function fixTo(after: GraphDefinition, words: string): Command {
  return (definition) => (after === definition ? null : { definition: after, label: label("fix", [], words) });
}

/** The same of what is kept outside of the graph. */
export const fixSettings =
  (settings: object, words: string): Command =>
  (definition) => ({ definition, settings, label: label("fix", [], words) });
