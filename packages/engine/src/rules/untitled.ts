import type { ActionType } from "../contract/definition.ts";
import { atNode } from "./finding/findings.ts";
import { refOf } from "./finding/names.ts";
import { configOf } from "./finding/rule.ts";
import type { Rule } from "./finding/rule.ts";

/** What people find by its title, later and elsewhere. */
const TITLED: readonly ActionType[] = ["create_task", "create_calendar_event"];

/** Warns of tasks and events that do not say what they are about. */
export const untitled: Rule = function* ({ graph, nodesOf }) {
  for (const kind of TITLED) {
    for (const { node, index } of nodesOf(kind)) {
      const config = configOf(node);
      const title = config?.["title"] ?? "";
      if (config === null || typeof title !== "string" || title.trim() !== "") continue;
      yield atNode(graph, index, "action-without-title", () => ({
        params: { node: refOf(node) },
        below: ["config", "title"],
      }));
    }
  }
};
