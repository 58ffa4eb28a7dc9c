import { expect, it } from "vitest";
import { TRIGGER_SCHEMAS } from "../contract/trigger-schemas.ts";
import { startProblems } from "./start-problems.ts";
import { firstRefusal } from "./starts-on.ts";
import { triggerProblems } from "./trigger-problems.ts";

const cronProblem = (cron: string): string | null => (cron === "0 9 * * 1" ? null : "is no cron expression");

it.each([
  ["a minute of idleness too little", "deal_idle", { idleSeconds: 1 }, "idleSeconds"],
  ["more idleness than anybody waits for", "deal_idle", { idleSeconds: 1e12 }, "idleSeconds"],
  ["a schedule that cannot be read", "schedule", { cron: "soon" }, "cron"],
  ["a schedule that is a number", "schedule", { cron: 9 }, "cron"],
  ["an unknown time zone", "schedule", { timeZone: "Brazil" }, "timeZone"],
  ["a switch that is a text", "schedule", { forEachDeal: "yes" }, "forEachDeal"],
  ["an unknown way to prove who calls", "incoming_webhook", { auth: "trust" }, "auth"],
  ["a header's name with spaces", "incoming_webhook", { headerName: "my key" }, "headerName"],
  ["words that are a number", "message_received", { keywords: 5 }, "keywords"],
  ["a word that is a number", "message_received", { keywords: ["sim", 5] }, "keywords[1]"],
  ["a list for one channel", "message_received", { channelId: [] }, "channelId"],
  ["a tag that is none", "tag_added", { tagIds: [null] }, "tagIds[0]"],
  ["a stage that is a number", "stage_entered", { stageId: 5 }, "stageId"],
  ["a list as a field's new value", "custom_field_changed", { value: ["a"] }, "value"],
  ["a trigger's name with blanks around it", " deal_updated ", { fields: 7 }, "fields"],
])("%s keeps it from starting", (_, triggerType, triggerConfig, key) => {
  expect(triggerProblems({ triggerType, triggerConfig }, cronProblem)).toEqual([
    { field: `triggerConfig.${key}`, message: expect.any(String) },
  ]);
});

it.each([
  ["a schedule", "schedule", { cron: " 0 9 * * 1 ", timeZone: "America/Sao_Paulo", forEachDeal: true }],
  ["what is left out", "deal_idle", { idleSeconds: null }],
  ["one text, a list of one", "message_received", { keywords: "sim" }],
  ["no text, no choice", "tag_added", { tagIds: "" }],
  ["a number as a field's new value", "custom_field_changed", { value: 5 }],
  ["settings of another trigger", "deal_created", { idleSeconds: 1, cron: "soon" }],
  ["a trigger that nobody knows", "constructor", { cron: "soon" }],
  ["settings that are a text", "schedule", "soon"],
])("%s does not", (_, triggerType, triggerConfig) => {
  expect(triggerProblems({ triggerType, triggerConfig }, cronProblem)).toEqual([]);
});

const settings = Object.entries(TRIGGER_SCHEMAS).flatMap(([type, { properties }]) =>
  Object.entries(properties).map(([key, property]) => [type, key, property] as const),
);

it.each(settings)("%s: its %s says so when it cannot be read, and starts nothing", (type, key, property) => {
  const unreadable = property.type === "object" ? 5 : { is: "unreadable" };
  const asked = { triggerType: type, triggerConfig: { [key]: unreadable }, triggerWindow: null, conditions: null };
  const problems = [...startProblems(asked), ...triggerProblems(asked, () => null)];
  expect(problems).toEqual([{ field: `triggerConfig.${key}`, message: expect.any(String) }]);
  const rules = { ...asked, id: "au_1", scope: "global" as const, pipelineId: null, stageId: null };
  const event = { type, dealId: null, payload: {}, at: 0, timeZone: "UTC", depth: 0 };
  expect(firstRefusal(rules, event, {})).toEqual({
    code: "unreadable",
    params: { fields: [`triggerConfig.${key}`] },
  });
});
