import { isObject } from "../graph/parts.ts";
import { atNode } from "./findings.ts";
import { refOf } from "./names.ts";
import { configOf } from "./rule.ts";
import type { Rule } from "./rule.ts";

/** Warns of webhooks whose address the server will not call. Liquid may still become an address. */
export const urlScheme: Rule = function* ({ graph }) {
  for (let index = 0; index < graph.nodes.length; index += 1) {
    const node = graph.nodes[index];
    if (!isObject(node) || node.type !== "action" || node.actionType !== "webhook") continue;
    const url = configOf(node)?.["url"];
    if (typeof url !== "string" || url === "" || /^\s*(?:https?:\/\/|\{[{%])/i.test(url)) continue;
    yield atNode(graph, index, { code: "url-not-http", params: { node: refOf(node) }, below: ["config", "url"] });
  }
};
