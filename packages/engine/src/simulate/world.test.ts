import { describe, expect, it } from "vitest";
import type { ActionType } from "../contract/definition.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Facts } from "../contract/run.ts";
import { afterAction, afterReply, atInstant, stageSince } from "./world.ts";

const AT = Date.parse("2026-01-15T12:00:00Z");
const DAY = 86_400_000;
const deal = { stageId: "s1", tagIds: ["a"], customFields: { plan: "Silver" } };

const days = (facts: Facts, later: number) => atInstant(facts, AT + later, stageSince(facts, AT)).deal?.["daysInStage"];

describe("afterAction", () => {
  it.each<[ActionType, JsonObject, JsonObject]>([
    ["add_tag", { tagIds: ["b", "a", "b"] }, { tagIds: ["a", "b"] }],
    ["remove_tag", { tagIds: ["a", "x"] }, { tagIds: [] }],
    [
      "move_stage",
      { targetStageId: "s2" },
      { stageId: "s2", stageChangedAt: "2026-01-15T12:00:00.000Z", daysInStage: 0 },
    ],
    ["move_stage", { targetStageId: "s1" }, {}],
    ["set_custom_field", { fieldSlug: "seats", value: 3 }, { customFields: { plan: "Silver", seats: 3 } }],
    ["set_custom_field", { fieldId: "cf_1", value: "Gold" }, { customFields: { plan: "Gold" } }],
    ["set_custom_field", { fieldId: "cf_2", value: null }, { customFields: { plan: "Silver", cf_2: null } }],
    ["set_custom_field", { fieldSlug: "plan", value: "" }, { customFields: { plan: null } }],
    ["set_custom_field", {}, {}],
    ["assign_responsible", { userId: "u" }, { responsibleUserId: "u" }],
    ["add_co_owner", { userId: "u" }, { coOwnerUserId: "u" }],
    ["add_co_owner", {}, {}],
    ["webhook", { url: "https://x.example" }, {}],
  ])("%s %j", (type, config, changes) => {
    expect(afterAction(type, { deal }, config, AT, { fieldSlugs: { cf_1: "plan" } })).toEqual({
      deal: { ...deal, ...changes },
    });
  });

  const stages = [
    { id: "s_2", pipelineId: "p_1" },
    { id: "s_won", pipelineId: "p_1", isWon: true },
    { id: "s_lost", pipelineId: "p_2", isLost: true },
  ];
  it.each([
    ["an open one", { targetStageId: "s_2" }, ["p_1", "open", null]],
    ["a won one", { targetStageId: "s_won", lostReason: "" }, ["p_1", "won", null]],
    ["a lost one of another pipeline", { targetStageId: "s_lost", lostReason: "Price" }, ["p_2", "lost", "Price"]],
    ["a lost one, with the reason it has", { targetStageId: "s_lost" }, ["p_2", "lost", "Silent"]],
    ["one that is not known", { targetStageId: "s_9" }, ["p_0", "open", "Silent"]],
  ])("a move to %s takes the deal to its pipeline, status and reason", (_, config, expected) => {
    const before = { ...deal, pipelineId: "p_0", status: "open", lostReason: "Silent" };
    const after = afterAction("move_stage", { deal: before }, config, AT, { stages }).deal;
    expect([after?.["pipelineId"], after?.["status"], after?.["lostReason"]]).toEqual(expected);
  });

  const fieldTypes = { plan: "text", size: "number", paid: "boolean", share: "percent", price: "currency" };
  it.each([
    ["size", " 12.5 ", 12.5],
    ["size", "12,5", "12,5"],
    ["size", "0x10", "0x10"],
    ["share", "50", 50],
    ["price", "1e3", 1000],
    ["paid", "true", true],
    ["paid", " false ", false],
    ["paid", "yes", "yes"],
    ["plan", "12", "12"],
    ["plan", " Gold", " Gold"],
    ["other", "12", "12"],
    ["size", "", null],
  ])("%s set to the text %j means %j", (fieldSlug, value, expected) => {
    const after = afterAction("set_custom_field", { deal }, { fieldSlug, value }, AT, { fieldTypes });
    expect(after.deal?.["customFields"]).toMatchObject({ [fieldSlug]: expected });
  });

  it("close_conversation closes it", () => {
    expect(afterAction("close_conversation", { deal }, {}, AT, {})).toEqual({ deal, conversation: { closed: true } });
  });

  it("keeps a slug that plain objects carry as plain data", () => {
    const facts = afterAction("set_custom_field", { deal }, { fieldSlug: "__proto__", value: 1 }, AT, {});
    expect(Object.keys(facts.deal?.["customFields"] ?? {})).toEqual(["plan", "__proto__"]);
  });

  it("begins with facts that have nothing", () => {
    expect(afterAction("add_tag", {}, { tagIds: ["a"] }, AT, {})).toEqual({ deal: { tagIds: ["a"] } });
  });
});

describe("afterReply", () => {
  it("puts the answer where conditions and texts read it", () => {
    expect(afterReply({}, { buttonId: "yes" }, AT)).toEqual({
      message: { text: null, buttonId: "yes", direction: "inbound", timestamp: "2026-01-15T12:00:00.000Z" },
      deal: { lastMessageAt: "2026-01-15T12:00:00.000Z" },
    });
  });
});

describe("days in stage", () => {
  it.each<[string, JsonObject, number, number | undefined]>([
    ["count on from those given", { daysInStage: 3 }, 2 * DAY, 5],
    ["count from the change of stage", { stageChangedAt: "2026-01-14T13:00:00Z" }, 0, 0],
    ["turn at the hour of the change", { stageChangedAt: "2026-01-14T13:00:00Z", daysInStage: 0 }, DAY / 24, 1],
    ["follow those given where the change says otherwise", { stageChangedAt: "2020-01-01", daysInStage: 3 }, 0, 3],
    ["stay unknown when nothing is known", {}, DAY, undefined],
  ])("%s", (_, facts, later, expected) => expect(days({ deal: facts }, later)).toBe(expected));
});
