import { PART_ID_PATTERN } from "../contract/definition.ts";
import type { GraphNode } from "../contract/definition.ts";
import { isObject } from "../contract/json.ts";

const partId = new RegExp(PART_ID_PATTERN);

/** A branch, exit or button as far as it can be read: an id of the right form and, when there is one, a label. */
export interface Part {
  id: string;
  label?: string;
}

/** The raw list behind a node's branches, exits or buttons; `undefined` where there is none. */
export function rawParts(node: GraphNode): unknown {
  if (node.type === "condition") return isObject(node.condition) ? node.condition["branches"] : undefined;
  if (!isObject(node.config)) return undefined;
  if (node.type === "round_robin") return node.config["exits"];
  return isSend(node) ? node.config["buttons"] : undefined;
}

/** Where the part with an id stands in a raw list; -1 where it does not. */
export const positionOf = (parts: unknown, id: string): number =>
  Array.isArray(parts) ? parts.findIndex((part) => isObject(part) && part["id"] === id) : -1;

/** The well-formed ones of a node's branches, exits or buttons, in order; of equal ids the first. */
export function partsOf(node: GraphNode): Part[] {
  const list = rawParts(node);
  if (!Array.isArray(list)) return [];
  const parts: Part[] = [];
  const seen = list.length > FEW ? new Set<string>() : null;
  for (let index = 0; index < list.length; index += 1) {
    const item: unknown = list[index];
    if (!isObject(item)) continue;
    const { id, label } = item;
    if (typeof id !== "string" || !partId.test(id)) continue;
    if (seen ? seen.has(id) : hasPart(parts, id)) continue;
    seen?.add(id);
    parts.push(typeof label === "string" && label !== "" ? { id, label } : { id });
  }
  return parts;
}

/** A list this short is searched faster than a set of its ids is made. */
const FEW = 8;

function hasPart(parts: readonly Part[], id: string): boolean {
  for (let index = 0; index < parts.length; index += 1) if (parts[index]?.id === id) return true;
  return false;
}

/**
 * A timed wait in either of its spellings: node type `wait`, or an action of type `wait`.
 *
 * @example
 * ```ts
 * import { isWait } from "@trilho/engine";
 *
 * isWait({ id: "a", type: "wait", config: { delaySeconds: 60 } }); // true
 * isWait({ id: "b", type: "action", actionType: "wait", config: { delaySeconds: 60 } }); // true
 * ```
 */
export function isWait(node: GraphNode): boolean {
  return node.type === "wait" || (node.type === "action" && node.actionType === "wait");
}

/**
 * True for a WhatsApp message after which the run stays until the contact answers or the time is up.
 *
 * @example
 * ```ts
 * import { awaitsReply } from "@trilho/engine";
 *
 * awaitsReply({ id: "ask", type: "action", actionType: "send_whatsapp", config: { awaitReply: true } }); // true
 * awaitsReply({ id: "tell", type: "action", actionType: "send_whatsapp", config: { text: "Hi" } }); // false
 * ```
 */
export function awaitsReply(node: GraphNode): boolean {
  if (!isSend(node) || !isObject(node.config)) return false;
  const { buttons, awaitReply } = node.config;
  return awaitReply === true || (Array.isArray(buttons) && buttons.length > 0);
}

function isSend(node: GraphNode): boolean {
  return node.type === "action" && node.actionType === "send_whatsapp";
}
