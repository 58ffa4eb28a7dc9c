import type { GraphDefinition } from "@trilho/engine";
import { label } from "./commands/command.ts";
import type { Done } from "./commands/command.ts";
import { diffBetween } from "./diff.ts";
import { edgeKeys } from "./document.ts";
import { EMPTY_HISTORY, record } from "./history.ts";
import type { CommandCode, CommandLabel, Content, History, Travel } from "./history.ts";

export interface Selection {
  readonly nodeIds: readonly string[];
  readonly edgeKeys: readonly string[];
}

export const NOTHING: Selection = { nodeIds: [], edgeKeys: [] };

/** What happened last, for whoever announces it. `seq` makes two equal events two. */
export interface Happening {
  seq: number;
  kind: "did" | "undid" | "redid";
  label: CommandLabel;
}

/** The document of one editor and what surrounds it. Selection and freshness are no part of the history. */
export interface DocumentState extends Content {
  readonly history: History;
  readonly selection: Selection;
  /** Steps a person has just added and not yet turned to; their problems are shown softly. */
  readonly fresh: ReadonlySet<string>;
  readonly readOnly: boolean;
  readonly last: Happening | null;
}

/** What changes of the state; null where nothing does. `at` is in milliseconds of the store's clock. */
type Change = Partial<DocumentState> | null;

/** What turns to the inside of a step. */
const EDITING: ReadonlySet<CommandCode> = new Set(["edit", "rename"]);

/** After a command was done. */
export function afterCommand(before: DocumentState, done: Done & Partial<Content>, at: number): Change {
  const { definition, label: doneLabel, coalesce = null, settings = before.settings } = done;
  const after = { definition, settings };
  const history = record(before.history, before, after, { label: doneLabel, coalesce, at });
  if (history === before.history) return null;
  const chosen = done.select ? { nodeIds: done.select, edgeKeys: [] } : before.selection;
  const selection = existing(definition, chosen);
  const ids = doneLabel.nodes.map(({ id }) => id);
  const touched = EDITING.has(doneLabel.code) ? ids : [];
  const added = doneLabel.code === "add" ? ids : [];
  return {
    ...after,
    history,
    selection,
    fresh: freshAfter(before.fresh, before.selection, selection, { added, touched }),
    last: { seq: (before.last?.seq ?? 0) + 1, kind: "did", label: doneLabel },
  };
}

/** After a step back or forward; null where there is none. */
export function afterTravel(before: DocumentState, step: Travel | null, kind: "undid" | "redid"): Change {
  if (!step || before.readOnly) return null;
  const chosen = step.nodeIds.length > 0 ? { nodeIds: step.nodeIds, edgeKeys: [] } : before.selection;
  return {
    definition: step.definition,
    settings: step.settings,
    history: step.history,
    selection: existing(step.definition, chosen),
    last: { seq: (before.last?.seq ?? 0) + 1, kind, label: step.label },
  };
}

/** After a change that came from outside. */
export function afterLoad(before: DocumentState, change: Partial<Content>, at: number): Change {
  const after: Content = { definition: before.definition, settings: before.settings, ...change };
  if (before.readOnly) {
    return { ...after, history: EMPTY_HISTORY, selection: existing(after.definition, before.selection) };
  }
  if (after.definition !== before.definition) {
    return afterCommand(before, { ...after, label: label("replace", []), select: [] }, at);
  }
  const keys = Object.keys(diffBetween(before.settings, after.settings)).join();
  const doing = { label: label(keys === "name" ? "name" : "settings", []), coalesce: keys, at };
  // Nobody needs to hear of each letter that they type.
  return { ...after, history: record(before.history, before, after, doing) };
}

/** After a person chose something; what is not there is not chosen. */
export function afterSelect({ selection, definition, fresh }: DocumentState, change: Partial<Selection>): Change {
  const next = existing(definition, { ...NOTHING, ...change });
  if (sameSelection(selection, next)) return null;
  return { selection: next, fresh: freshAfter(fresh, selection, next, { added: [], touched: [] }) };
}

function existing(definition: GraphDefinition, selection: Selection): Selection {
  const nodes = new Set(definition.nodes.map(({ id }) => id));
  const keys = selection.edgeKeys.length > 0 ? new Set(edgeKeys(definition)) : new Set<string>();
  return {
    nodeIds: selection.nodeIds.filter((id) => nodes.has(id)),
    edgeKeys: selection.edgeKeys.filter((key) => keys.has(key)),
  };
}

function sameSelection(a: Selection, b: Selection): boolean {
  return sameList(a.nodeIds, b.nodeIds) && sameList(a.edgeKeys, b.edgeKeys);
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** A step stays fresh until it is edited or a person turns to another one. */
function freshAfter(
  fresh: ReadonlySet<string>,
  before: Selection,
  after: Selection,
  { added, touched }: { added: readonly string[]; touched: readonly string[] },
): ReadonlySet<string> {
  const left = before.nodeIds.filter((id) => !after.nodeIds.includes(id));
  const gone = [...left, ...touched].filter((id) => fresh.has(id));
  if (gone.length === 0 && added.length === 0) return fresh;
  return new Set([...[...fresh].filter((id) => !gone.includes(id)), ...added]);
}
