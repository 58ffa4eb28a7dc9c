import { isObject } from "../../contract/json.ts";
import type { ActionType, GraphNode } from "../../contract/definition.ts";
import type { JsonObject, JsonValue } from "../../contract/json.ts";
import { at, eachEdge } from "../../graph/adjacency.ts";
import { handleOf } from "../../graph/handles.ts";
import type { CompiledGraph } from "../../graph/compile.ts";
import { awaitsReply, isWait } from "../../graph/parts.ts";
import { canonical } from "../../json/canonical.ts";
import { atNode } from "../finding/findings.ts";
import { mayRepeat } from "./may-repeat.ts";
import { refOf } from "../finding/names.ts";
import { configOf } from "../finding/rule.ts";
import type { Rule } from "../finding/rule.ts";

/** Larger graphs are over the contract's limit anyway; the maps below would cost time there. */
const MOST_NODES = 1000;

/** What is certain about the deal at some point: a value by what it is about. */
type Known = ReadonlyMap<string, string>;

/** What one action settles. */
type Settled = readonly (readonly [about: string, value: string])[];

const NONE: Settled = [];
const NOTHING: Known = new Map();
const ADDED = "added";

/** What each action settles for certain. Empty where it settles nothing, or nothing that is known without running. */
const SETTLES: Partial<Record<ActionType, (config: JsonObject) => Settled>> = {
  add_tag: ({ tagIds }) => texts(tagIds).map((tag) => [`tag ${tag}`, ADDED]),
  remove_tag: ({ tagIds }) => texts(tagIds).map((tag) => [`tag ${tag}`, "removed"]),
  move_stage: ({ targetStageId }) => settled("stage", targetStageId),
  assign_responsible: ({ userId }) => settled("responsible", userId),
  add_co_owner: ({ userId }) => settled("co-owner", userId),
  set_custom_field: ({ fieldId, fieldSlug, value }) => settled(`field ${nameOf(fieldId)} ${nameOf(fieldSlug)}`, value),
  close_conversation: () => [["conversation", "closed"]],
  hide_instagram_comment: () => [["comment", "hidden"]],
  stop_automations: () => [["automations", "stopped"]],
};

/** Actions after which a closed conversation is open again, and stopped automations may run. */
const STIRS: Partial<Record<ActionType, readonly string[]>> = {
  send_whatsapp: ["conversation"],
  send_email: ["conversation"],
  send_instagram_private_reply: ["conversation"],
  reply_instagram_comment: ["conversation"],
  move_stage: ["automations"],
  add_tag: ["automations"],
  remove_tag: ["automations"],
  set_custom_field: ["automations"],
};

/**
 * Warns of a step that does only what every path to it has done already: the same tags added, the deal moved to the
 * stage where it is. While a run waits, people may change a deal; tags that were added count as staying.
 */
export const repeatedAction: Rule = function* (subject) {
  const { graph, isAmbiguous } = subject;
  if (graph.order === null || graph.nodes.length > MOST_NODES) return;
  if (!mayRepeat(subject)) return;
  const { settling, suspects } = compare(graph.nodes);
  if (suspects.length === 0) return;
  const suspicious: ReadonlySet<number> = new Set(suspects);
  const known: { before: Known; after: Known }[] = [];
  for (const node of graph.order) {
    const before = onEveryPath(graph, node, known);
    const definition = isAmbiguous(node) ? undefined : graph.nodes[node];
    const done = settling.get(node) ?? NONE;
    known[node] = { before, after: definition ? afterNode(definition, before, done) : before };
    if (!definition || !graph.reachable[node] || !suspicious.has(node)) continue;
    if (!done.every(([about, value]) => before.get(about) === value)) continue;
    const params = { node: refOf(definition) };
    if (definition.actionType === "add_tag") {
      yield atNode(graph, node, "repeated-tag", () => ({ params, below: ["config", "tagIds"] }));
    } else yield atNode(graph, node, "repeated-action", () => ({ params }));
  }
};

type Settling = ReadonlyMap<number, Settled>;

/** What nodes settle, and those that settle nothing but what others settle too: only they can be repetitions. */
function compare(nodes: readonly GraphNode[]): { settling: Settling; suspects: readonly number[] } {
  const all = new Map<number, Settled>();
  const times = new Map<string, number>();
  for (let node = 0; node < nodes.length; node += 1) {
    const done = settledBy(nodes[node]);
    if (done.length === 0) continue;
    all.set(node, done);
    for (const each of done) times.set(textOf(each), (times.get(textOf(each)) ?? 0) + 1);
  }
  const isRepeated = (each: Settled[number]) => (times.get(textOf(each)) ?? 0) > 1;
  const suspects = [...all.keys()].filter((node) => all.get(node)?.every(isRepeated));
  return { settling: suspects.length === 0 ? all : followed(all, suspects), suspects };
}

/** What is settled about the things that suspects settle: nothing else needs to be followed. */
function followed(all: Settling, suspects: readonly number[]): Settling {
  const abouts = new Set(suspects.flatMap((node) => all.get(node)?.map(([about]) => about) ?? []));
  const left = new Map<number, Settled>();
  for (const [node, done] of all) {
    const kept = done.filter(([about]) => abouts.has(about));
    if (kept.length > 0) left.set(node, kept);
  }
  return left;
}

function textOf([about, value]: Settled[number]): string {
  return `${about}\u0000${value}`;
}

function onEveryPath(graph: CompiledGraph, node: number, known: readonly { before: Known; after: Known }[]): Known {
  let common: Known | null = null;
  eachEdge(graph.in, node, (index) => {
    const source = at(graph.source, index);
    const edge = graph.edges[index];
    if (!graph.reachable[source] || !edge) return;
    // By `fallback` a run leaves an action that failed, and so settled nothing.
    const facts = known[source]?.[handleOf(edge) === "fallback" ? "before" : "after"] ?? NOTHING;
    common = common === null ? facts : inBoth(common, facts);
  });
  return common ?? NOTHING;
}

function inBoth(some: Known, others: Known): Known {
  if (some === others || some.size === 0) return some;
  return new Map([...some].filter(([about, value]) => others.get(about) === value));
}

function afterNode(node: GraphNode, before: Known, done: Settled): Known {
  if (before.size === 0 && done.length === 0) return before;
  if (isWait(node) || awaitsReply(node)) return new Map([...before].filter(([, value]) => value === ADDED));
  if (node.type !== "action" || typeof node.actionType !== "string") return before;
  const { actionType } = node;
  if (!Object.hasOwn(SETTLES, actionType) && !Object.hasOwn(STIRS, actionType)) return before;
  const stirred = STIRS[actionType] ?? [];
  const overwritten = OVERWRITES[actionType] ?? (() => false);
  const kept = [...before].filter(([about]) => !stirred.includes(about) && !overwritten(about));
  return new Map([...kept, ...done]);
}

/** What an action overwrites even where its value is unknown. A field's id and its slug may name the same field. */
const OVERWRITES: Partial<Record<ActionType, (about: string) => boolean>> = {
  move_stage: (about) => about === "stage",
  assign_responsible: (about) => about === "responsible",
  add_co_owner: (about) => about === "co-owner",
  set_custom_field: (about) => about.startsWith("field "),
};

function settledBy(node: GraphNode | undefined): Settled {
  if (!isObject(node)) return NONE;
  const { type, actionType } = node;
  if (type !== "action" || typeof actionType !== "string" || !Object.hasOwn(SETTLES, actionType)) return NONE;
  const config = configOf(node);
  return config === null ? NONE : (SETTLES[actionType]?.(config) ?? []);
}

/** Nothing for a value that is missing or made by Liquid. */
function settled(about: string, value: JsonValue | undefined): Settled {
  if (value === undefined || value === "") return [];
  const text = typeof value === "string" ? `"${value}` : canonical(value);
  return text.includes("{{") || text.includes("{%") ? [] : [[about, text]];
}

function nameOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? JSON.stringify(value) : canonical(value ?? null);
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
