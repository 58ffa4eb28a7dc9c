import { describe, expect, it } from "vitest";
import { titleOfActivity } from "./activity-titles.ts";
import type { StoredDeal } from "./model.ts";
import { presentDeal, presentRow } from "./present.ts";

const NOW = Date.parse("2026-03-10T12:00:00Z");
const deal = (change: Partial<StoredDeal>): StoredDeal => ({
  id: "d",
  seq: 1,
  name: "Deal",
  value: 0,
  currency: "BRL",
  closeProbability: 0,
  status: "open",
  pipelineId: "p",
  stageId: "s",
  contactId: null,
  companyId: null,
  responsibleUserId: "ana",
  coOwnerUserId: null,
  channelId: null,
  lostReason: null,
  notes: null,
  customFields: {},
  metadata: null,
  expectedCloseAt: null,
  closedAt: null,
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

it.each<[locale: string, isTest: boolean, title: string]>([
  ["pt-BR", false, "Negócio criado"],
  ["pt-BR", true, "Negócio criado (teste)"],
  ["en-US", false, "Deal created"],
  ["en-US", true, "Deal created (test)"],
])("a line of the history in %s, of a test: %j, is called %s", (locale, isTest, title) => {
  expect(titleOfActivity("DEAL_CREATED", locale, isTest)).toBe(title);
});
