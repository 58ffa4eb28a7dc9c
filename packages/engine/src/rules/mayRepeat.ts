import type { ActionType, GraphNode } from "../contract/definition.ts";
import { at, eachEdge } from "../graph/adjacency.ts";
import type { CompiledGraph } from "../graph/compile.ts";
import { isObject } from "../graph/parts.ts";
import { reachableFrom } from "../graph/reach.ts";

/** Whether some action comes after another of its type that may settle the same: in most graphs none does. */
export function mayRepeat({ nodes, out, target }: CompiledGraph): boolean {
  const alike = actionsAlike(nodes);
  if (alike.length < 2) return false;
  const next: number[] = [];
  for (const node of alike) eachEdge(out, node, (edge) => next.push(at(target, edge)));
  const after = reachableFrom(nodes.length, out, target, next);
  return alike.some((node) => after[node] === 1);
}

/** Where each action of a type keeps what it settles; null where all of them settle the same. */
const VALUES: Partial<Record<ActionType, string | null>> = {
  add_tag: "tagIds",
  remove_tag: "tagIds",
  move_stage: "targetStageId",
  assign_responsible: "userId",
  add_co_owner: "userId",
  set_custom_field: "value",
  close_conversation: null,
  hide_instagram_comment: null,
  stop_automations: null,
};

/** Actions of which another of the same type has a value in common. Those that settle the same are among them. */
function actionsAlike(nodes: readonly GraphNode[]): number[] {
  const byType = new Map<string, number[]>();
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index];
    if (!isObject(node) || node.type !== "action" || typeof node.actionType !== "string") continue;
    if (!Object.hasOwn(VALUES, node.actionType)) continue;
    const list = byType.get(node.actionType);
    if (list) list.push(index);
    else byType.set(node.actionType, [index]);
  }
  const alike: number[] = [];
  for (const [type, list] of byType)
    if (list.length > 1) addAlike(nodes, list, VALUES[type as ActionType] ?? null, alike);
  return alike;
}

function addAlike(nodes: readonly GraphNode[], list: readonly number[], key: string | null, alike: number[]): void {
  const first = new Map<unknown, number>();
  const seen = new Set<number>();
  const enter = (value: unknown, node: number) => {
    // Objects are taken for equal here: whether they are is told later.
    const rough = typeof value === "object" ? "" : value;
    const other = first.get(rough);
    if (other === undefined) first.set(rough, node);
    else if (other !== node) seen.add(other).add(node);
  };
  for (const node of list) {
    const value = key === null ? null : nodes[node]?.config?.[key];
    if (key === "tagIds" && Array.isArray(value)) for (const tag of value) enter(tag, node);
    else enter(value, node);
  }
  alike.push(...seen);
}
