import { usesOf } from "@trilho/engine/interactions";
import { describe, expect, it, test } from "vitest";
import { usedGroups, usesToTell, type Known } from "./used-groups.ts";

const NONE = { things: [], isAll: true };
const known: Known = {
  pipeline: NONE,
  stage: {
    things: [
      { value: "s1", label: "Proposta", group: "Vendas" },
      { value: "s2", label: "Visita", group: "Vendas" },
      { value: "s3", label: "Proposta", group: "Renovação", inactive: true },
    ],
    isAll: true,
  },
  tag: { things: [{ value: "t1", label: "VIP" }], isAll: true },
  customField: NONE,
  user: NONE,
  channel: { things: [], isAll: false },
  template: NONE,
};

const action = (id: string, actionType: string, config: object) => ({ id, type: "action", actionType, config });
const rule = { field: "deal.tagIds", operator: "in", value: ["t1"] };
const uses = usesOf([
  {
    id: "a",
    triggerType: "stage_entered",
    triggerConfig: { stageId: "s1" },
    outboundChannelId: "c1",
    graphDefinition: { version: 2, nodes: [action("move", "move_stage", { targetStageId: "s1" })] },
  },
  {
    id: "b",
    triggerType: "deal_created",
    scope: "stage",
    stageId: "s1",
    conditions: { combinator: "and", rules: [rule, rule] },
    graphDefinition: { version: 2, nodes: [action("tag", "add_tag", { tagIds: ["t1", "t9"] })] },
  },
]);

/** What is listed, as "kind, heading: name readers/writers". */
const told = (typed = ""): string[] =>
  usedGroups(known, uses, typed).flatMap(({ kind, within, things }) =>
    things.map(
      ({ thing, isGone, readers, writers }) =>
        `${kind} ${within ?? ""}: ${thing.label} ${readers}/${writers}${isGone ? " gone" : ""}`,
    ),
  );

describe("what a workspace has", () => {
  it("stands under its kind, and stages under their pipeline, with the automations that read and write it", () => {
    expect(told()).toEqual([
      "stage Vendas: Proposta 2/1",
      "stage Vendas: Visita 0/0",
      "stage Renovação: Proposta 0/0",
      "tag : VIP 1/1",
      "tag : t9 0/1 gone",
      "channel : c1 1/0",
    ]);
  });

  it.each<[typed: string, found: string[]]>([
    ["visita", ["stage Vendas: Visita 0/0"]],
    ["renovacao", ["stage Renovação: Proposta 0/0"]],
    ["proposta vend", ["stage Vendas: Proposta 2/1"]],
    ["nothing like it", []],
  ])("is found by its name and its pipeline's: %s", (typed, found) => {
    expect(told(typed)).toEqual(found);
  });
});

test("a place is told once, as what it is", () => {
  const places = (of: typeof uses.tag, id: string): string[] =>
    usesToTell(of.get(id) ?? []).map(({ place, usage }) => `${place.automationId} ${place.nodeId} ${usage}`);
  expect(places(uses.stage, "s1")).toEqual(["a null trigger", "a move writes", "b null scope"]);
  expect(places(uses.tag, "t1")).toEqual(["b null conditions", "b tag writes"]);
  expect(places(uses.channel, "c1")).toEqual(["a null channel"]);
});
