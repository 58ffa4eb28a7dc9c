import type { RunState } from "../../contract/run.ts";
import type { PlanNode } from "../../interpreter/plan.ts";
import { changesBetween } from "../diff/changes.ts";
import type { FieldChange } from "../diff/changes.ts";
import { nextNodes, readsOf } from "./reads.ts";
import type { ReadVersion } from "./reads.ts";

/** What a run reads otherwise at a node that it may come to. Paths are JSON Pointers into what it reads there. */
export interface FutureChange {
  nodeId: string;
  changes: FieldChange[];
}

/** Nobody looks at more. */
const MOST_NODES = 20;

/**
 * Where the ways of a run part that goes on from one of these nodes or from the other, the nearest first; none where
 * both ways are the same. Two nodes that read alike lead to nodes of the same ids, so what is compared pair by pair is a
 * bisimulation.
 */
export function differences(
  from: ReadVersion,
  to: ReadVersion,
  old: PlanNode | null,
  next: PlanNode,
  phase: RunState["phase"],
): FutureChange[] {
  if (old === null || old.id !== next.id) {
    return [{ nodeId: next.id, changes: [{ path: "/nodeId", before: old?.id ?? null, after: next.id }] }];
  }
  const found: FutureChange[] = [];
  const seen = new Set([next.id]);
  let pairs: [PlanNode, PlanNode][] = [[old, next]];
  for (let own: RunState["phase"] | undefined = phase; pairs.length > 0 && found.length < MOST_NODES; own = undefined) {
    const behind: [PlanNode, PlanNode][] = [];
    for (const [a, b] of pairs) {
      const changes = changesBetween(readsOf(from, a, own), readsOf(to, b, own));
      if (changes.length > 0) found.push({ nodeId: b.id, changes });
      behind.push(...pairsBehind(a, b, own, seen));
    }
    pairs = behind;
  }
  return found.slice(0, MOST_NODES);
}

/** Those that both lead to. */
function pairsBehind(a: PlanNode, b: PlanNode, phase: RunState["phase"] | undefined, seen: Set<string>) {
  const own = new Map(nextNodes(a, phase).map((node) => [node.id, node]));
  const pairs: [PlanNode, PlanNode][] = [];
  for (const node of nextNodes(b, phase)) {
    const pair = own.get(node.id);
    if (pair === undefined || seen.has(node.id)) continue;
    seen.add(node.id);
    pairs.push([pair, node]);
  }
  return pairs;
}
