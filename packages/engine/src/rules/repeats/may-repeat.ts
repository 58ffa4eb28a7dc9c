import type { ActionType } from "../../contract/definition.ts";
import { at, eachEdge } from "../../graph/adjacency.ts";
import type { NodesOf, Placed } from "../../graph/kinds.ts";
import { reachableFrom } from "../../graph/reach.ts";
import type { Subject } from "../finding/rule.ts";

/** Whether some action comes after another of its type that may settle the same: in most graphs none does. */
export function mayRepeat({ graph: { nodes, out, target }, nodesOf }: Subject): boolean {
  const alike = actionsAlike(nodesOf);
  if (alike.length < 2) return false;
  const next: number[] = [];
  for (const node of alike) eachEdge(out, node, (edge) => next.push(at(target, edge)));
  const after = reachableFrom(nodes.length, out, target, next);
  return alike.some((node) => after[node] === 1);
}

/** Where each action of a type keeps what it settles; null where all of them settle the same. */
const VALUES: readonly (readonly [ActionType, string | null])[] = [
  ["add_tag", "tagIds"],
  ["remove_tag", "tagIds"],
  ["move_stage", "targetStageId"],
  ["assign_responsible", "userId"],
  ["add_co_owner", "userId"],
  ["set_custom_field", "value"],
  ["close_conversation", null],
  ["hide_instagram_comment", null],
  ["stop_automations", null],
];

/** Actions of which another of the same type has a value in common. Those that settle the same are among them. */
function actionsAlike(nodesOf: NodesOf): number[] {
  const alike: number[] = [];
  for (const [type, key] of VALUES) {
    const actions = nodesOf(type);
    if (actions.length > 1) addAlike(actions, key, alike);
  }
  return alike;
}

function addAlike(actions: readonly Placed[], key: string | null, alike: number[]): void {
  const first = new Map<unknown, number>();
  const seen = new Set<number>();
  const enter = (value: unknown, node: number) => {
    // Objects are taken for equal here: whether they are is decided later.
    const rough = typeof value === "object" ? "" : value;
    const other = first.get(rough);
    if (other === undefined) first.set(rough, node);
    else if (other !== node) seen.add(other).add(node);
  };
  for (const { node, index } of actions) {
    const value = key === null ? null : node.config?.[key];
    if (key === "tagIds" && Array.isArray(value)) for (const tag of value) enter(tag, index);
    else enter(value, index);
  }
  alike.push(...seen);
}
