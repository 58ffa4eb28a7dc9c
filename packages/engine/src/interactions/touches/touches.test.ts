import { describe, expect, it } from "vitest";
import { ACTION_TYPES } from "../../contract/definition.ts";
import type { JsonObject } from "../../contract/json.ts";
import { TRIGGER_TYPES } from "../../contract/triggers.ts";
import { hostileDefinitions } from "../../analyse/testing/hostile.ts";
import { fieldsFor } from "../../query/fields.ts";
import { processorTime } from "../../testing/processor-time.ts";
import { action, automation, line } from "../../workspace/testing/scenarios.ts";
import { readsAndWrites } from "./reads-and-writes.ts";
import { ACTION_TOUCHES, TRIGGER_TOUCHES } from "./table.ts";
import { fieldsRead } from "./texts.ts";
import { usesOf } from "./uses.ts";

const told = (given: unknown): string[] =>
  readsAndWrites(given).map(({ mode, kind, id, place }) => `${mode} ${kind} ${id ?? "any"} ${place.path}`);

const ofAction = (type: (typeof ACTION_TYPES)[number], config: JsonObject): string[] =>
  told(automation("a", "task_completed", line(action("act", type, config))))
    .filter((each) => each.includes("/graphDefinition"))
    .map((each) => each.replace("/graphDefinition/nodes/1", ""));

describe("what an action reads and writes", () => {
  it.each<[type: (typeof ACTION_TYPES)[number], config: JsonObject, touches: string[]]>([
    ["add_tag", { tagIds: ["t1", "t2"] }, ["writes tag t1 /config/tagIds/0", "writes tag t2 /config/tagIds/1"]],
    ["move_stage", { targetStageId: "s1" }, ["writes field deal.stageId ", "writes stage s1 /config/targetStageId"]],
    ["assign_responsible", { userId: "u1" }, ["writes field deal.responsibleUserId ", "writes user u1 /config/userId"]],
    ["set_custom_field", { fieldSlug: "roof", value: 1 }, ["writes customField roof /config/fieldSlug"]],
    ["create_task", { assigneeUserId: "u1" }, ["writes task any ", "writes user u1 /config/assigneeUserId"]],
    [
      "send_whatsapp",
      { channelId: "c1", templateName: "hello", awaitReply: true },
      [
        "writes message whatsapp ",
        "reads message whatsapp /config/awaitReply",
        "reads channel c1 /config/channelId",
        "reads template hello /config/templateName",
      ],
    ],
    [
      "send_email",
      { subject: "{{ deal.stage }} of {{ contact.firstName | upcase }}" },
      ["reads field deal.stageId /config/subject", "reads field contact.firstName /config/subject"],
    ],
    [
      "webhook",
      { body: { roof: "{% if deal.customFields['2nd roof'] %}x{% endif %}" } },
      ["reads customField 2nd roof /config/body/roof"],
    ],
    [
      "wait",
      { until: { kind: "field", field: "deal.expectedCloseAt" } },
      ["reads field deal.expectedCloseAt /config/until/field"],
    ],
    ["add_tag", { tagIds: ["{{ message.text }}"] }, ["writes tag any /config/tagIds/0"]],
  ])("%s with %j", (type, config, touches) => {
    expect(ofAction(type, config)).toEqual(expect.arrayContaining(touches));
  });

  it("names members by a custom field that holds them, where the workspace's fields are known", () => {
    const fields = fieldsFor([{ slug: "engineer", name: "Engineer", fieldType: "members" }]);
    const isEngineer = { field: "deal.customFields.engineer", operator: "in", value: ["u2"] };
    const set = action("set", "set_custom_field", { fieldSlug: "engineer", value: "u1" });
    const given = { ...automation("a", "deal_won", line(set)), conditions: { combinator: "and", rules: [isEngineer] } };
    const members = readsAndWrites(given, fields).filter(({ kind }) => kind === "user");
    expect(members.map(({ id, place }) => `${id} ${place.path}`)).toEqual([
      "u2 /conditions/rules/0/value/0",
      "u1 /graphDefinition/nodes/1/config/value",
    ]);
    expect(readsAndWrites(given).some(({ kind }) => kind === "user")).toBe(false);
  });

  it("is in the table for every type", () => {
    expect(Object.keys(ACTION_TOUCHES).toSorted()).toEqual([...ACTION_TYPES].toSorted());
    expect(Object.keys(TRIGGER_TOUCHES).toSorted()).toEqual(Object.keys(TRIGGER_TYPES).toSorted());
  });
});

describe("what an automation reads around its graph", () => {
  const rules = { combinator: "and", rules: [{ field: "deal.tagIds", operator: "in", value: "t1,t2" }] };
  it.each<[name: string, type: string, rest: object, touches: string[]]>([
    [
      "its trigger's stage",
      "stage_entered",
      { triggerConfig: { stageId: "s1" } },
      ["reads stage s1 /triggerConfig/stageId"],
    ],
    [
      "its trigger's field",
      "custom_field_changed",
      { triggerConfig: { fieldSlug: "roof" } },
      ["reads customField roof /triggerConfig/fieldSlug"],
    ],
    [
      "fields that change",
      "deal_updated",
      { triggerConfig: { fields: ["customFields.roof"] } },
      ["reads customField roof /triggerConfig/fields"],
    ],
    ["any change", "deal_updated", {}, ["reads field any /triggerType"]],
    ["its scope", "deal_won", { scope: "pipeline", pipelineId: "p1" }, ["reads pipeline p1 /pipelineId"]],
    [
      "its conditions",
      "deal_won",
      { conditions: rules },
      [
        "reads field deal.tagIds /conditions/rules/0/field",
        "reads tag t1 /conditions/rules/0/value/0",
        "reads tag t2 /conditions/rules/0/value/1",
      ],
    ],
    [
      "its trigger's filter",
      "deal_won",
      { triggerConfig: { filter: rules } },
      ["reads tag t2 /triggerConfig/filter/rules/0/value/1"],
    ],
    ["its channel", "deal_won", { outboundChannelId: "c1" }, ["reads channel c1 /outboundChannelId"]],
  ])("%s", (_, type, rest, touches) => {
    expect(told(automation("a", type, line(), rest))).toEqual(expect.arrayContaining(touches));
  });

  it("branches of its conditions", () => {
    const query = { combinator: "or", rules: [{ field: "deal.stageId", operator: "=", value: "s1" }] };
    const gate = { id: "gate", type: "condition" as const, condition: { branches: [{ id: "x", query }] } };
    expect(told(automation("a", "deal_won", line(gate as never)))).toContain(
      "reads stage s1 /graphDefinition/nodes/1/condition/branches/0/query/rules/0/value",
    );
  });

  it.each(hostileDefinitions)("nothing, and without a throw, where the graph is %s", (_, graphDefinition) => {
    expect(readsAndWrites({ id: "a", graphDefinition })).toEqual([]);
    expect(readsAndWrites(graphDefinition)).toEqual([]);
  });
});

describe("the fields that a text reads", () => {
  it.each<[text: string, fields: string[]]>([
    ["Hi", []],
    ["deal.value is no variable here", []],
    ["{{ deal.value | money: deal.currency }}", ["deal.value", "deal.currency"]],
    ["{{ deal.stage.id }} {{ deal.stageId }}", ["deal.stageId"]],
    ["{% assign x = 'deal.name' %}{{ message.button }}", ["message.buttonId"]],
    [
      '{{ deal.customFields["a b"] }} {{ deal.customFields.roof }}',
      ["deal.customFields.a b", "deal.customFields.roof"],
    ],
    ["{{ deal.tracking.utmSource }}", ["deal.tracking.utmSource"]],
    ["{{ event.at }} {{ nothing.known }}", []],
  ])("%s", (text, fields) => {
    expect([...fieldsRead(text)].toSorted()).toEqual(fields.toSorted());
  });

  it("are found in a long hostile text at once", () => {
    const texts = [`{{${"deal[".repeat(20_000)}`, "{{'".repeat(20_000), `{{${"[".repeat(40_000)}`, "{{".repeat(40_000)];
    expect(processorTime(() => texts.map((text) => fieldsRead(text)))).toBeLessThan(1000);
  });
});

describe("where a thing is used", () => {
  it("is told for what reads and what writes it, by kind and id", () => {
    const uses = usesOf([
      automation("a", "deal_won", line(action("tag", "add_tag", { tagIds: ["__proto__"] }))),
      automation("b", "tag_added", line(), { triggerConfig: { tagIds: ["__proto__"] } }),
      null,
    ]);
    expect(uses.tag.get("__proto__")).toEqual([
      { mode: "writes", place: { automationId: "a", nodeId: "tag", path: "/graphDefinition/nodes/1/config/tagIds/0" } },
      { mode: "reads", place: { automationId: "b", nodeId: null, path: "/triggerConfig/tagIds/0" } },
    ]);
  });

  it("is told of a member whom a custom field holds, where the fields are known", () => {
    const set = action("set", "set_custom_field", { fieldSlug: "engineer", value: "u1" });
    const fields = fieldsFor([{ slug: "engineer", name: "Engineer", fieldType: "members" }]);
    const given = [automation("a", "deal_won", line(set))];
    expect(usesOf(given, { fields }).user.get("u1")).toHaveLength(1);
    expect(usesOf(given).user.size).toBe(0);
  });

  it("is told of a custom field under its slug, however it is named", () => {
    const named = automation("a", "deal_won", line(action("set", "set_custom_field", { fieldId: "cf_1", value: 1 })));
    expect(usesOf([named], { fieldSlugs: { cf_1: "roof" } }).customField.get("roof")).toHaveLength(1);
  });
});
