import type { GraphDefinition, GraphEdge } from "../../contract/definition.ts";
import type { PatchOperation } from "../../contract/diagnostic.ts";
import type { JsonValue } from "../../contract/json.ts";
import { isDrawnLike } from "../../graph/compile.ts";
import type { Rule, Subject } from "../finding/rule.ts";
import { DRAWING_RULES, GRAPH_RULES, NODE_RULES } from "../table.ts";
import { edgeRules, hasNodes, runExtra } from "./find-all.ts";
import type { Inquiry } from "./find-all.ts";
import { applyPatch } from "./patch.ts";
import { graphShape, partShapes } from "./shape.ts";
import { subjectOf } from "./subject.ts";

/** Whether a patch removes a problem of a code and adds none of any code. */
export type Trial = (code: string, patch: readonly PatchOperation[]) => boolean;

/**
 * Tries patches of a definition. What a patch does not touch is shared with the definition: nodes and edges by
 * themselves are looked at again only where it touches them, and the graph as a whole each time, but for rules about the
 * drawing where that stays as it is.
 */
export function trialOf(subject: Subject | null, inquiry: Inquiry): Trial {
  if (subject === null) return () => false;
  const { definition } = subject.graph;
  const together = rulesOf(subject);
  const beyondDrawing = together.filter((rule) => !DRAWING_RULES.has(rule));
  const counted = new Map<readonly Rule[], Counts>();
  const before = (rules: readonly Rule[]): Counts => {
    const counts = counted.get(rules) ?? new Map<string, number>();
    if (!counted.has(rules)) countTogether(rules, subject, inquiry, -1, counts);
    counted.set(rules, counts);
    return counts;
  };
  return (code, patch) => {
    const patched: unknown = applyPatch(definition, patch);
    if (!hasNodes(patched)) return false;
    const after = subjectOf(patched, inquiry, subject);
    const rules = rulesOf(after);
    const isAlike = isDrawnLike(after.graph, subject.graph) && rules.length === together.length;
    const change = new Map(before(isAlike ? beyondDrawing : together));
    const [gone, come] = difference(definition, patched);
    countAlone(gone, inquiry, -1, change);
    countAlone(come, inquiry, 1, change);
    countTogether(isAlike ? beyondDrawing : rules, after, inquiry, 1, change);
    return (change.get(code) ?? 0) < 0 && Math.max(...change.values()) <= 0;
  };
}

function rulesOf(subject: Subject): readonly Rule[] {
  return [...GRAPH_RULES, ...edgeRules(subject)];
}

/** Counts of problems by code. */
type Counts = Map<string, number>;

/** Counts what is wrong with nodes and edges by themselves. */
function countAlone(definition: GraphDefinition, inquiry: Inquiry, by: number, to: Counts): void {
  count(graphShape(definition as unknown as JsonValue), by, to);
  if (definition.nodes.length === 0) return;
  const subject = subjectOf(definition, inquiry);
  count(partShapes(subject), by, to);
  for (const rule of NODE_RULES) count(rule(subject), by, to);
}

/** Counts what is wrong with them together. What a host's rules look at is not known, so they look at all of it. */
function countTogether(rules: readonly Rule[], subject: Subject, inquiry: Inquiry, by: number, to: Counts): void {
  for (const rule of rules) count(rule(subject), by, to);
  if (inquiry.extraRules.length > 0) count(runExtra(subject, inquiry, hasShape(subject)), by, to);
}

function hasShape(subject: Subject): boolean {
  const seen = new Map<string, number>();
  count(graphShape(subject.graph.definition as unknown as JsonValue), 1, seen);
  count(partShapes(subject), 1, seen);
  return seen.size === 0;
}

function count(seen: Iterable<{ readonly code: string }>, by: number, to: Counts): void {
  for (const { code } of seen) to.set(code, (to.get(code) ?? 0) + by);
}

/** Two definitions without the nodes and edges that they share at the beginning and at the end of their lists. */
function difference(before: GraphDefinition, after: GraphDefinition): [GraphDefinition, GraphDefinition] {
  const nodes = unshared(before.nodes, after.nodes);
  const gone: GraphDefinition = { ...before, nodes: nodes[0] };
  const come: GraphDefinition = { ...after, nodes: nodes[1] };
  if (Array.isArray(before.edges) && Array.isArray(after.edges)) {
    [gone.edges, come.edges] = unshared<GraphEdge>(before.edges, after.edges);
  }
  return [gone, come];
}

function unshared<Item>(before: readonly Item[], after: readonly Item[]): [Item[], Item[]] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [before.slice(start, before.length - end), after.slice(start, after.length - end)];
}
