import { broughtBy } from "../contract/needs.ts";
import { shorten } from "../messages/text.ts";
import { atNode } from "./finding/findings.ts";
import { refOf } from "./finding/names.ts";
import type { Rule } from "./finding/rule.ts";

/** Warns of a trigger outside the catalogue: most likely misspelled, it never starts a run. */
export const unknownTrigger: Rule = function* ({ graph, nodesOf, trigger }) {
  if (trigger === null || broughtBy(trigger) !== null) return;
  const [start] = nodesOf("trigger");
  if (start === undefined) return;
  yield atNode(graph, start.index, "unknown-trigger", () => ({
    params: { node: refOf(start.node), type: shorten(trigger.type) },
  }));
};
