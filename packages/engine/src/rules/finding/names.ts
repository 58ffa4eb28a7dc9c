import { isObject } from "../../contract/json.ts";
import type { ActionType, GraphNode } from "../../contract/definition.ts";
import { kindOf } from "../../graph/kinds.ts";
import type { Until } from "../../contract/until.ts";
import { isWait } from "../../graph/parts.ts";
import { untilOf } from "../../graph/until.ts";
import type { NodeList, NodeRef } from "../../messages/params.ts";
import { shorten, shortenFilled } from "../../messages/text.ts";

/** The config key that distinguishes actions of one type. */
const DETAIL_KEYS: Partial<Record<ActionType, string>> = {
  send_whatsapp: "text",
  send_email: "subject",
  reply_instagram_comment: "text",
  send_instagram_private_reply: "text",
  create_task: "title",
  create_lead: "name",
  create_calendar_event: "title",
};

/** How many nodes a list names. */
const SHOWN = 3;

/** What messages call a node: its label, or its kind with what distinguishes it. */
export function refOf(node: GraphNode | undefined): NodeRef {
  if (!isObject(node)) return null;
  const label = labelOf(node);
  if (label !== null) return { label: shorten(label) };
  const kind = kindOf(node) ?? (node.type === "action" ? node.type : null);
  return { ...(kind !== null && { kind }), ...detailOf(node) };
}

/** What messages call several nodes. */
export function refsOf(nodes: readonly (GraphNode | undefined)[]): NodeList {
  return { shown: nodes.slice(0, SHOWN).map(refOf), more: Math.max(0, nodes.length - SHOWN) };
}

function detailOf(node: GraphNode): { detail?: string; seconds?: number; until?: Until } {
  const config = isObject(node.config) ? node.config : {};
  if (isWait(node)) {
    const until = untilOf(config);
    if (until !== null) return { until };
    const seconds = config["delaySeconds"];
    return typeof seconds === "number" && Number.isFinite(seconds) ? { seconds } : {};
  }
  const { type, actionType } = node;
  if (type !== "action" || typeof actionType !== "string" || !Object.hasOwn(DETAIL_KEYS, actionType)) return {};
  const text = config[DETAIL_KEYS[actionType] ?? ""];
  const detail = typeof text === "string" ? shortenFilled(text) : "";
  return detail === "" ? {} : { detail };
}

function labelOf(node: GraphNode): string | null {
  const ui = isObject(node.config) ? node.config["ui"] : undefined;
  const label = isObject(ui) ? ui["label"] : undefined;
  return typeof label === "string" && label.trim() !== "" ? label : null;
}
