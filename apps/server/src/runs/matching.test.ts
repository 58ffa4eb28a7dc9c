import { TRIGGER_SCHEMAS } from "@trilho/engine";
import type { Facts, JsonObject, JsonValue, KnownTriggerType } from "@trilho/engine/contract";
import { describe, expect, it } from "vitest";
import { whyNot } from "./matching.ts";
import type { StoredEvent } from "./model/run-ports.ts";
import { BLANK_DRAFT } from "../areas/automations/blank-draft.ts";
import type { StoredAutomation } from "../areas/automations/model.ts";

const AUTOMATION: StoredAutomation = {
  ...BLANK_DRAFT,
  id: "au_1",
  name: "Welcome",
  version: 1,
  enabled: true,
  triggerType: "deal_created",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
};

/** A Monday, 10:00 in São Paulo. */
const MONDAY_TEN = Date.parse("2026-03-02T13:00:00Z");

const EVENT: StoredEvent = {
  workspaceId: "ws_1",
  id: "ev_1",
  type: "deal_created",
  dealId: "de_1",
  contactId: null,
  payload: {},
  chainId: null,
  depth: 0,
  createdAt: MONDAY_TEN,
  workspace: { timeZone: "America/Sao_Paulo", locale: "pt-BR" },
};

const DEAL: Facts = { deal: { pipelineId: "pl_sales", stageId: "st_new", value: 500 } };

/** Deals of this value. */
const valued = (value: number): JsonObject => ({
  combinator: "and",
  rules: [{ field: "deal.value", operator: "=", value }],
});

const starts = (automation: Partial<StoredAutomation>, event: Partial<StoredEvent>, facts = DEAL): boolean =>
  whyNot({ ...AUTOMATION, triggerType: event.type ?? EVENT.type, ...automation }, 0, { ...EVENT, ...event }, facts) ===
  null;

type Case = [name: string, config: JsonObject, payload: JsonObject, expected: boolean];

/** By trigger: what its settings let through. */
const FILTERS: Record<string, Case[]> = {
  deal_created: [
    ["any source by default", {}, { source: "api" }, true],
    ["from the source", { source: "api" }, { source: "api" }, true],
    ["from another source", { source: "api" }, { source: "automation" }, false],
  ],
  deal_updated: [
    ["any field by default", {}, { fields: ["name"] }, true],
    ["no field chosen", { fields: [] }, { fields: ["name"] }, true],
    ["one of the fields", { fields: ["value", "name"] }, { fields: ["name", "notes"] }, true],
    ["a custom field", { fields: ["customFields.roof"] }, { fields: ["customFields.roof"] }, true],
    ["a single field as a text", { fields: "value" }, { fields: ["name"] }, false],
    ["none of the fields", { fields: ["value"] }, { fields: ["name"] }, false],
  ],
  stage_entered: [
    ["any stage by default", {}, { stageId: "b", fromStageId: "a" }, true],
    ["the stage", { stageId: "b" }, { stageId: "b", fromStageId: "a" }, true],
    ["another stage", { stageId: "b" }, { stageId: "c", fromStageId: "a" }, false],
    ["from the stage", { stageId: "b", fromStageId: "a" }, { stageId: "b", fromStageId: "a" }, true],
    ["from another stage", { stageId: "b", fromStageId: "a" }, { stageId: "b", fromStageId: "x" }, false],
    ["a new deal comes from nowhere", { fromStageId: "a" }, { stageId: "b", fromStageId: null }, false],
  ],
  stage_left: [
    ["the stage that was left", { stageId: "a" }, { stageId: "a", toStageId: "b" }, true],
    ["not the stage that it went to", { stageId: "b" }, { stageId: "a", toStageId: "b" }, false],
    ["to the stage", { toStageId: "b" }, { stageId: "a", toStageId: "b" }, true],
    ["to another stage", { toStageId: "c" }, { stageId: "a", toStageId: "b" }, false],
  ],
  deal_won: [["always", {}, {}, true]],
  deal_lost: [
    ["for any reason by default", {}, { lostReason: "Price" }, true],
    ["for one of the reasons", { lostReasons: ["Price", "Time"] }, { lostReason: "Price" }, true],
    ["for another reason", { lostReasons: ["Time"] }, { lostReason: "Price" }, false],
  ],
  tag_added: [
    ["any tag by default", { tagIds: [] }, { tagId: "vip" }, true],
    ["one of the tags", { tagIds: ["hot", "vip"] }, { tagId: "vip" }, true],
    ["another tag", { tagIds: ["hot"] }, { tagId: "vip" }, false],
  ],
  tag_removed: [
    ["one of the tags", { tagIds: ["vip"] }, { tagId: "vip" }, true],
    ["another tag", { tagIds: ["hot"] }, { tagId: "vip" }, false],
  ],
  custom_field_changed: [
    ["any field by default", {}, { fieldSlug: "roof", from: null, to: "metal" }, true],
    ["the field", { fieldSlug: "roof" }, { fieldSlug: "roof", to: "metal" }, true],
    ["another field", { fieldSlug: "bill" }, { fieldSlug: "roof", to: "metal" }, false],
    ["to the value", { fieldSlug: "roof", value: "metal" }, { fieldSlug: "roof", to: "metal" }, true],
    ["to another value", { fieldSlug: "roof", value: "slab" }, { fieldSlug: "roof", to: "metal" }, false],
    ["to a number, written as text", { value: "5" }, { fieldSlug: "bill", to: 5 }, true],
    ["to yes", { value: "true" }, { fieldSlug: "approved", to: true }, true],
    ["to several, one of them it", { value: "a" }, { fieldSlug: "list", to: ["a", "b"] }, true],
    ["to nothing", { value: "a" }, { fieldSlug: "list", to: null }, false],
    ["to nothing, which is no word", { value: "null" }, { fieldSlug: "list", to: null }, false],
    ["to what is no value of a field", { value: { toString: "a" } }, { fieldSlug: "list", to: "a" }, false],
  ],
  message_received: [
    ["on any channel by default", {}, { channelId: "wa", text: "Hi" }, true],
    ["on the channel", { channelId: "wa" }, { channelId: "wa", text: "Hi" }, true],
    ["on another channel", { channelId: "ig" }, { channelId: "wa", text: "Hi" }, false],
    ["with a word, in any case", { keywords: ["PRICE"] }, { text: "What is the price?" }, true],
    ["with a word, with or without accents", { keywords: ["orcamento"] }, { text: "Quero um orçamento" }, true],
    ["with a word that is part of another", { keywords: ["sim"] }, { text: "Assim não" }, false],
    ["with a word that has blanks around it", { keywords: [" price "] }, { text: "Price?" }, true],
    ["without the words", { keywords: ["price"] }, { text: "Hello" }, false],
    ["without the words, one of them blank", { keywords: [" ", "price"] }, { text: "Hello you" }, false],
    ["blank words ask for nothing", { keywords: [" "] }, { text: "Hello" }, true],
    ["a picture without text", { keywords: ["price"] }, { text: null }, false],
  ],
  instagram_comment: [
    ["of any post by default", {}, { mediaId: "1", text: "Nice" }, true],
    ["of the post", { mediaId: "1" }, { mediaId: "1", text: "Nice" }, true],
    ["of another post", { mediaId: "2" }, { mediaId: "1", text: "Nice" }, false],
    ["of another channel", { channelId: "b" }, { channelId: "a", mediaId: "1", text: "Nice" }, false],
    ["with a word", { keywords: ["nice"] }, { mediaId: "1", text: "Nice!" }, true],
    ["without it", { keywords: ["price"] }, { mediaId: "1", text: "Nice!" }, false],
  ],
  task_completed: [
    ["of anybody by default", {}, { assigneeUserId: "ana" }, true],
    ["of the member", { assigneeUserId: "ana" }, { assigneeUserId: "ana" }, true],
    ["of another member", { assigneeUserId: "joao" }, { assigneeUserId: "ana" }, false],
  ],
  deal_idle: [
    ["meant for this automation", {}, { automationId: "au_1" }, true],
    ["meant for another", {}, { automationId: "au_2" }, false],
  ],
  schedule: [
    ["meant for this automation", {}, { automationId: "au_1" }, true],
    ["meant for another", {}, { automationId: "au_2" }, false],
  ],
  incoming_webhook: [
    ["meant for this automation", {}, { automationId: "au_1" }, true],
    ["meant for another", {}, { automationId: "au_2" }, false],
  ],
};

for (const [type, cases] of Object.entries(FILTERS)) {
  describe(`the settings of ${type}`, () => {
    it.each(cases)("%s", (_, triggerConfig, payload, expected) => {
      expect(starts({ triggerType: type, triggerConfig }, { type, payload })).toBe(expected);
    });
  });

  it(`${type} asks its rule group`, () => {
    const payload = { automationId: "au_1" };
    expect(starts({ triggerType: type, triggerConfig: { filter: valued(500) } }, { type, payload })).toBe(true);
    expect(starts({ triggerType: type, triggerConfig: { filter: valued(600) } }, { type, payload })).toBe(false);
  });
}

describe("the scope", () => {
  const sales = { scope: "pipeline", pipelineId: "pl_sales" } as const;
  const stage = { scope: "stage", pipelineId: "pl_sales", stageId: "st_new" } as const;

  it.each<[string, Partial<StoredAutomation>, JsonObject, Facts, boolean]>([
    ["everywhere", {}, {}, {}, true],
    ["its pipeline, as the event says", sales, { pipelineId: "pl_sales" }, {}, true],
    ["another pipeline", sales, { pipelineId: "pl_other" }, DEAL, false],
    ["its pipeline, as the deal says, where the event does not", sales, {}, DEAL, true],
    ["a contact without a deal is in no pipeline", sales, {}, {}, false],
    ["its stage", stage, { stageId: "st_new" }, {}, true],
    ["where it happened, not where the deal is by now", stage, { stageId: "st_other" }, DEAL, false],
    ["the stage that was left", stage, { stageId: "st_new", toStageId: "st_won" }, {}, true],
  ])("%s", (_, scope, payload, facts, expected) => {
    expect(starts(scope, { payload }, facts)).toBe(expected);
  });

  it.each<[string, Partial<StoredAutomation>, Partial<StoredEvent>, boolean]>([
    ["a time for this automation, about no deal", sales, { type: "schedule", payload: { automationId: "au_1" } }, true],
    ["a call about no deal", stage, { type: "incoming_webhook", payload: { automationId: "au_1", body: {} } }, true],
    ["a call for another automation", sales, { payload: { automationId: "au_2" } }, false],
    ["a call about a deal of another pipeline", sales, { dealId: "de_2", payload: { automationId: "au_1" } }, false],
    ["a message of a contact without a deal", sales, { type: "message_received", payload: { text: "Hi" } }, false],
  ])("%s", (_, scope, event, expected) => {
    const facts = event.dealId === undefined ? {} : { deal: { pipelineId: "pl_other" } };
    expect(starts(scope, { dealId: null, ...event }, facts)).toBe(expected);
  });
});

// What time and calls ask is settled when their event is written, and how often one may enter after it is known to start.
const { deal_idle: _idle, schedule: _schedule, incoming_webhook: _call, ...ASKING } = TRIGGER_SCHEMAS;

it.each(Object.entries(ASKING))("each setting of %s is tried above", (type, { properties }) => {
  const tried = FILTERS[type]?.flatMap(([, config]) => Object.keys(config)) ?? [];
  const settings = Object.keys(properties).filter((name) => name !== "filter" && name !== "entry");
  expect([...new Set(tried)].toSorted()).toEqual(settings.toSorted());
});

describe("a call whose deal could not be made", () => {
  const payload = { automationId: "au_1", refusal: [{ code: "stage-gone", params: {} }] };
  const refused = { type: "incoming_webhook", dealId: null, payload };

  it("is told of whatever else the automation asks of the deal", () => {
    const asking = { scope: "pipeline", pipelineId: "pl_sales", conditions: valued(5) } as const;
    expect(starts({ ...asking, triggerConfig: { filter: valued(5) } }, refused, {})).toBe(true);
  });

  it("is told of in words too, as an earlier version wrote them", () => {
    const written = { ...refused, payload: { ...payload, refusal: "The stage does not exist any more." } };
    expect(starts({ conditions: valued(5) }, written, {})).toBe(true);
  });

  it("is told of by its automation alone", () => {
    expect(starts({ id: "au_2" }, refused, {})).toBe(false);
  });

  it("is none of another trigger", () => {
    const event = { type: "deal_created", dealId: null, payload: { refusal: "?" } };
    expect(starts({ conditions: valued(5) }, event, {})).toBe(false);
  });
});

describe("the trigger window", () => {
  const days = [{ weekday: 1, from: "09:00", to: "18:00" }];
  const nine = [{ weekday: 1, from: "09:00", to: "09:00" }];
  const night = [{ weekday: 5, from: "22:00", to: "06:00" }];
  const saturday = [{ weekday: 6, from: "22:00", to: "06:00" }];
  const sunday = [{ weekday: 7, from: "22:00", to: "06:00" }];
  const evening = [{ weekday: 1, from: "18:00", to: "00:00" }];
  const skipped = [{ weekday: 7, from: "02:00", to: "03:00" }];
  const berlin = { timeZone: "Europe/Berlin" };

  it.each<[string, JsonObject | null, string, boolean]>([
    ["none", null, "2026-03-02T03:00:00Z", true],
    ["an empty one", { days: [] }, "2026-03-02T03:00:00Z", true],
    ["inside, in the workspace's zone", { days }, "2026-03-02T12:00:00Z", true],
    ["before it opens there, though it is past nine in London", { days }, "2026-03-02T11:59:59Z", false],
    ["at its end", { days }, "2026-03-02T21:00:00Z", false],
    ["on another day", { days }, "2026-03-03T13:00:00Z", false],
    ["in a zone of its own", { days, timeZone: "Europe/London" }, "2026-03-02T09:00:00Z", true],
    ["without a zone of its own", { days, timeZone: null }, "2026-03-02T11:00:00Z", false],
    ["hours that end as they begin", { days: nine }, "2026-03-02T13:00:00Z", false],
    ["a night, in the evening", { days: night }, "2026-03-07T01:00:00Z", true],
    ["a night, in the morning after", { days: night }, "2026-03-07T08:59:59Z", true],
    ["a night that is over", { days: night }, "2026-03-07T09:00:00Z", false],
    ["the morning before a night", { days: night }, "2026-03-06T08:00:00Z", false],
    ["the evening after a night", { days: night }, "2026-03-08T01:00:00Z", false],
    ["Monday's morning, of Sunday's night", { days: sunday }, "2026-03-09T08:00:00Z", true],
    ["an evening until midnight", { days: evening }, "2026-03-03T02:59:59Z", true],
    ["midnight after it", { days: evening }, "2026-03-03T03:00:00Z", false],
    ["a night in which clocks go forward, at its end", { days: saturday, ...berlin }, "2026-03-29T03:59:59Z", true],
    ["an hour that clocks skip", { days: skipped, ...berlin }, "2026-03-29T01:00:00Z", false],
    ["an hour that comes twice, the first time", { days: skipped, ...berlin }, "2026-10-25T00:30:00Z", true],
    ["an hour that comes twice, the second time", { days: skipped, ...berlin }, "2026-10-25T01:30:00Z", true],
    ["after an hour that comes twice", { days: skipped, ...berlin }, "2026-10-25T02:00:00Z", false],
  ])("%s", (_, triggerWindow, at, expected) => {
    expect(starts({ triggerWindow }, { createdAt: Date.parse(at) })).toBe(expected);
  });
});

describe("the conditions", () => {
  it.each<[string, JsonObject | null, boolean]>([
    ["none", null, true],
    ["no rules", { combinator: "and", rules: [] }, true],
    ["no rule group at all", { note: "later" }, false],
    ["that hold", valued(500), true],
    ["that do not", valued(501), false],
  ])("%s", (_, conditions, expected) => {
    expect(starts({ conditions }, {})).toBe(expected);
  });
});

describe("settings in a shape that nobody expects", () => {
  const rules: JsonValue[] = [null, 5, [], {}, { field: 5, operator: {}, value: { toString: 1 } }];
  const shapes: JsonValue[] = [
    0,
    "x",
    true,
    [],
    [[]],
    [null],
    {},
    { toString: 1 },
    [{ toString: 1 }],
    { length: 3 },
    { rules: "x" },
    { combinator: "xor", rules },
    { combinator: "and", not: "x", rules },
    { days: [null, "x", { weekday: "1", from: 1, to: 2 }, { weekday: 1e9, from: "22:00", to: "06:00" }] },
    { days: [{ weekday: 1, from: "09:00", to: "10:00" }], timeZone: { toString: 1 } },
  ];

  // What throws would keep the event from all other automations that listen to it.
  it.each(Object.keys(FILTERS))("answer yes or no to %s", (type) => {
    const names = Object.keys(TRIGGER_SCHEMAS[type as KnownTriggerType].properties);
    for (const shape of shapes) {
      const configs = [shape, ...names.map((name) => ({ [name]: shape }))] as JsonObject[];
      const odd = configs.map((triggerConfig): Partial<StoredAutomation> => ({ triggerConfig }));
      odd.push({ conditions: shape as JsonObject }, { triggerWindow: shape as JsonObject });
      const payload = { text: "x", to: "x", fields: shape };
      for (const automation of odd)
        expect(starts({ triggerType: type, ...automation }, { type, payload })).toEqual(expect.any(Boolean));
    }
  });
});
