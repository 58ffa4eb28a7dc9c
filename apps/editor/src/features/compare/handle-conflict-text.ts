import { type GraphNode, handleOf, isObject, type JsonValue } from "@trilho/engine";
import type { MergeConflict } from "@trilho/engine/analyse";
import { text } from "../../i18n/use-text.ts";
import type { Side } from "./agree.ts";
import { structureOf } from "./change-list.ts";
import { readEdge, wayOf, type ClashContext } from "./clash-context.ts";
import { fieldChange } from "../../describe/field-change.ts";

/** What each side did that does not go together: the fields or exits that it changed, or how many steps it has. */
export function handleConflictText(conflict: MergeConflict, context: ClashContext): string | null {
  const { base, mine, theirs } = conflict;
  if (conflict.path === "/nodes") {
    return text("compare", "clash.broken.counts", { base: sizeOf(base), mine: sizeOf(mine), theirs: sizeOf(theirs) });
  }
  const did = (side: Side): string => changedParts(base, conflict[side], context).join(", ");
  const words = { mine: did("mine"), theirs: did("theirs") };
  return words.mine === "" || words.theirs === "" ? null : text("compare", "clash.broken.met", words);
}

const sizeOf = (value: JsonValue | undefined): number => (Array.isArray(value) ? value.length : 0);

function changedParts(
  base: JsonValue | undefined,
  side: JsonValue | undefined,
  context: ClashContext,
): readonly string[] {
  if (Array.isArray(base) || Array.isArray(side)) return changedWays(listOf(base), listOf(side), context);
  return isNode(base) && isNode(side) ? changedFields(base, side, context) : [];
}

const listOf = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);

/** Exits that led to a step and do not, or do now and did not. */
function changedWays(base: readonly JsonValue[], side: readonly JsonValue[], context: ClashContext): string[] {
  const [were, are] = [waysIn(base, context), waysIn(side, context)];
  const all = new Map([...were, ...are]);
  return [...all].filter(([key]) => were.has(key) !== are.has(key)).map(([, words]) => words);
}

function waysIn(edges: readonly JsonValue[], context: ClashContext): Map<string, string> {
  const led = edges.map(readEdge).filter((edge) => edge !== null);
  return new Map(led.map((edge) => [JSON.stringify([edge.source, handleOf(edge)]), wayOf(edge, context)]));
}

function changedFields(base: GraphNode, side: GraphNode, { names }: ClashContext): string[] {
  const [before, after] = [base, side].map((node) => ({ version: 2 as const, nodes: [node] }));
  const changes = before && after ? structureOf(before, after).nodes.changed.flatMap((change) => change.changes) : [];
  return changes.map(({ path, before: was, after: is }) => {
    return fieldChange(is === undefined ? base : side, path, { before: was, after: is }, names).field;
  });
}

const isNode = (value: unknown): value is GraphNode => isObject(value) && typeof value["type"] === "string";
