import type { GraphDefinition, GraphNode } from "@trilho/engine";
import type { CommandCode, CommandLabel } from "../history.ts";
import type { Random } from "../ids.ts";
import type { PartName } from "../steps.ts";

/** What a command did to a definition. It is the same definition when there was nothing to do. */
export interface Done {
  definition: GraphDefinition;
  label: CommandLabel;
  /** What the page keeps with the definition, where that changes with it. */
  settings?: object;
  /** Nodes that are selected afterwards; left out, the selection stays. */
  select?: readonly string[];
  /** Commands of the same key, soon after one another, are one entry of the history. */
  coalesce?: string;
}

/** A change of the document: a pure function. Null where it cannot be done. */
export type Command = (definition: GraphDefinition, tools: Tools) => Done | null;

export interface Tools {
  random: Random;
  /** What new branches and exits are called; in the page's language by default. */
  partName?: PartName;
}

export function label(code: CommandCode, nodes: readonly (GraphNode | undefined)[], text?: string): CommandLabel {
  const known = nodes.filter((node) => node !== undefined);
  return text === undefined ? { code, nodes: known } : { code, nodes: known, text };
}
