import { describe, expect, it } from "vitest";
import { titleOfActivity } from "./activity-titles.ts";
import type { CardActivity, CardContact, DealCard } from "./card.ts";
import type { StoredDeal } from "./model.ts";
import { plainDeal } from "./testing/plain-deal.ts";
import { presentCard, presentDeal, presentRow } from "./present.ts";

const NOW = Date.parse("2026-03-10T12:00:00Z");
const deal = (change: Partial<StoredDeal>): StoredDeal => ({
  ...plainDeal({ name: "Deal", pipelineId: "p", stageId: "s", responsibleUserId: "ana" }),
  id: "d",
  seq: 1,
  source: "api",
  tracking: null,
  isReturning: false,
  isTest: false,
  returnSignaledAt: null,
  stageChangedAt: "2026-03-10T12:00:00.000Z",
  createdAt: "2026-03-01T12:00:00.000Z",
  updatedAt: "2026-03-10T12:00:00.000Z",
  ...change,
});

describe("a deal", () => {
  it.each<[stageChangedAt: string, days: number]>([
    ["2026-03-10T12:00:00.000Z", 0],
    ["2026-03-09T12:00:00.001Z", 0],
    ["2026-03-09T12:00:00.000Z", 1],
    ["2026-03-06T00:00:00.000Z", 4],
    ["2026-03-12T12:00:00.000Z", 0],
  ])("that moved at %s is in its stage for %i whole days", (stageChangedAt, days) => {
    expect(presentRow(deal({ stageChangedAt }), NOW).daysInStage).toBe(days);
  });

  it("says that a test made it, and nothing where none did", () => {
    for (const shown of [presentDeal(deal({ isTest: true })), presentRow(deal({ isTest: true }), NOW)])
      expect(shown).toMatchObject({ test: true });
    for (const shown of [presentDeal(deal({})), presentRow(deal({}), NOW)]) expect(shown).not.toHaveProperty("test");
  });

  it("has all that it can come from, null for what is not known; or nothing", () => {
    expect(presentRow(deal({ tracking: { utmSource: "google" } }), NOW).tracking).toMatchObject({
      utmSource: "google",
      gclid: null,
    });
    expect(presentDeal(deal({})).tracking).toBeNull();
  });
});

const SALES = { id: "sales", kind: "whatsapp", name: "Sales" };
const SUPPORT = { id: "support", kind: "whatsapp", name: "Support" };
const SILENT: CardContact = {
  id: "c",
  seq: 7,
  name: null,
  firstName: null,
  lastName: null,
  phone: null,
  email: null,
  instagramUsername: null,
  avatarUrl: null,
  avatarKey: null,
  blocked: false,
  optedOutAt: null,
};
const LINE: CardActivity = {
  id: "a",
  type: "DEAL_UPDATED",
  field: "value",
  changes: { from: 1, to: 2 },
  metadata: null,
  occurredAt: "2026-03-10T12:00:00.000Z",
  actorType: "api_key",
  userId: null,
  userName: null,
  userAvatarUrl: null,
  automationId: null,
  automationName: null,
  apiKeyId: "k",
};
const card = (change: Partial<DealCard>) =>
  presentCard(
    {
      deal: deal({}),
      properties: {},
      stage: { id: "s", seq: 1, order: 0, name: "First", color: "#000000", isWon: false, isLost: false },
      responsible: { userId: "ana", name: "Ana" },
      coOwner: null,
      contact: null,
      company: null,
      tags: [],
      channelOverride: null,
      defaultChannel: null,
      lastActivity: null,
      messages: { lastMessageAt: null, lastMessageText: "", replyPending: false, activeChannels: [] },
      taskSummary: null,
      cadence: null,
      ...change,
    },
    { locale: "en-US", now: NOW },
  );

describe("a deal in detail", () => {
  it.each<[Pick<DealCard, "channelOverride" | "defaultChannel">, object | null]>([
    [{ channelOverride: SUPPORT, defaultChannel: SALES }, SUPPORT],
    [{ channelOverride: SUPPORT, defaultChannel: null }, SUPPORT],
    [{ channelOverride: null, defaultChannel: SALES }, SALES],
    [{ channelOverride: null, defaultChannel: null }, null],
  ])("of the channels %j is written through %j", (channels, channel) => {
    expect(card(channels)).toMatchObject({ channel, channelOverride: channels.channelOverride });
  });

  it("has a contact without a phone, or none", () => {
    expect(card({ contact: SILENT }).contact).toMatchObject({ phone: "", displayName: "#7", avatarUrl: null });
    expect(card({}).contact).toBeNull();
  });

  it.each<[Partial<CardActivity>, title: string, meta: object]>([
    [{}, "Deal changed", { field: "value", changes: { from: 1, to: 2 } }],
    [
      { metadata: { test: true, taskId: "t" } },
      "Deal changed (test)",
      { test: true, taskId: "t", field: "value", changes: { from: 1, to: 2 } },
    ],
    [{ metadata: { test: 1 }, field: null, changes: null }, "Deal changed", { test: 1, field: null, changes: null }],
  ])("shows of the last line of its history %j, called %j, with %j", (line, title, meta) => {
    const actor = { actorType: "api_key", apiKeyId: "k", copilotActionId: null };
    expect(card({ lastActivity: { ...LINE, ...line } }).lastActivity).toMatchObject({ title, meta, actor });
    expect(card({}).lastActivity).toBeNull();
  });
});

it.each<[locale: string, isTest: boolean, title: string]>([
  ["pt-BR", false, "Negócio criado"],
  ["pt-BR", true, "Negócio criado (teste)"],
  ["en-US", false, "Deal created"],
  ["en-US", true, "Deal created (test)"],
])("a line of the history in %s, of a test: %j, is called %s", (locale, isTest, title) => {
  expect(titleOfActivity("DEAL_CREATED", locale, isTest)).toBe(title);
});
