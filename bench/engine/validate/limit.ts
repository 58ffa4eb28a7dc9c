import { ACTION_TYPES } from "@trilho/engine";
import type { ActionType, GraphDefinition, GraphEdge, GraphNode, JsonObject, JsonValue } from "@trilho/engine";
import { flow } from "./limit-flow.ts";
import { checkBranches } from "./limit-queries.ts";
import { isObject } from "./limit-sheet.ts";
import type { Sheet } from "./limit-sheet.ts";

/** Handles without an id, one bit each. */
const NEXT = 1;
const FALLBACK = 2;
const REPLIED = 4;
const TIMEOUT = 8;
const TEXT_REPLY = 16;
const PLAIN: Readonly<Record<string, number>> = {
  next: NEXT,
  fallback: FALLBACK,
  replied: REPLIED,
  timeout: TIMEOUT,
  text_reply: TEXT_REPLY,
};
const TYPES: ReadonlySet<unknown> = new Set(["trigger", "action", "condition", "wait", "round_robin", "end"]);
const ACTIONS: ReadonlySet<unknown> = new Set(ACTION_TYPES);
const PART_ID = /^[A-Za-z0-9_-]{1,64}$/;
const NO_PARTS: readonly JsonObject[] = [];

/**
 * The codes of all problems of a graph, by hand: what `validateGraph` finds by its rules, without their messages, places,
 * fixes and limits on hostile input, and without a copy. It expects data as `JSON.parse` makes it.
 */
export function validateByHand(definition: GraphDefinition): string[] {
  const codes: string[] = [];
  if (definition === null || typeof definition !== "object" || !Array.isArray(definition.nodes)) return ["wrong-type"];
  if (definition.version !== 2) codes.push("wrong-version");
  const { nodes, edges = [] } = definition;
  const sheet: Sheet = {
    codes,
    nodes,
    edges,
    index: new Map(),
    offers: new Int32Array(nodes.length),
    used: new Int32Array(nodes.length),
    parts: [],
    partsUsed: [],
    source: new Int32Array(edges.length),
    target: new Int32Array(edges.length),
    head: new Int32Array(nodes.length).fill(-1),
    next: new Int32Array(edges.length),
    incoming: new Int32Array(nodes.length),
    waits: 0,
    seconds: 0,
    triggers: 0,
    trigger: -1,
    dangling: 0,
  };
  for (let node = 0; node < nodes.length; node += 1) readNode(sheet, node);
  readEdges(sheet);
  if (sheet.triggers === 0) codes.push("no-trigger");
  else if (sheet.triggers > 1) codes.push("several-triggers");
  if (nodes.length > 50) codes.push("too-many-nodes");
  if (sheet.waits > 30) codes.push("too-many-waits");
  const open = findMissing(sheet);
  flow(sheet, open);
  return codes;
}

function readNode(sheet: Sheet, at: number): void {
  const { codes, index } = sheet;
  const node = sheet.nodes[at];
  sheet.parts.push(NO_PARTS);
  sheet.partsUsed.push(null);
  sheet.offers[at] = -1;
  if (!isObject(node)) return void codes.push("wrong-type");
  const { id, type, config } = node;
  if (typeof id !== "string") codes.push(id === undefined ? "missing-field" : "wrong-type");
  else if (id === "") codes.push("empty-node-id");
  else if (index.has(id)) codes.push("duplicate-node-id");
  else index.set(id, at);
  if (config !== undefined && !isObject(config)) return void codes.push("wrong-type");
  if (type === "action") readAction(sheet, at, node, config ?? {});
  else if (type === "trigger") {
    sheet.offers[at] = NEXT;
    sheet.triggers += 1;
    if (sheet.triggers === 1) sheet.trigger = at;
  } else if (type === "wait") readWait(sheet, at, config ?? {});
  else if (type === "condition") readCondition(sheet, at, node);
  else if (type === "round_robin") {
    sheet.offers[at] = 0;
    if (!readParts(sheet, at, config?.["exits"], "duplicate-exit-id")) codes.push("round-robin-without-exits");
  } else if (type === "end") sheet.offers[at] = 0;
  else codes.push(type === undefined ? "missing-field" : TYPES.has(type) ? "wrong-type" : "unknown-node-type");
}

function readWait(sheet: Sheet, at: number, { delaySeconds }: JsonObject): void {
  sheet.offers[at] = NEXT;
  sheet.waits += 1;
  if (typeof delaySeconds !== "number" || !(delaySeconds >= 5)) sheet.codes.push("delay-needed");
  else sheet.seconds += delaySeconds;
}

function readCondition(sheet: Sheet, at: number, { condition }: GraphNode): void {
  sheet.offers[at] = FALLBACK;
  if (condition !== undefined && condition !== null && !isObject(condition)) return void sheet.codes.push("wrong-type");
  if (!readParts(sheet, at, condition?.["branches"], "duplicate-branch-id")) {
    sheet.codes.push("condition-without-branches");
  } else checkBranches(sheet.parts[at] ?? NO_PARTS, sheet.codes);
}

/** Reads branches, exits or buttons; false where there are none. */
function readParts(sheet: Sheet, at: number, list: JsonValue | undefined, duplicate: string): boolean {
  if (list === undefined) return false;
  if (!Array.isArray(list)) {
    sheet.codes.push("wrong-type");
    sheet.offers[at] = -1;
    return true;
  }
  const used = new Uint8Array(list.length);
  for (let place = 0; place < list.length; place += 1) {
    const part = list[place];
    if (!isObject(part)) {
      sheet.codes.push("wrong-type");
      continue;
    }
    const { id, weight } = part;
    if (typeof id !== "string") sheet.codes.push(id === undefined ? "missing-field" : "wrong-type");
    else if (!PART_ID.test(id)) sheet.codes.push("invalid-part-id");
    for (let other = 0; other < place; other += 1) {
      const earlier = list[other];
      if (!isObject(earlier) || earlier["id"] !== id) continue;
      sheet.codes.push(duplicate);
      used[place] = 1;
      break;
    }
    if (weight !== undefined && typeof weight !== "number") sheet.codes.push("wrong-type");
    else if (typeof weight === "number" && weight < 0) sheet.codes.push("negative-weight");
  }
  sheet.parts[at] = list as readonly JsonObject[];
  sheet.partsUsed[at] = used;
  return list.length > 0;
}

function readAction(sheet: Sheet, at: number, { actionType }: GraphNode, config: JsonObject): void {
  const { codes } = sheet;
  if (actionType === undefined || actionType === null) return void codes.push("missing-action-type");
  if (!ACTIONS.has(actionType)) return void codes.push("unknown-action-type");
  if (actionType === "wait") return readWait(sheet, at, config);
  sheet.offers[at] = NEXT | FALLBACK;
  CONFIGS[actionType]?.(config, codes, sheet, at);
}

type CheckConfig = (config: JsonObject, codes: string[], sheet: Sheet, at: number) => void;

const CONFIGS: Partial<Record<ActionType, CheckConfig>> = {
  send_whatsapp: readMessage,
  send_email: ({ body, subject, ...rest }, codes) => {
    if (!isFull(body) && !isFull(subject) && !hasMore(rest)) codes.push("message-without-content");
  },
  reply_instagram_comment: ({ text, ...rest }, codes) => {
    if (!isFull(text) && !hasMore(rest)) codes.push("message-without-content");
  },
  send_instagram_private_reply: ({ text, ...rest }, codes) => {
    if (!isFull(text) && !hasMore(rest)) codes.push("message-without-content");
  },
  webhook: ({ url }, codes) => {
    if (!isFilled(url)) codes.push("webhook-needs-url");
    else if (!/^\s*(?:https?:\/\/|\{[{%])/i.test(url)) codes.push("url-not-http");
  },
  move_stage: ({ targetStageId }, codes) => {
    if (!isFilled(targetStageId)) codes.push("move-stage-needs-stage");
  },
  assign_responsible: ({ userId }, codes) => {
    if (!isFilled(userId)) codes.push("responsible-needed");
  },
  add_tag: checkTags,
  remove_tag: checkTags,
  set_custom_field: ({ fieldId = null, fieldSlug = null, value }, codes) => {
    const only = fieldId ?? fieldSlug;
    if ((fieldId !== null && fieldSlug !== null) || !isFilled(only)) codes.push("field-needed");
    if (value === undefined) codes.push("field-value-needed");
  },
};

function readTexts(buttons: readonly JsonValue[], codes: string[]): void {
  const most = buttons.filter((each) => isObject(each) && isFilled(each["id"])).length > 3 ? 24 : 20;
  const sent: string[] = [];
  for (const button of buttons) {
    if (!isObject(button) || !isFilled(button["id"])) continue;
    const { id, label } = button;
    const whole = isFilled(label) ? label.trim() : id;
    const isLong = whole.length > most && !/\{[{%]/.test(whole);
    const said = isLong ? Array.from(whole).slice(0, most).join("").trimEnd() : whole;
    if (!isFilled(label)) codes.push("button-without-text");
    else if (sent.includes(said)) codes.push("same-button-text");
    else if (said !== whole) codes.push("button-text-cut");
    sent.push(said);
  }
}

function readMessage(config: JsonObject, codes: string[], sheet: Sheet, at: number): void {
  const { text, buttons, awaitReply, replyTimeoutSeconds } = config;
  if (!isFull(text)) {
    const { buttons: _, awaitReply: __, replyTimeoutSeconds: ___, ...rest } = config;
    if (!hasMore(rest)) codes.push("message-without-content");
  }
  if (Array.isArray(buttons) && !isFilled(config["templateName"])) readTexts(buttons, codes);
  const offersButtons = readParts(sheet, at, buttons, "duplicate-button-id");
  if (!offersButtons && awaitReply !== true) return;
  sheet.offers[at] = NEXT | FALLBACK | REPLIED | TIMEOUT | TEXT_REPLY;
  sheet.seconds += typeof replyTimeoutSeconds === "number" && replyTimeoutSeconds > 0 ? replyTimeoutSeconds : 86_400;
}

function checkTags({ tagIds }: JsonObject, codes: string[]): void {
  if (!Array.isArray(tagIds) || tagIds.length === 0) return void codes.push("tags-needed");
  for (const tag of tagIds) if (!isFilled(tag)) codes.push("tags-needed");
}

function readEdges(sheet: Sheet): void {
  const { edges, codes, index, source, target, head, next, incoming } = sheet;
  const ids = new Set<string>();
  for (let at = 0; at < edges.length; at += 1) {
    const edge = edges[at];
    source[at] = -1;
    target[at] = -1;
    if (!isObject(edge)) {
      codes.push("wrong-type");
      continue;
    }
    const { id } = edge;
    if (typeof id === "string") {
      if (ids.has(id)) codes.push("duplicate-edge-id");
      ids.add(id);
    } else if (id !== undefined) codes.push("wrong-type");
    const from = index.get(edge.source) ?? -1;
    const to = index.get(edge.target) ?? -1;
    source[at] = from;
    target[at] = to;
    if (typeof edge.source !== "string" || typeof edge.target !== "string") {
      if (typeof edge.source !== "string") codes.push(edge.source === undefined ? "missing-field" : "wrong-type");
      if (typeof edge.target !== "string") codes.push(edge.target === undefined ? "missing-field" : "wrong-type");
      sheet.dangling += 1;
    } else if (from < 0 || to < 0) {
      codes.push("dangling-edge");
      sheet.dangling += 1;
    } else {
      next[at] = head[from] ?? -1;
      head[from] = at;
      incoming[to] = (incoming[to] ?? 0) + 1;
    }
    if (from >= 0) takeHandle(sheet, from, edge, to >= 0);
  }
}

/** Marks the handle by which an edge leaves as used, if the node offers it. */
function takeHandle(sheet: Sheet, node: number, { sourceHandle }: GraphEdge, leads: boolean): void {
  const { codes, used } = sheet;
  if (sourceHandle !== undefined && typeof sourceHandle !== "string") return void codes.push("wrong-type");
  const offers = sheet.offers[node] ?? -1;
  const isEnd = sheet.nodes[node]?.type === "end";
  const bit = sourceHandle === undefined ? NEXT : PLAIN[sourceHandle];
  if (bit !== undefined) {
    if (offers < 0) return;
    if ((offers & bit) === 0) return void codes.push(isEnd ? "edge-out-of-end" : "handle-not-offered");
    const before = used[node] ?? 0;
    if ((before & bit) !== 0 && leads) codes.push("several-edges-from-handle");
    used[node] = before | bit;
    if (bit === TEXT_REPLY && sheet.parts[node]?.length === 0) codes.push("text-reply-without-buttons");
    return;
  }
  takePart(sheet, node, sourceHandle ?? "", leads, isEnd);
}

const OWNERS = [
  ["branch_", "condition", "edge-for-missing-branch"],
  ["rr_", "round_robin", "edge-for-missing-exit"],
  ["btn_", "action", "edge-for-missing-button"],
] as const;

function takePart(sheet: Sheet, node: number, handle: string, leads: boolean, isEnd: boolean): void {
  const { codes } = sheet;
  const owner = OWNERS.find(([prefix]) => handle.startsWith(prefix));
  if (!owner || !PART_ID.test(handle.slice(owner[0].length))) return void codes.push("unknown-handle");
  const [prefix, type, missing] = owner;
  if ((sheet.offers[node] ?? -1) < 0) return;
  if (isEnd) return void codes.push("edge-out-of-end");
  const { type: kind, actionType } = sheet.nodes[node] ?? {};
  if (kind !== type || (kind === "action" && actionType !== "send_whatsapp"))
    return void codes.push("handle-not-offered");
  const parts = sheet.parts[node] ?? NO_PARTS;
  const partsUsed = sheet.partsUsed[node];
  for (let place = 0; place < parts.length; place += 1) {
    const id = parts[place]?.["id"];
    if (typeof id !== "string" || id.length + prefix.length !== handle.length || !handle.endsWith(id)) continue;
    if (partsUsed?.[place] === 1 && leads) codes.push("several-edges-from-handle");
    if (partsUsed) partsUsed[place] = 1;
    return;
  }
  codes.push(missing);
}

/** Handles that should lead somewhere and do not; answers how many of them the contract demands. */
function findMissing({ codes, nodes, offers, used, parts, partsUsed }: Sheet): number {
  let open = 0;
  for (let at = 0; at < nodes.length; at += 1) {
    const type = nodes[at]?.type;
    const taken = used[at] ?? 0;
    if (type === "trigger") {
      if ((taken & NEXT) === 0) codes.push("nothing-after-trigger");
    } else if (type === "action") {
      const offered = offers[at] ?? -1;
      if (offered > 0 && (offered & TIMEOUT) !== 0 && (taken & TIMEOUT) === 0) codes.push("reply-without-timeout");
    } else if (type === "condition" || type === "round_robin") {
      const owned = parts[at] ?? NO_PARTS;
      if (type === "condition" && owned.length > 0 && (taken & FALLBACK) === 0)
        codes.push("condition-without-fallback");
      for (let place = 0; place < owned.length; place += 1) {
        if (partsUsed[at]?.[place] === 1) continue;
        codes.push(type === "condition" ? "branch-without-edge" : "exit-without-edge");
        open += 1;
      }
    }
  }
  return open;
}

function isFilled(value: JsonValue | undefined): value is string {
  return typeof value === "string" && value !== "";
}

function isFull(value: JsonValue | undefined): boolean {
  return typeof value === "string" && value.trim() !== "";
}

const ABOUT: ReadonlySet<string> = new Set([
  "ui",
  "respectBusinessHours",
  "channelId",
  "to",
  "cc",
  "bcc",
  "from",
  "replyTo",
  "type",
  "templateLanguageCode",
  "senderPhoneNumberId",
]);

function hasMore(rest: JsonObject): boolean {
  return Object.entries(rest).some(
    ([key, value]) => !ABOUT.has(key) && value !== "" && value !== null && value !== false,
  );
}
