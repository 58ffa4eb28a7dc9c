import { ACTION_TYPES } from "../contract/definition.ts";
import { lackOf } from "../contract/needs.ts";
import { atNode } from "./finding/findings.ts";
import { refOf } from "./finding/names.ts";
import { configOf } from "./finding/rule.ts";
import type { Rule } from "./finding/rule.ts";

/** Warns of actions that need what no run of the automation's trigger has: they fail every time. */
export const impossibleAction: Rule = function* ({ graph, nodesOf, trigger }) {
  if (trigger === null) return;
  for (const actionType of ACTION_TYPES) {
    for (const { node, index } of nodesOf(actionType)) {
      const lack = lackOf(trigger, actionType, configOf(node) ?? {});
      if (lack === null) continue;
      yield atNode(graph, index, "impossible-action", () => ({
        params: { node: refOf(node), lack: lack.of },
        below: ["actionType"],
      }));
    }
  }
};
