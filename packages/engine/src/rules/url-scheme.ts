import { atNode } from "./finding/findings.ts";
import { refOf } from "./finding/names.ts";
import { configOf } from "./finding/rule.ts";
import type { Rule } from "./finding/rule.ts";

/** The config keys that hold the address of a request to come. */
const ADDRESSES = [
  ["webhook", "url"],
  ["send_whatsapp", "mediaLink"],
] as const;

/** Warns of addresses that will not be called. Liquid may still become an address. */
export const urlScheme: Rule = function* ({ graph, nodesOf }) {
  for (const [kind, key] of ADDRESSES) {
    for (const { node, index } of nodesOf(kind)) {
      const url = configOf(node)?.[key];
      if (typeof url !== "string" || url === "" || /^\s*(?:https?:\/\/|\{[{%])/i.test(url)) continue;
      yield atNode(graph, index, "url-not-http", () => ({ params: { node: refOf(node) }, below: ["config", key] }));
    }
  }
};
