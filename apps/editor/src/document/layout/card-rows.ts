import { awaitsReply, isObject } from "@trilho/engine";
import type { GraphNode } from "@trilho/engine";
import { labelOf } from "../document.ts";
import { stepKey } from "../steps.ts";

/** A card never grows beyond so many rows below its title; the last one counts what is left out. */
export const MOST_ROWS = 3;
/** From here on a text takes two lines of a card. */
const ONE_LINE = 30;
/** From here on a title does. */
const SHORT_TITLE = 26;
/** So much of a text goes into the title of a step without a name, behind its kind. */
const IN_TITLE = 17;

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  send_whatsapp: ["text"],
  send_email: ["subject", "body"],
  reply_instagram_comment: ["text"],
  send_instagram_private_reply: ["text"],
  create_task: ["title", "description"],
  create_calendar_event: ["title"],
};

/** Steps whose cards say who does something and when, below what it is. */
const TIMED: ReadonlySet<string> = new Set(["create_task", "create_calendar_event"]);

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

const inPairs = (list: unknown): number => Math.min(MOST_ROWS - 1, Math.max(1, Math.ceil(lengthOf(list) / 2)));

/** A title that takes two lines although something stands below it. */
export const hasLongTitle = (node: GraphNode): boolean => labelOf(node).trim().length > SHORT_TITLE;

/**
 * How many rows a card has below its title. It goes by what the settings hold, and not by the names that lists bring
 * later: a drawing must not move while they load.
 */
export function cardRows(node: GraphNode): number {
  return Math.min(MOST_ROWS, rowsBelow(node)) + (hasLongTitle(node) ? 1 : 0);
}

function rowsBelow(node: GraphNode): number {
  const settings: unknown = node.type === "condition" ? node.condition : node.config;
  if (!isObject(settings)) return 1;
  const key = stepKey(node);
  if (node.type === "condition") return Math.max(1, lengthOf(settings["branches"]));
  if (node.type === "round_robin") return inPairs(settings["exits"]);
  if (key === "add_tag" || key === "remove_tag") return inPairs(settings["tagIds"]);
  const text = (TEXTS[key] ?? []).map((name) => settings[name]).find((each) => typeof each === "string" && each !== "");
  const length = typeof text === "string" ? text.length : 0;
  const isNamed = labelOf(node).trim() !== "";
  const more = TIMED.has(key) || awaitsReply(node) ? 1 : 0;
  if (length === 0 || (!isNamed && length <= IN_TITLE)) return Math.max(1, more + (isNamed ? 1 : 0));
  return (length > ONE_LINE && !TIMED.has(key) ? 2 : 1) + more;
}
