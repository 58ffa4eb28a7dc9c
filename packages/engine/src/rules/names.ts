import { ACTIONS } from "../contract/actions.ts";
import { NODES } from "../contract/nodes.ts";
import type { ActionType, GraphNode } from "../contract/definition.ts";
import { isObject, isWait } from "../graph/parts.ts";

const LONGEST = 60;

/** The config key that tells actions of one type apart. */
const TELLING: Partial<Record<ActionType, string>> = {
  send_whatsapp: "text",
  send_email: "subject",
  reply_instagram_comment: "text",
  send_instagram_private_reply: "text",
  create_task: "title",
  create_lead: "name",
  create_calendar_event: "title",
};

/** What a person calls a node: its label, or what it does: “Wait 2 days”, “Send WhatsApp: Hello”. */
export function nodeName(node: GraphNode | undefined): string {
  if (!isObject(node)) return "an unreadable step";
  return `“${shorten(labelOf(node) ?? kindName(node) + detailOf(node))}”`;
}

function detailOf(node: GraphNode): string {
  const config = isObject(node.config) ? node.config : {};
  if (isWait(node)) return durationName(config["delaySeconds"]);
  const { type, actionType } = node;
  if (type !== "action" || typeof actionType !== "string" || !Object.hasOwn(TELLING, actionType)) return "";
  const text = config[TELLING[actionType] ?? ""];
  return typeof text === "string" && text.trim() !== "" ? `: ${shorten(text)}` : "";
}

const UNITS: readonly (readonly [string, number])[] = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** The largest unit that the time fills, with the rest left out: " 2 days". */
function durationName(seconds: unknown): string {
  if (typeof seconds !== "number" || !(seconds >= 1) || !Number.isFinite(seconds)) return "";
  const [word, size] = UNITS.find(([, length]) => seconds >= length) ?? ["second", 1];
  const count = Math.floor(seconds / size);
  return ` ${count} ${word}${count === 1 ? "" : "s"}`;
}

/** Several names as a list, cut after the third: “A”, “B”, “C” and 4 more. */
export function nameList(names: readonly string[]): string {
  const shown = names.slice(0, 3);
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(", ")} and ${rest} more`;
  const last = shown.pop() ?? "";
  return shown.length === 0 ? last : `${shown.join(", ")} and ${last}`;
}

export function shorten(text: string): string {
  // Cut first, so that a text of a megabyte costs nothing; the cut may have left half a character.
  const start = text.slice(0, 4 * LONGEST).replace(/[\uD800-\uDBFF]$/, "");
  const letters = Array.from(start.trim().replaceAll(/\s+/g, " "));
  return letters.length <= LONGEST ? letters.join("") : `${letters.slice(0, LONGEST - 1).join("")}…`;
}

function labelOf(node: GraphNode): string | null {
  const ui = isObject(node.config) ? node.config["ui"] : undefined;
  const label = isObject(ui) ? ui["label"] : undefined;
  return typeof label === "string" && label.trim() !== "" ? label : null;
}

function kindName(node: GraphNode): string {
  const { type, actionType } = node;
  if (type === "action" && typeof actionType === "string" && Object.hasOwn(ACTIONS, actionType)) {
    return ACTIONS[actionType].label;
  }
  return typeof type === "string" && Object.hasOwn(NODES, type) ? NODES[type].label : "Unknown step";
}
