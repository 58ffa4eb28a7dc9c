import { isObject, isWait } from "../graph/parts.ts";
import { atGraph, idsOf } from "./findings.ts";
import type { Rule } from "./rule.ts";

/** At most 50 nodes and 30 waits; both spellings of a wait count. */
export const limits: Rule = function* ({ graph, limits: { nodes, waits } }) {
  const count = graph.nodes.length;
  if (count > nodes) {
    yield atGraph("too-many-nodes", "/nodes", `The automation has ${count} steps; ${nodes} are allowed.`);
  }
  const found = graph.nodes.flatMap((node, index) => (isObject(node) && isWait(node) ? [index] : []));
  if (found.length > waits) {
    const message = `The automation has ${found.length} waits; ${waits} are allowed.`;
    yield atGraph("too-many-waits", "/nodes", message, idsOf(graph, found));
  }
};
