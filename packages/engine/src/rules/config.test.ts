import { describe, expect, it } from "vitest";
import type { ActionType } from "../contract/definition.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import { action, around, end, found, graph, trigger, wait } from "./testing/graphs.ts";
import { validateGraph } from "./validate/validate.ts";

type Case = [ActionType, JsonObject, string[]];

describe("what the contract requires of configs", () => {
  const cases: Case[] = [
    ["webhook", {}, ["webhook-needs-url url"]],
    ["webhook", { url: "" }, ["webhook-needs-url url"]],
    ["webhook", { url: null }, ["webhook-needs-url url"]],
    ["webhook", { url: "https://example.com", method: 7 }, []],
    ["move_stage", { targetStageId: 3 }, ["move-stage-needs-stage targetStageId"]],
    ["move_stage", { targetStageId: "s" }, []],
    ["add_tag", {}, ["tags-needed tagIds"]],
    ["add_tag", { tagIds: "t" }, ["tags-needed tagIds"]],
    ["add_tag", { tagIds: ["t", ""] }, ["tags-needed tagIds/1"]],
    ["remove_tag", { tagIds: [] }, ["tags-needed tagIds"]],
    ["remove_tag", { tagIds: ["t"] }, []],
    ["set_custom_field", {}, ["field-needed fieldId", "field-value-needed value"]],
    ["set_custom_field", { fieldId: "f", value: null }, []],
    ["set_custom_field", { fieldId: null, fieldSlug: "x", value: 0 }, []],
    ["set_custom_field", { fieldId: "f", fieldSlug: "x", value: 0 }, ["field-needed fieldSlug"]],
    ["set_custom_field", { fieldId: "", value: 0 }, ["field-needed fieldId"]],
    ["set_custom_field", { fieldSlug: 5, value: 0 }, ["field-needed fieldSlug"]],
    ["assign_responsible", { userId: "" }, ["responsible-needed userId"]],
    ["assign_responsible", { userId: "u" }, []],
    ["add_co_owner", {}, []],
    ["create_task", { title: 5 }, []],
    ["wait", {}, ["delay-needed delaySeconds"]],
    ["wait", { delaySeconds: 5 }, []],
  ];
  it.each(cases)("%s %j", (type, config, expected) => {
    const lines = expected.map((line) => line.replace(" ", " /nodes/1/config/"));
    expect(found(around(action("it", type, config)))).toEqual(lines);
  });

  const delays: [JsonValue, boolean][] = [
    [5, true],
    [5.5, true],
    [1e300, true],
    [4.999, false],
    [0, false],
    [-60, false],
    ["60", false],
    [null, false],
    [true, false],
  ];
  it.each(delays)("a wait of %j seconds: %s", (delay, isRight) => {
    expect(found(around(wait("it", delay))).length === 0).toBe(isRight);
  });

  it("a node of type wait needs a delay whatever its actionType", () => {
    const odd = { id: "it", type: "wait", actionType: "webhook", config: { url: "https://example.com" } };
    expect(found(around(odd))).toEqual(["delay-needed /nodes/1/config/delaySeconds"]);
  });

  it("an actionType means nothing on a step of another type", () => {
    expect(found(around({ id: "it", type: "wait", actionType: "webhook", config: { delaySeconds: 5 } }))).toEqual([]);
    expect(found(graph([trigger(), { ...end("it"), actionType: "webhook" }], ["start > it"]))).toEqual([]);
  });

  it.each<[ActionType, JsonObject, string]>([
    ["webhook", {}, "“Webhook” needs the address to call."],
    ["add_tag", {}, "“Add tags” needs at least one tag."],
    ["remove_tag", { tagIds: ["t", ""] }, "“Remove tags” holds a tag that is empty."],
    ["set_custom_field", { value: 1 }, "“Set custom field” needs the field to write."],
    [
      "set_custom_field",
      { fieldId: "f", fieldSlug: "s", value: 1 },
      "“Set custom field” names the field twice: keep its id or its slug, not both.",
    ],
    [
      "set_custom_field",
      { fieldId: "f" },
      "“Set custom field” needs the value to write. An empty value clears the field.",
    ],
  ])("%s %j: %s", (type, config, message) => {
    expect(validateGraph(around(action("it", type, config))).problems[0]?.message).toBe(message);
  });

  it("a config that is missing is told at the key that is missing", () => {
    expect(found(around({ id: "it", type: "action", actionType: "webhook" }))).toEqual([
      "webhook-needs-url /nodes/1/config/url",
    ]);
  });
});
