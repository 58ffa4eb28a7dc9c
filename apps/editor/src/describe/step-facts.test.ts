import type { GraphNode } from "@trilho/engine";
import { expect, it } from "vitest";
import { EMPTY_LOOKUP } from "../document/lookup.ts";
import type { Lookup } from "../document/lookup.ts";
import { factsOf } from "./step-facts.ts";

const known: Record<string, string> = { s1: "Proposta", t1: "VIP", t2: "Hot", u1: "Ana Souza" };
const byId = (id: string): string | null => known[id] ?? null;
const names: Lookup = {
  ...EMPTY_LOOKUP,
  stageName: byId,
  stagePlace: (id) => (id === "s2" ? "Vendas › Proposta" : byId(id)),
  tagName: byId,
  userName: byId,
  colorOf: (id) => (id === "t1" ? "#cc0000" : null),
};

const action = (actionType: GraphNode["actionType"], config: GraphNode["config"]): GraphNode => ({
  id: "n",
  type: "action",
  actionType,
  config,
});
const condition = (...branches: object[]): GraphNode =>
  ({ id: "n", type: "condition", condition: { branches } }) as GraphNode;
const rule = (field: string, operator: string, value: string | number) => ({ field, operator, value });
const all = (...rules: object[]) => ({ combinator: "and", rules });

it.each<[string, GraphNode, string[]]>([
  ["tags", action("add_tag", { tagIds: ["t1", "t2"] }), ["VIP #cc0000", "Hot"]],
  ["a stage", action("move_stage", { targetStageId: "s1" }), ["Proposta"]],
  ["a stage with its pipeline", action("move_stage", { targetStageId: "s2" }), ["Vendas › Proposta"]],
  ["a stage not chosen yet", action("move_stage", {}), []],
  [
    "branches with their rules",
    condition(
      { id: "a", label: "Large", query: all(rule("deal.value", ">=", 10_000)) },
      { id: "b", query: all(rule("deal.currency", "=", "BRL"), rule("deal.value", "<", 500)) },
      { id: "c", label: "Rest", query: all() },
    ),
    ["Large: Deal value ≥ 10,000", "Branch 2: Currency is “BRL” and deal value < R$500", "Rest: no rules yet"],
  ],
  [
    "the shares of a round robin",
    {
      id: "n",
      type: "round_robin",
      config: { exits: [{ id: "a", label: "Ana", weight: 3 }, { id: "b" }] },
    },
    ["Ana 75%", "Exit 2 25%"],
  ],
  [
    "a task of somebody",
    action("create_task", { assigneeUserId: "u1", dueInSeconds: 7200 }),
    ["due in 2 h", "Ana Souza"],
  ],
  ["a task of whoever is responsible", action("create_task", {}), ["due in 1 day", "the deal’s responsible"]],
  ["a question", action("send_whatsapp", { text: "?", awaitReply: true }), ["waits 1 day for a reply"]],
  ["a message", action("send_whatsapp", { text: "!" }), []],
  ["a draft that holds anything", condition(), []],
  ["tags that are none", action("add_tag", { tagIds: [7, null, ""] as never }), []],
])("the card of %s says so", (_name, node, expected) => {
  const { instead, also } = factsOf(node, names);
  const shown = [...instead, ...also].map(
    ({ lead, text, color }) =>
      `${lead === undefined ? "" : `${lead}: `}${text}${color === undefined ? "" : ` ${color}`}`,
  );
  expect(shown).toEqual(expected);
});
