import { isObject } from "@trilho/engine";
import type { JsonValue } from "@trilho/engine";

/** A run of list items that gives way to another. */
interface Splice {
  at: number;
  removed: readonly unknown[];
  inserted: readonly unknown[];
}

type Change =
  | ({ kind: "splice" } & Splice)
  | { kind: "set"; before: JsonValue | undefined; after: JsonValue | undefined };

/** A reversible difference of two definitions, or of two automations' settings, by top-level key. Empty when they are the same. */
export type Diff = Readonly<Record<string, Change>>;

type Fields = Record<string, JsonValue | undefined>;

/** What turns `before` into `after`. Items are compared by identity, so commands must share what they leave alone. */
export function diffBetween<T extends object>(before: T, after: T): Diff {
  const [from, to] = [fields(before), fields(after)];
  const diff: Record<string, Change> = Object.create(null);
  for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const change = changeOf(from[key], to[key]);
    if (change) diff[key] = change;
  }
  return diff;
}

export function isEmptyDiff(diff: Diff): boolean {
  return Object.keys(diff).length === 0;
}

/** Executes a difference. */
export function applyDiff<T extends object>(value: T, diff: Diff): T {
  return turned(value, diff, (entry) => entry);
}

/** Undoes a difference. */
export function revertDiff<T extends object>(value: T, diff: Diff): T {
  return turned(value, diff, (entry) =>
    entry.kind === "set"
      ? { kind: "set", before: entry.after, after: entry.before }
      : { kind: "splice", at: entry.at, removed: entry.inserted, inserted: entry.removed },
  );
}

/** Ids of the nodes that a difference brings, changes or moves; where a person should look after it happened. */
export function nodesBroughtBy(diff: Diff, direction: "apply" | "revert"): string[] {
  const nodes = diff["nodes"];
  if (nodes?.kind !== "splice") return [];
  const [gone, come] = direction === "apply" ? [nodes.removed, nodes.inserted] : [nodes.inserted, nodes.removed];
  const stayed = new Set(gone);
  return come.flatMap((node) => (stayed.has(node) || !hasId(node) ? [] : [node.id]));
}

function hasId(value: unknown): value is { id: string } {
  return isObject(value) && typeof value["id"] === "string";
}

function turned<T extends object>(whole: T, diff: Diff, turn: (entry: Change) => Change): T {
  if (isEmptyDiff(diff)) return whole;
  const next = fields(whole);
  for (const [key, entry] of Object.entries(diff)) {
    const step = turn(entry);
    const value = step.kind === "set" ? step.after : spliced(next[key], step);
    if (value === undefined) delete next[key];
    else next[key] = value;
  }
  return { ...next } as T;
}

function spliced(list: JsonValue | undefined, { at, removed, inserted }: Splice): JsonValue {
  const items = Array.isArray(list) ? list : [];
  return [...items.slice(0, at), ...(inserted as JsonValue[]), ...items.slice(at + removed.length)];
}

function changeOf(before: JsonValue | undefined, after: JsonValue | undefined): Change | null {
  if (before === after) return null;
  if (!Array.isArray(before) || !Array.isArray(after)) return { kind: "set", before, after };
  let at = 0;
  while (at < before.length && at < after.length && before[at] === after[at]) at += 1;
  let tail = 0;
  const most = Math.min(before.length, after.length) - at;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const removed = before.slice(at, before.length - tail);
  const inserted = after.slice(at, after.length - tail);
  return removed.length === 0 && inserted.length === 0 ? null : { kind: "splice", at, removed, inserted };
}

/** A copy without a prototype, as keys may have any name. */
function fields(value: object): Fields {
  return Object.assign(Object.create(null), value);
}
