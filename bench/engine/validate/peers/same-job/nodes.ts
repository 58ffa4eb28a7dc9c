import { ACTION_TYPES, awaitsReply, isWait } from "@trilho/engine";
import type { GraphNode, JsonObject, JsonValue } from "@trilho/engine";
import { checkBranches } from "../../limit-queries.ts";
import { isObject } from "./problem.ts";
import type { Problem } from "./problem.ts";

const KINDS: ReadonlySet<unknown> = new Set(["trigger", "action", "condition", "wait", "round_robin", "end"]);
const ACTIONS: ReadonlySet<unknown> = new Set(ACTION_TYPES);
const PART_ID = /^[A-Za-z0-9_-]{1,64}$/;

const PARTS = {
  condition: { below: "condition/branches", prefix: "branch_", code: "duplicate-branch-id" },
  round_robin: { below: "config/exits", prefix: "rr_", code: "duplicate-exit-id" },
  action: { below: "config/buttons", prefix: "btn_", code: "duplicate-button-id" },
} as const;

/** A node as the graph keeps it: the handles it offers, null where that cannot be told, and those that need an edge. */
export interface Step {
  readonly node: GraphNode;
  readonly index: number;
  readonly offers: ReadonlySet<string> | null;
  readonly required: readonly string[];
  /** Handles of its buttons. */
  readonly buttons: readonly string[];
  /** Several nodes have its id: which of them an edge means cannot be told. */
  isAmbiguous: boolean;
}

export function partsOf({ type, actionType, config, condition }: GraphNode): JsonValue | undefined {
  if (type === "condition") return isObject(condition) ? condition["branches"] : undefined;
  if (!isObject(config)) return undefined;
  if (type === "round_robin") return config["exits"];
  return type === "action" && actionType === "send_whatsapp" ? config["buttons"] : undefined;
}

/** What is wrong with a node by itself that no schema says. */
export function checkNode(node: GraphNode, index: number, problems: Problem[]): Step {
  const { type, actionType } = node;
  const parts = partsOf(node);
  const at = `/nodes/${index}`;
  const kind = type === "condition" || type === "round_robin" || type === "action" ? PARTS[type] : null;
  const owner = type === "condition" ? (node.condition ?? undefined) : node.config;
  const isReadable = owner === undefined || isObject(owner);
  const ids: string[] = [];
  let isUnclear = !isReadable || (parts !== undefined && !Array.isArray(parts));
  if (kind && Array.isArray(parts)) {
    const seen = new Set<unknown>();
    parts.forEach((part, place) => {
      const id = isObject(part) ? part["id"] : undefined;
      if (typeof id !== "string") isUnclear = true;
      else if (seen.has(id)) problems.push({ code: kind.code, path: `${at}/${kind.below}/${place}/id` });
      else if (PART_ID.test(id)) ids.push(kind.prefix + id);
      seen.add(id);
    });
  }
  const isEmpty = isReadable && (parts === undefined || (Array.isArray(parts) && parts.length === 0));
  if (type === "condition" && isEmpty) problems.push({ code: "condition-without-branches", path: at });
  if (type === "round_robin" && isEmpty) problems.push({ code: "round-robin-without-exits", path: at });
  if (type === "condition" && Array.isArray(parts)) checkQueries(parts, `${at}/condition/branches`, problems);
  if (type === "action" && (node.config === undefined || isObject(node.config))) {
    checkConfig(String(actionType), node.config ?? {}, `${at}/config`, problems);
  }
  const isKnown = KINDS.has(type) && (type !== "action" || ACTIONS.has(actionType));
  const offers = isKnown && !isUnclear ? new Set([...ids, ...plainHandles(node)]) : null;
  const isAction = type === "action";
  return { node, index, offers, required: isAction ? [] : ids, buttons: isAction ? ids : [], isAmbiguous: false };
}

function plainHandles(node: GraphNode): readonly string[] {
  const { type } = node;
  if (type === "trigger" || isWait(node)) return ["next"];
  if (type === "condition") return ["fallback"];
  if (type !== "action") return [];
  return awaitsReply(node) ? ["text_reply", "replied", "timeout", "next", "fallback"] : ["next", "fallback"];
}

function checkQueries(branches: readonly JsonValue[], path: string, problems: Problem[]): void {
  const codes: string[] = [];
  checkBranches(
    branches.filter((branch): branch is JsonObject => isObject(branch) && isObject(branch["query"])),
    codes,
  );
  for (const code of codes) problems.push({ code: code as Problem["code"], path });
}

/** Keys that say how, where or to whom a message is sent. */
const ABOUT = ["ui", "respectBusinessHours", "channelId"];
const MESSAGES: Readonly<Record<string, ReadonlySet<string>>> = {
  send_whatsapp: new Set([
    ...ABOUT,
    "buttons",
    "awaitReply",
    "replyTimeoutSeconds",
    "templateLanguageCode",
    "senderPhoneNumberId",
    "to",
    "type",
  ]),
  send_email: new Set([...ABOUT, "to", "cc", "bcc", "from", "replyTo"]),
  reply_instagram_comment: new Set(ABOUT),
  send_instagram_private_reply: new Set(ABOUT),
};

const TITLED: ReadonlySet<string> = new Set(["create_task", "create_calendar_event"]);

function checkConfig(actionType: string, config: JsonObject, path: string, problems: Problem[]): void {
  const title = config["title"] ?? "";
  if (TITLED.has(actionType) && typeof title === "string" && title.trim() === "")
    problems.push({ code: "action-without-title", path: `${path}/title` });
  const about = Object.hasOwn(MESSAGES, actionType) ? MESSAGES[actionType] : undefined;
  if (about && !Object.entries(config).some(([key, value]) => !about.has(key) && holdsSomething(value)))
    problems.push({ code: "message-without-content", path });
  if (actionType === "send_whatsapp" && textOf(config["templateName"]) === "") checkTexts(config, path, problems);
  const { url } = config;
  if (actionType !== "webhook" || typeof url !== "string" || url === "") return;
  if (!/^\s*(?:https?:\/\/|\{[{%])/i.test(url)) problems.push({ code: "url-not-http", path: `${path}/url` });
}

function checkTexts({ buttons }: JsonObject, path: string, problems: Problem[]): void {
  if (!Array.isArray(buttons)) return;
  const most = buttons.filter((each) => isObject(each) && textOf(each["id"]) !== "").length > 3 ? 24 : 20;
  const seen = new Set<string>();
  for (const button of buttons.filter(isObject)) {
    const [id, label] = [button["id"], button["label"]].map(textOf);
    if (!id) continue;
    const whole = label || id;
    const isCut = [...whole].length > most && !/\{[{%]/.test(whole);
    const sent = isCut ? [...whole].slice(0, most).join("").trimEnd() : whole;
    if (!label) problems.push({ code: "button-without-text", path });
    else if (seen.has(sent)) problems.push({ code: "same-button-text", path });
    else if (isCut) problems.push({ code: "button-text-cut", path });
    seen.add(sent);
  }
}

const textOf = (value: JsonValue | undefined): string => (typeof value === "string" ? value.trim() : "");

function holdsSomething(value: JsonValue | undefined): boolean {
  if (typeof value === "string") return value.trim() !== "";
  if (typeof value !== "object") return value !== undefined && value !== false;
  return value !== null && Object.keys(value).length > 0;
}
