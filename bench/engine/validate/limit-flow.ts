import type { GraphNode, JsonObject, JsonValue } from "@trilho/engine";
import { isObject } from "./limit-sheet.ts";
import type { Sheet } from "./limit-sheet.ts";

const YEAR = 365 * 86_400;
const SENDING: ReadonlySet<unknown> = new Set([
  "send_whatsapp",
  "send_email",
  "reply_instagram_comment",
  "send_instagram_private_reply",
]);

/** What only walking along the edges tells: cycles, what is not reached, repetitions, very long runs. */
export function flow(sheet: Sheet, open: number): void {
  const order = sortNodes(sheet);
  checkReach(sheet, open);
  if (order === null) return void sheet.codes.push("cycle");
  checkMessages(sheet);
  checkActions(sheet, order);
  if (sheet.seconds > YEAR) checkLength(sheet, order);
}

/** Nodes with every edge pointing forward; null when there is a cycle. */
function sortNodes({ nodes, head, next, target, incoming }: Sheet): Int32Array | null {
  const order = new Int32Array(nodes.length);
  const left = incoming.slice();
  let filled = 0;
  for (let node = 0; node < nodes.length; node += 1) if (left[node] === 0) order[filled++] = node;
  for (let place = 0; place < filled; place += 1) {
    for (let edge = head[order[place] ?? 0] ?? -1; edge >= 0; edge = next[edge] ?? -1) {
      const to = target[edge] ?? 0;
      const rest = (left[to] ?? 0) - 1;
      left[to] = rest;
      if (rest === 0) order[filled++] = to;
    }
  }
  return filled === nodes.length ? order : null;
}

/** One problem for each group of nodes that is not reached, unless a missing or dangling edge explains it. */
function checkReach(sheet: Sheet, open: number): void {
  const { nodes, trigger, codes } = sheet;
  if (trigger < 0) return;
  const seen = new Uint8Array(nodes.length);
  let reached = spread(sheet, trigger, seen, false);
  if (reached === nodes.length) return;
  let islands = 0;
  for (let node = 0; node < nodes.length && reached < nodes.length; node += 1) {
    if (seen[node] === 1) continue;
    islands += 1;
    reached += spread(sheet, node, seen, true);
  }
  for (let island = sheet.dangling + open; island < islands; island += 1) codes.push("unreachable-node");
}

function spread({ edges, head, next, source, target }: Sheet, start: number, seen: Uint8Array, back: boolean): number {
  const stack = [start];
  let count = 1;
  seen[start] = 1;
  const enter = (to: number) => {
    if (to < 0 || seen[to] === 1) return;
    seen[to] = 1;
    count += 1;
    stack.push(to);
  };
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    for (let edge = head[node] ?? -1; edge >= 0; edge = next[edge] ?? -1) enter(target[edge] ?? -1);
    if (!back) continue;
    for (let edge = 0; edge < edges.length; edge += 1) if (target[edge] === node) enter(source[edge] ?? -1);
  }
  return count;
}

function isPause(node: GraphNode | undefined, offers: number): boolean {
  // Bit 8 is `timeout`, which only a message that awaits its answer offers.
  return node?.type === "wait" || node?.actionType === "wait" || (offers > 0 && (offers & 8) !== 0);
}

function checkMessages(sheet: Sheet): void {
  const { nodes, codes } = sheet;
  for (let second = 0; second < nodes.length; second += 1) {
    const message = nodes[second];
    if (!message || !SENDING.has(message.actionType) || !isObject(message.config)) continue;
    for (let first = 0; first < nodes.length; first += 1) {
      const other = nodes[first];
      if (first === second || !other || other.actionType !== message.actionType || !isObject(other.config)) continue;
      if (!isSame(message.config, other.config) || !leadsQuickly(sheet, first, second)) continue;
      codes.push("repeated-message");
      break;
    }
  }
}

function isSame(a: JsonObject, b: JsonObject): boolean {
  if (a["text"] !== b["text"] || a["body"] !== b["body"] || a["subject"] !== b["subject"]) return false;
  const { ui: _, ...first } = a;
  const { ui: __, ...second } = b;
  return Object.keys(first).length > 0 && JSON.stringify(first) === JSON.stringify(second);
}

/** Whether a run gets from one node to another without a pause in between. */
function leadsQuickly({ nodes, offers, head, next, target }: Sheet, from: number, to: number): boolean {
  const seen = new Uint8Array(nodes.length);
  const stack = [from];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isPause(nodes[node], offers[node] ?? -1)) continue;
    for (let edge = head[node] ?? -1; edge >= 0; edge = next[edge] ?? -1) {
      const after = target[edge] ?? -1;
      if (after === to) return true;
      if (seen[after] === 1) continue;
      seen[after] = 1;
      stack.push(after);
    }
  }
  return false;
}

/** What an action brings about, as one text for each effect: its topic and, on a second line, the value. */
export function effectsOf({ actionType, config = {} }: GraphNode): readonly string[] {
  if (actionType === "add_tag" || actionType === "remove_tag") {
    const tags: JsonValue | undefined = config["tagIds"];
    return Array.isArray(tags) ? tags.map((tag) => `tag:${String(tag)}\n${actionType}`) : [];
  }
  const topic = typeof actionType === "string" ? TOPICS[actionType] : undefined;
  if (topic === undefined) return [];
  const value = topic.key === null ? "" : config[topic.key];
  if (value === undefined || (topic.key !== null && value === "")) return [];
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (text.includes("{{") || text.includes("{%")) return [];
  const name =
    actionType === "set_custom_field"
      ? `field:${String(config["fieldId"])}/${String(config["fieldSlug"])}`
      : topic.name;
  return [`${name}\n${text}`];
}

const TOPICS: Readonly<Record<string, { name: string; key: string | null }>> = {
  move_stage: { name: "stage", key: "targetStageId" },
  assign_responsible: { name: "responsible", key: "userId" },
  add_co_owner: { name: "co-owner", key: "userId" },
  set_custom_field: { name: "field", key: "value" },
  close_conversation: { name: "conversation", key: null },
  hide_instagram_comment: { name: "comment", key: null },
  stop_automations: { name: "automations", key: null },
};

export const REOPENS: Readonly<Record<string, string>> = {
  send_whatsapp: "conversation",
  send_email: "conversation",
  send_instagram_private_reply: "conversation",
  reply_instagram_comment: "conversation",
  move_stage: "automations",
  add_tag: "automations",
  remove_tag: "automations",
  set_custom_field: "automations",
};

/** An action that does only what every way to it has done: what is certain is a set of bits, one for each repeated effect. */
function checkActions(sheet: Sheet, order: Int32Array): void {
  const { nodes } = sheet;
  const places = new Map<string, number[]>();
  for (let node = 0; node < nodes.length; node += 1) {
    const definition = nodes[node];
    if (definition?.type !== "action") continue;
    for (const effect of effectsOf(definition)) {
      const list = places.get(effect);
      if (list) list.push(node);
      else places.set(effect, [node]);
    }
  }
  const repeated = [...places.keys()].filter((effect) => (places.get(effect)?.length ?? 0) > 1).slice(0, 31);
  if (repeated.length > 0) walkEffects(sheet, order, repeated);
}

function walkEffects(sheet: Sheet, order: Int32Array, repeated: readonly string[]): void {
  const { nodes, offers, edges, head, next, target, codes, trigger } = sheet;
  const known = new Int32Array(nodes.length).fill(-1);
  const reached = new Uint8Array(nodes.length);
  known[trigger] = 0;
  reached[trigger] = 1;
  const keptByPause = bits(repeated, (effect) => effect.endsWith("\nadd_tag"));
  for (const node of order) {
    if (reached[node] !== 1) continue;
    const before = known[node] ?? 0;
    const definition = nodes[node];
    let after = isPause(definition, offers[node] ?? -1) ? before & keptByPause : before;
    if (definition?.type === "action") {
      const effects = effectsOf(definition);
      const done = bits(repeated, (effect) => effects.includes(effect));
      if (effects.length > 0 && effects.every((effect) => repeated.includes(effect)) && (done & ~before) === 0) {
        codes.push(definition.actionType === "add_tag" ? "repeated-tag" : "repeated-action");
      }
      const topics = effects.map(topicOf);
      const stirred = REOPENS[definition.actionType ?? ""];
      const lost = (topic: string) =>
        topic === stirred ||
        topics.includes(topic) ||
        (definition.actionType === "set_custom_field" && topic.startsWith("field:"));
      after = (after & ~bits(repeated, (effect) => lost(topicOf(effect)))) | done;
    }
    for (let edge = head[node] ?? -1; edge >= 0; edge = next[edge] ?? -1) {
      const to = target[edge] ?? -1;
      known[to] = (known[to] ?? -1) & (edges[edge]?.sourceHandle === "fallback" ? before : after);
      reached[to] = 1;
    }
  }
}

export function topicOf(effect: string): string {
  return effect.slice(0, effect.indexOf("\n"));
}

function bits(list: readonly string[], test: (effect: string) => boolean): number {
  let set = 0;
  for (let at = 0; at < list.length; at += 1) if (test(list[at] ?? "")) set |= 1 << at;
  return set;
}

function checkLength({ nodes, offers, head, next, target, trigger, codes }: Sheet, order: Int32Array): void {
  const before = new Float64Array(nodes.length).fill(-1);
  before[trigger] = 0;
  for (const node of order) {
    const start = before[node] ?? -1;
    if (start < 0) continue;
    const after = start + secondsAt(nodes[node], offers[node] ?? -1);
    if (start <= YEAR && after > YEAR) codes.push("longer-than-a-year");
    for (let edge = head[node] ?? -1; edge >= 0; edge = next[edge] ?? -1) {
      const to = target[edge] ?? 0;
      before[to] = Math.max(before[to] ?? -1, after);
    }
  }
}

function secondsAt(node: GraphNode | undefined, offers: number): number {
  if (!isPause(node, offers)) return 0;
  const given =
    node?.config?.[node.type === "wait" || node.actionType === "wait" ? "delaySeconds" : "replyTimeoutSeconds"];
  return typeof given === "number" && given > 0 ? given : node?.actionType === "send_whatsapp" ? 86_400 : 0;
}
