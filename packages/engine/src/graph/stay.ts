import { DAY_SECONDS } from "../contract/durations.ts";
import type { GraphNode } from "../contract/definition.ts";
import { isObject } from "../contract/json.ts";
import { awaitsReply, isWait } from "./parts.ts";

/** The longest time (s) that a run may stay at a node by itself: its wait, or until a reply is given up. */
export function secondsOf(node: GraphNode | undefined): number {
  if (!node) return 0;
  const config = isObject(node.config) ? node.config : {};
  if (isWait(node)) return positive(config["delaySeconds"], 0);
  return awaitsReply(node) ? positive(config["replyTimeoutSeconds"], DAY_SECONDS) : 0;
}

function positive(value: unknown, otherwise: number): number {
  return typeof value === "number" && value > 0 ? value : otherwise;
}
