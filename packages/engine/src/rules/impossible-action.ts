import { ACTION_TYPES } from "../contract/definition.ts";
import { lackOf } from "../contract/needs.ts";
import { atNode } from "./findings.ts";
import { refOf } from "./names.ts";
import { configOf } from "./rule.ts";
import type { Rule } from "./rule.ts";

/** Warns of actions that need what no run of the automation's trigger has: they fail every time. */
export const impossibleAction: Rule = function* ({ graph, nodesOf, trigger }) {
  if (trigger === null) return;
  for (const actionType of ACTION_TYPES) {
    for (const { node, index } of nodesOf(actionType)) {
      const lack = lackOf(trigger, actionType, configOf(node) ?? {});
      if (lack === null) continue;
      const params = { node: refOf(node), lack: lack.of };
      yield atNode(graph, index, { code: "impossible-action", params, below: ["actionType"] });
    }
  }
};
