import { fieldByName, isKnownField } from "../query/fields.ts";
import { readUntil } from "../graph/until.ts";
import { shorten } from "../messages/text.ts";
import { atNode } from "./finding/findings.ts";
import { refOf } from "./finding/names.ts";
import { configOf } from "./finding/rule.ts";
import type { Rule } from "./finding/rule.ts";

/** Warns of waits whose `until` says nothing that can be read, or names a field that holds no date: they last their delay. */
export const until: Rule = function* ({ graph, nodesOf }) {
  for (const { node, index } of nodesOf("wait")) {
    const read = readUntil(configOf(node)?.["until"]);
    if (read === null) continue;
    if ("fault" in read) {
      const { fault } = read;
      const below = fault === "kind" ? ["config", "until"] : ["config", "until", fault];
      yield atNode(graph, index, "unreadable-until", () => ({ params: { node: refOf(node), fault }, below }));
    } else if (read.until.kind === "field") {
      const { field } = read.until;
      const below = ["config", "until", "field"];
      const known = fieldByName(field);
      if (!isKnownField(field)) {
        yield atNode(graph, index, "unknown-field", () => ({
          params: { node: refOf(node), field: shorten(field) },
          below,
        }));
      } else if (known !== null && known.type !== "date") {
        yield atNode(graph, index, "unreadable-until", () => ({
          params: { node: refOf(node), fault: "no-date" },
          below,
        }));
      }
    }
  }
};
