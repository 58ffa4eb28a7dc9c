import { atNode } from "./findings.ts";
import { refOf } from "./names.ts";
import { configOf } from "./rule.ts";
import type { Rule } from "./rule.ts";

/** Warns of webhooks whose address the server will not call. Liquid may still become an address. */
export const urlScheme: Rule = function* ({ graph, nodesOf }) {
  for (const { node, index } of nodesOf("webhook")) {
    const url = configOf(node)?.["url"];
    if (typeof url !== "string" || url === "" || /^\s*(?:https?:\/\/|\{[{%])/i.test(url)) continue;
    yield atNode(graph, index, { code: "url-not-http", params: { node: refOf(node) }, below: ["config", "url"] });
  }
};
