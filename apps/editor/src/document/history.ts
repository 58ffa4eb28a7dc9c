import type { GraphDefinition, GraphNode } from "@trilho/engine";
import { applyDiff, diffDefinitions, isEmptyDiff, nodesBroughtBy, revertDiff } from "./diff.ts";
import type { Diff } from "./diff.ts";

export type CommandCode =
  | "add"
  | "connect"
  | "reconnect"
  | "disconnect"
  | "delete"
  | "cut"
  | "move"
  | "edit"
  | "rename"
  | "duplicate"
  | "paste"
  | "tidy"
  | "align"
  | "distribute"
  | "fix"
  | "replace"
  | "saveScenario"
  | "saveScenarios"
  | "changeScenario"
  | "renameScenario"
  | "acceptScenario"
  | "acceptScenarios"
  | "removeScenario"
  | "removeScenarios";

/** Tests are saved with the trigger, but nobody looks for them there. */
const OF_TESTS: ReadonlySet<CommandCode> = new Set([
  "saveScenario",
  "saveScenarios",
  "changeScenario",
  "renameScenario",
  "acceptScenario",
  "acceptScenarios",
  "removeScenario",
  "removeScenarios",
]);

/** What a command did, as data: the view turns it into words ("Delete Wait 2 days") in the person's language. */
export interface CommandLabel {
  code: CommandCode;
  /** The steps it was done to, as they were named then. */
  nodes: readonly GraphNode[];
  /** Words of its own: what a fix does, a scenario's name, or how many scenarios. */
  text?: string;
}

export interface Entry {
  label: CommandLabel;
  diff: Diff;
  /** Entries with the same key join when little time lies between them. */
  coalesce: string | null;
  /** Milliseconds of the store's clock. */
  at: number;
}

export interface History {
  readonly past: readonly Entry[];
  readonly future: readonly Entry[];
}

export const EMPTY_HISTORY: History = { past: [], future: [] };

/** A pause longer than this starts a new entry. */
const COALESCE_MS = 1200;
const LONGEST = 500;

/** The history after `before` became `after`; the same history when nothing changed. */
export function record(
  history: History,
  before: GraphDefinition,
  after: GraphDefinition,
  entry: Omit<Entry, "diff">,
): History {
  const diff = diffDefinitions(before, after);
  if (isEmptyDiff(diff)) return history;
  const last = history.past.at(-1);
  if (last && joins(last, entry, history)) {
    const whole = diffDefinitions(revertDiff(before, last.diff), after);
    return { past: [...history.past.slice(0, -1), { ...entry, label: last.label, diff: whole }], future: [] };
  }
  return { past: [...history.past, { ...entry, diff }].slice(-LONGEST), future: [] };
}

function joins(last: Entry, entry: Omit<Entry, "diff">, history: History): boolean {
  return (
    entry.coalesce !== null &&
    last.coalesce === entry.coalesce &&
    entry.at - last.at <= COALESCE_MS &&
    history.future.length === 0
  );
}

export interface Travel {
  history: History;
  definition: GraphDefinition;
  label: CommandLabel;
  /** Nodes to look at now. */
  nodeIds: string[];
}

const nodesToSee = ({ label, diff }: Entry, direction: "apply" | "revert"): string[] =>
  OF_TESTS.has(label.code) ? [] : nodesBroughtBy(diff, direction);

/** One step back; null when there is none. */
export function undo(history: History, definition: GraphDefinition): Travel | null {
  const entry = history.past.at(-1);
  if (!entry) return null;
  return {
    history: { past: history.past.slice(0, -1), future: [entry, ...history.future] },
    definition: revertDiff(definition, entry.diff),
    label: entry.label,
    nodeIds: nodesToSee(entry, "revert"),
  };
}

/** One step forward again; null when there is none. */
export function redo(history: History, definition: GraphDefinition): Travel | null {
  const [entry, ...future] = history.future;
  if (!entry) return null;
  return {
    // A redone entry takes no more typing in.
    history: { past: [...history.past, { ...entry, coalesce: null }], future },
    definition: applyDiff(definition, entry.diff),
    label: entry.label,
    nodeIds: nodesToSee(entry, "apply"),
  };
}
