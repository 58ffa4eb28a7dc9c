import { isObject } from "@trilho/engine";
import { isDrawable } from "../document.ts";
import { isSame } from "../is-same.ts";
import { withoutPins } from "../layout/pins.ts";
import type { Draft } from "./draft.ts";

/** How one draft differs from another, in counts a person can weigh. */
export interface Changes {
  added: number;
  removed: number;
  changed: number;
  /** How many edges came, went or lead elsewhere. */
  connections: number;
  /** How many settings differ. */
  settings: number;
}

type Fields = Readonly<Record<string, unknown>>;

const listOf = (definition: unknown, key: "nodes" | "edges"): Fields[] => {
  const list = isObject(definition) ? definition[key] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
};

const byKey = (items: readonly Fields[], keyOf: (item: Fields) => string): Map<string, Fields> =>
  new Map(items.map((item) => [keyOf(item), item]));

const nodeKey = ({ id }: Fields): string => String(id);
/** What leaves a step by one of its exits. */
const edgeKey = ({ source, sourceHandle }: Fields): string => JSON.stringify([source, sourceHandle ?? "next"]);

export function changesBetween(before: Draft, after: Draft): Changes {
  const nodes = compare(
    byKey(listOf(before.definition, "nodes"), nodeKey),
    byKey(listOf(comparable(before.definition, after.definition), "nodes"), nodeKey),
  );
  const edges = compare(
    byKey(listOf(before.definition, "edges"), edgeKey),
    byKey(listOf(after.definition, "edges"), edgeKey),
  );
  return {
    added: nodes.added,
    removed: nodes.removed,
    changed: nodes.changed,
    connections: edges.added + edges.removed + edges.changed,
    settings: differing({ ...before.kept, ...before.settings }, { ...after.kept, ...after.settings }),
  };
}

const comparable = (before: unknown, after: unknown): unknown =>
  isDrawable(before) && isDrawable(after) ? withoutPins(before, after) : after;

/** How many things differ in all; at least one where anything does. */
export function countChanges(before: Draft, after: Draft): number {
  const { added, removed, changed, connections, settings } = changesBetween(before, after);
  // What is joined anew because a step came or went is no change of its own to a person.
  const count = added + removed + changed + settings + (added + removed === 0 ? connections : 0);
  const isAny = !isSame(before.definition, after.definition);
  return Math.max(count, isAny ? 1 : 0);
}

function compare(
  from: Map<string, Fields>,
  to: Map<string, Fields>,
): { added: number; removed: number; changed: number } {
  const stayed = [...from.keys()].filter((key) => to.has(key));
  return {
    added: to.size - stayed.length,
    removed: from.size - stayed.length,
    changed: stayed.filter((key) => !isSame(withoutId(from.get(key)), withoutId(to.get(key)))).length,
  };
}

/** An edge is named by its source; its own id means nothing to a person. */
const withoutId = (item: Fields | undefined): Fields => ({ ...item, id: undefined });

function differing(before: Fields, after: Fields): number {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.filter((key) => !isSame(before[key] ?? null, after[key] ?? null)).length;
}
