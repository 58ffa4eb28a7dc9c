import type { RunState } from "../../contract/run.ts";
import type { PlanNode } from "../../interpreter/plan.ts";
import { changesBetween } from "../diff/changes.ts";
import type { FieldChange } from "../diff/changes.ts";
import { nodesBehind } from "./behind.ts";
import { readsOf } from "./reads.ts";
import type { ReadVersion } from "./reads.ts";

/** What a run reads otherwise at a node that it may come to. Paths are JSON Pointers into what it reads there. */
export interface FutureChange {
  nodeId: string;
  changes: FieldChange[];
}

/** Nobody looks at more. */
const MOST_NODES = 20;

/**
 * Where the ways of a run part that goes on from one of these nodes or from the other, the nearest first, and what else
 * reads otherwise behind that, of what both can come to; none where both ways are the same. Two nodes that read alike lead
 * to nodes of the same ids, so what is compared pair by pair is a bisimulation.
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
  const own = new Map([...nodesBehind(old, phase)].map((node) => [node.id, node]));
  const pairs: [PlanNode, PlanNode][] = [[old, next]];
  for (const node of nodesBehind(next, phase)) {
    const pair = own.get(node.id);
    if (pair !== undefined && node !== next) pairs.push([pair, node]);
  }
  const found: FutureChange[] = [];
  for (const [at, [a, b]] of pairs.entries()) {
    const inPhase = at === 0 ? phase : undefined;
    const changes = changesBetween(readsOf(from, a, inPhase), readsOf(to, b, inPhase));
    if (changes.length > 0) found.push({ nodeId: b.id, changes });
    if (found.length === MOST_NODES) break;
  }
  return found;
}
