import type { GraphDefinition, GraphEdge, GraphNode, JsonObject, JsonValue } from "@trilho/engine";
import { SALES } from "../graphs/sales.ts";
import { branch, edge } from "../graphs/spell.ts";

/** The sales automation with one thing done to it. Values are not those of the types: that is the point. */
function changed(change: (nodes: Map<string, GraphNode>, edges: Map<string, GraphEdge>) => void): GraphDefinition {
  const { nodes, edges = [] } = structuredClone(SALES);
  const byId = new Map(nodes.map((each) => [each.id, each]));
  const byLine = new Map(edges.map((each) => [`${each.source} ${each.sourceHandle ?? "next"}`, each]));
  change(byId, byLine);
  return { version: 2, nodes: [...byId.values()], edges: [...byLine.values()] };
}

const withConfig = (id: string, config: JsonObject) =>
  changed((nodes) => Object.assign(nodes.get(id)?.config ?? {}, config));
const without = (id: string, key: string) => changed((nodes) => delete nodes.get(id)?.config?.[key]);
const withNode = (id: string, change: { readonly [key in keyof GraphNode]?: JsonValue }) =>
  changed((nodes) => Object.assign(nodes.get(id) ?? {}, change));
const withEdge = (line: string, change: { readonly [key in keyof GraphEdge]?: JsonValue }) =>
  changed((_, edges) => Object.assign(edges.get(line) ?? {}, change));
const withoutEdge = (line: string) => changed((_, edges) => edges.delete(line));
const plusEdge = (line: string) => changed((_, edges) => edges.set("new", { ...edge(line), id: "new" }));
const withButton = (button: JsonObject) =>
  withConfig("vip-hello", { buttons: [{ id: "call", label: "Call me" }, button] });
const withBranches = (...branches: JsonObject[]) =>
  changed((nodes) => {
    const owner = nodes.get("interest");
    if (owner)
      owner.condition = { branches: branches.map((each, at) => ({ ...each, id: ["hot", "warm", "cold"][at] ?? "" })) };
  });

/** Graphs with problems, by what was done. */
export const BROKEN: Readonly<Record<string, GraphDefinition>> = {
  "another version": { ...SALES, version: 1 as 2 },
  "an id twice": withNode("close", { id: "untag" }),
  "an empty id": withNode("end-won", { id: "" }),
  "an unknown type": withNode("close", { type: "teleport" }),
  "no action type": withNode("close", { actionType: null }),
  "an unknown action type": withNode("close", { actionType: "teleport" }),
  "a config that is a list": withNode("close", { config: [] }),
  "no trigger": withNode("start", { type: "wait", config: { delaySeconds: 60 } }),
  "two triggers": withNode("other-tag", { type: "trigger" }),
  "a wait that is too short": withConfig("vip-wait", { delaySeconds: 1 }),
  "a wait without a delay": without("late-wait", "delaySeconds"),
  "no address to call": withConfig("small-hook", { url: "" }),
  "no address to call at all": without("small-hook", "url"),
  "an address of another kind": withConfig("small-hook", { url: "ftp://shop.example" }),
  "no stage": without("hot-stage", "targetStageId"),
  "no tags": withConfig("cold-tag", { tagIds: [] }),
  "an empty tag": withConfig("cold-tag", { tagIds: ["a", ""] }),
  "no field": without("cold-field", "fieldSlug"),
  "a field named twice": withConfig("cold-field", { fieldId: "cf_1" }),
  "no value": without("cold-field", "value"),
  "nobody responsible": without("vip-owner", "userId"),
  "a message without words": without("small-hello", "text"),
  "exits that are no list": withConfig("small-turn", { exits: 7 }),
  "an exit twice": withConfig("small-turn", { exits: [{ id: "a" }, { id: "b" }, { id: "a" }] }),
  "an exit without an edge": withConfig("small-turn", { exits: [{ id: "a" }, { id: "b" }, { id: "c" }] }),
  "a weight below zero": withConfig("small-turn", { exits: [{ id: "a", weight: -1 }, { id: "b" }] }),
  "a button too few": withConfig("vip-hello", { buttons: [{ id: "call", label: "Call me" }] }),
  "a button without a text": withButton({ id: "later" }),
  "a button's text that is cut": withButton({ id: "later", label: "Later, I am busy this week" }),
  "a button's text twice": withButton({ id: "later", label: "Call me" }),
  "an edge to nowhere": withEdge("co-owner next", { target: "ghost" }),
  "an edge from nowhere": withEdge("upsell next", { source: "ghost" }),
  "an edge's id twice": withEdge("upsell next", { id: "e-start-next" }),
  "a handle of no known form": withEdge("upsell next", { sourceHandle: "sideways" }),
  "a handle not offered": withEdge("late-wait next", { sourceHandle: "fallback" }),
  "a branch that is not there": withEdge("late-answer branch_won", { sourceHandle: "branch_lost" }),
  "a branch without its edge": withoutEdge("interest branch_warm"),
  "a condition without fallback": withoutEdge("vip-answer fallback"),
  "a message without timeout": withoutEdge("team-hello timeout"),
  "nothing after the trigger": withoutEdge("start next"),
  "two edges from one handle": plusEdge("stop> end-open"),
  "an edge out of an end": plusEdge("end-lost> end-open"),
  "a loop": plusEdge("close fallback> size"),
  "an island": changed((nodes) => nodes.set("close", { id: "alone", type: "end" })),
  "a field that is not known": withBranches(branch("x", "", ["deal.size", "=", 1])),
  "an operator that is not known": withBranches(branch("x", "", ["deal.name", "like", "x"])),
  "the same query twice": withBranches(
    branch("x", "", ["deal.value", ">", 1]),
    branch("y", "", ["deal.value", ">", 1]),
  ),
  "a branch inside an earlier one": withBranches(
    branch("x", "", ["deal.value", ">", 1]),
    branch("y", "", ["deal.value", ">", 10]),
  ),
  "a branch that never holds": withBranches(branch("x", "", ["deal.value", ">", 10], ["deal.value", "<", 10])),
  "a branch after one that always holds": withBranches(branch("x", ""), branch("y", "", ["deal.value", ">", 10])),
  "the same message twice": changed((nodes) => {
    const [first, second] = [nodes.get("other-mail"), nodes.get("other-stage")];
    if (first && second) Object.assign(second, { actionType: "send_email", config: first.config });
  }),
  "the same tag twice": changed((nodes) => {
    const second = nodes.get("other-stage");
    const tags = nodes.get("other-tag")?.config;
    if (second && tags) Object.assign(second, { actionType: "add_tag", config: tags });
  }),
  "the same stage twice": changed((nodes) => {
    const tag = nodes.get("other-tag");
    if (tag) Object.assign(tag, { actionType: "move_stage", config: { targetStageId: "st_archive" } });
  }),
  "two years of waiting": withConfig("late-wait", { delaySeconds: 63_072_000 }),
};
