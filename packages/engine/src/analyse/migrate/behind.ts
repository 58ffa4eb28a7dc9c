import type { RunState } from "../../contract/run.ts";
import type { Plan, PlanNode } from "../../interpreter/plan.ts";
import { nextNodes } from "./reads.ts";

/** All that a run may come to behind the node where it stands, or from the start on, the nearest first. */
export function nodesBehind(node: PlanNode, phase: RunState["phase"]): ReadonlySet<PlanNode> {
  const seen = new Set(nextNodes(node, phase));
  // What is added meanwhile is walked as well.
  for (const next of seen) for (const behind of nextNodes(next)) seen.add(behind);
  return seen;
}

/** The actions and choices among them. */
export const reachableFrom = (node: PlanNode, phase: RunState["phase"]): ReadonlySet<string> =>
  new Set([...nodesBehind(node, phase)].flatMap((each) => (isDoneOnce(each) ? each.id : [])));

/** Nobody wants these twice in a run. */
const isDoneOnce = ({ kind, actionType }: PlanNode): boolean =>
  kind === "round_robin" || (kind === "action" && actionType !== "wait");

/** The actions and choices that a run may have behind it, where nothing is known but where it stands. */
export function passedBefore({ nodes }: Plan, { nodeId }: Pick<RunState, "nodeId">): string[] {
  const passed = new Set<string>(nodeId === null ? [] : [nodeId]);
  const before = new Map<string, PlanNode[]>();
  for (const node of nodes.values()) {
    for (const { id } of nextNodes(node)) before.set(id, [...(before.get(id) ?? []), node]);
  }
  for (const id of passed) for (const node of before.get(id) ?? []) passed.add(node.id);
  if (nodeId !== null) passed.delete(nodeId);
  return [...passed].filter((id) => {
    const node = nodes.get(id);
    return node !== undefined && isDoneOnce(node);
  });
}
