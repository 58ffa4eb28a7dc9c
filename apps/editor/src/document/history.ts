import type { GraphDefinition, GraphNode } from "@trilho/engine";
import { applyDiff, diffBetween, isEmptyDiff, nodesBroughtBy, revertDiff } from "./diff.ts";
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
  | "removeScenarios"
  | `${"add" | "change" | "move" | "remove"}${"Note" | "Frame"}`
  | "name"
  | "settings";

/** Tests and notes are saved with the trigger, but nobody looks for them there. */
const BESIDE_STEPS: ReadonlySet<CommandCode> = new Set([
  "saveScenario",
  "saveScenarios",
  "changeScenario",
  "renameScenario",
  "acceptScenario",
  "acceptScenarios",
  "removeScenario",
  "removeScenarios",
  "addNote",
  "addFrame",
  "changeNote",
  "changeFrame",
  "moveNote",
  "moveFrame",
  "removeNote",
  "removeFrame",
]);

/** What a command did, as data: the view turns it into words ("Delete Wait 2 days") in the person's language. */
export interface CommandLabel {
  code: CommandCode;
  /** The steps it was done to, as they were named then. */
  nodes: readonly GraphNode[];
  /** Words of its own: what a fix does, a scenario's name, or how many scenarios. */
  text?: string;
}

/**
 * What one history is of: the graph, and what the page around the editor keeps with it, such as the automation's name and
 * trigger. The editor knows no more of those settings than that they change.
 */
export interface Content {
  readonly definition: GraphDefinition;
  readonly settings: object;
}

export interface Entry {
  label: CommandLabel;
  /** Of the graph. */
  diff: Diff;
  settings: Diff;
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
export function record(history: History, before: Content, after: Content, entry: Doing): History {
  const change = between(before, after);
  if (isEmptyDiff(change.diff) && isEmptyDiff(change.settings)) return history;
  const last = history.past.at(-1);
  if (last && joins(last, entry, history)) {
    const whole = between(reverted(before, last), after);
    return { past: [...history.past.slice(0, -1), { ...entry, label: last.label, ...whole }], future: [] };
  }
  return { past: [...history.past, { ...entry, ...change }].slice(-LONGEST), future: [] };
}

/** An entry without what it changed. */
type Doing = Omit<Entry, "diff" | "settings">;

const between = (before: Content, after: Content): Pick<Entry, "diff" | "settings"> => ({
  diff: diffBetween(before.definition, after.definition),
  settings: diffBetween(before.settings, after.settings),
});

const reverted = ({ definition, settings }: Content, entry: Entry): Content => ({
  definition: revertDiff(definition, entry.diff),
  settings: revertDiff(settings, entry.settings),
});

function joins(last: Entry, entry: Doing, history: History): boolean {
  return (
    entry.coalesce !== null &&
    last.coalesce === entry.coalesce &&
    entry.at - last.at <= COALESCE_MS &&
    history.future.length === 0
  );
}

export interface Travel extends Content {
  history: History;
  label: CommandLabel;
  /** Nodes to look at now. */
  nodeIds: string[];
}

const nodesToSee = ({ label, diff }: Entry, direction: "apply" | "revert"): string[] =>
  BESIDE_STEPS.has(label.code) ? [] : nodesBroughtBy(diff, direction);

/** One step back; null when there is none. */
export function undo(history: History, content: Content): Travel | null {
  const entry = history.past.at(-1);
  if (!entry) return null;
  return {
    history: { past: history.past.slice(0, -1), future: [entry, ...history.future] },
    ...reverted(content, entry),
    label: entry.label,
    nodeIds: nodesToSee(entry, "revert"),
  };
}

/** One step forward again; null when there is none. */
export function redo(history: History, content: Content): Travel | null {
  const [entry, ...future] = history.future;
  if (!entry) return null;
  return {
    // A redone entry takes no more typing in.
    history: { past: [...history.past, { ...entry, coalesce: null }], future },
    definition: applyDiff(content.definition, entry.diff),
    settings: applyDiff(content.settings, entry.settings),
    label: entry.label,
    nodeIds: nodesToSee(entry, "apply"),
  };
}

/** So many steps forward, or back where it is a negative number; null when there are not so many. */
export function travel(history: History, content: Content, steps: number): Travel | null {
  const step = steps < 0 ? undo : redo;
  let there: Travel | null = null;
  for (let left = Math.abs(steps); left > 0; left -= 1) {
    there = step(there?.history ?? history, there ?? content);
    if (there === null) return null;
  }
  return there;
}
