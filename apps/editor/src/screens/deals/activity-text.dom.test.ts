import type { DealActivity } from "@trilho/api-client";
import { expect, test } from "vitest";
import { EMPTY_LOOKUP, type Lookup } from "../../document/lookup.ts";
import { text } from "../../i18n/use-text.ts";
import { activityText, messageIn, sentIn, sentTitle } from "./activity-text.ts";

const names: Lookup = {
  ...EMPTY_LOOKUP,
  stageName: (id) => (id === "s1" ? "Leads" : null),
  userName: (id) => (id === "u1" ? "Ana" : null),
  fieldName: (slug) => (slug === "roof" ? "Roof" : null),
  optionName: (field, value) => (field === "roof" && value === "flat" ? "Flat slab" : null),
};
const words = {
  names,
  locale: "en",
  t: (key: Parameters<typeof text<"deals">>[1], params = {}) => text("deals", key, params),
};

const activity = (type: string, told: Partial<DealActivity> = {}): DealActivity => ({
  id: "a1",
  dealId: "d1",
  type,
  field: null,
  changes: null,
  metadata: null,
  occurredAt: "2026-11-24T12:00:00Z",
  actor: {
    actorType: "system",
    userId: null,
    userName: null,
    userAvatarUrl: null,
    automationId: null,
    automationName: null,
    copilotActionId: null,
    apiKeyId: null,
  },
  ...told,
});

test.each<[type: string, told: Partial<DealActivity>, sentence: string]>([
  ["STAGE_CHANGED", { changes: { from: "s1", to: "gone" } }, "Moved from Leads to gone"],
  ["RESPONSIBLE_CHANGED", { changes: { from: null, to: "u1" } }, "Responsible changed from – to Ana"],
  ["DEAL_LOST", { metadata: { lostReason: "Price" } }, "Deal lost: Price"],
  ["DEAL_LOST", {}, "Deal lost"],
  ["MESSAGE_SENT", { metadata: { text: "Hi" } }, "Message sent"],
  ["MESSAGE_SENT", { metadata: { text: "Hi", kept: true } }, "Message kept in the outbox"],
  ["TAG_ADDED", { metadata: { tagName: "VIP" } }, "Tag VIP added"],
  ["TASK_CREATED", { metadata: { title: "Call" } }, "Task “Call” created"],
  ["TASK_CREATED", { metadata: { title: "Call", assigneeUserId: "u1" } }, "Task “Call” created for Ana"],
  ["TASK_CREATED", { metadata: { title: "Call", assigneeUserId: "gone" } }, "Task “Call” created"],
  ["DEAL_UPDATED", { field: "value", changes: { from: 0, to: 1500 } }, "Value changed from 0 to 1,500"],
  ["DEAL_UPDATED", { field: "expectedCloseAt", changes: { from: null, to: null } }, "Expected to close changed"],
  ["DEAL_UPDATED", { field: "contactId", changes: { from: "c1", to: "c2" } }, "Contact changed"],
  ["DEAL_UPDATED", { field: "coOwnerUserId", changes: { from: "u1", to: null } }, "Co-owner cleared; it was Ana"],
  ["CUSTOM_FIELD_CHANGED", { field: "roof", changes: { from: null, to: "flat" } }, "Roof set to Flat slab"],
  ["CUSTOM_FIELD_CHANGED", { field: "own", changes: { from: true, to: false } }, "own changed from yes to no"],
  ["CUSTOM_FIELD_CHANGED", { field: "roof", changes: null }, "Roof changed"],
  ["MOON_LANDED", {}, "Something else happened: MOON_LANDED"],
])("%s with %j reads “%s”", (type, told, sentence) => {
  expect(activityText(activity(type, told), words)).toBe(sentence);
});

test("a message that came or went has its text, and nothing else has", () => {
  expect(messageIn(activity("MESSAGE_SENT", { metadata: { text: "Hi" } }))).toBe("Hi");
  expect(messageIn(activity("NOTE_CREATED", { metadata: { text: "Hi" } }))).toBeNull();
});

const effect = {
  nodeId: "ask",
  actionType: "send_whatsapp",
  config: { text: "Hi Ana" },
  attempts: 1,
  ok: true,
  result: null,
  error: null,
  failure: null,
  at: "2026-11-24T12:00:00Z",
} as const;
test.each([
  ["a message", "Hi Ana", effect],
  ["a message that failed", null, { ...effect, ok: false }],
  ["a template", null, { ...effect, config: { templateName: "welcome" } }],
  ["another deed", null, { ...effect, actionType: "webhook" as const }],
])("what was sent is told by %s alone, as its line would", (_, expected, deed) => {
  expect(sentIn(deed)).toBe(expected);
});

const mail = { ...effect, actionType: "send_email" as const, config: {} };
test.each([
  ["a message that went out", "Message sent", effect],
  ["a message that stayed", "Message kept in the outbox", { ...effect, result: { provider: "outbox" } }],
  ["an e-mail that went out", "E-mail sent: Hello", { ...mail, result: { provider: "smtp", subject: "Hello" } }],
  [
    "an e-mail that stayed",
    "E-mail kept in the outbox: Hello",
    { ...mail, result: { provider: "outbox", subject: "Hello" } },
  ],
  ["an e-mail that failed", null, { ...mail, ok: false }],
  ["another deed", null, { ...effect, actionType: "webhook" as const }],
])("the headline of what was sent says of %s what became of it", (_, expected, deed) => {
  expect(sentTitle(deed, words.t)).toBe(expected);
});
