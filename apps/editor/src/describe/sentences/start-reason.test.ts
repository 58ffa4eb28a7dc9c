import { FIELDS } from "@trilho/engine";
import type { StartReason } from "@trilho/engine/trigger";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { EMPTY_LOOKUP } from "../../document/lookup.ts";
import { formatInstant } from "../../i18n/format.ts";
import { loadLaterTexts, pageTexts, switchLanguage } from "../../i18n/texts.ts";
import { startReasonText } from "./start-reason.ts";

const byId = (id: string): string | null => (id === "t1" ? "VIP" : null);
const lookup = { ...EMPTY_LOOKUP, tagName: byId };
const told = (type: string, reason: StartReason): string => startReasonText(reason, { type, fields: FIELDS, lookup });

const BEFORE = "2026-11-28T20:04:39.076Z";
const AFTER = "2026-11-29T20:04:39.076Z";
const shown = (instant: string): string => formatInstant(instant, "en");

beforeAll(loadLaterTexts);
afterEach(() => switchLanguage(pageTexts(), "en"));

describe("why nothing started is told in the words of the forms", () => {
  it.each<[type: string, reason: StartReason, sentence: string]>([
    [
      "deal_updated",
      { code: "entered-lately", params: { seen: BEFORE, asked: AFTER } },
      `Its last run began at ${shown(BEFORE)}, and another one may begin from ${shown(AFTER)} on.`,
    ],
    [
      "deal_created",
      { code: "before-switched-on", params: { seen: BEFORE, asked: AFTER } },
      `It was switched on at ${shown(AFTER)}, after this happened (${shown(BEFORE)}).`,
    ],
    [
      "deal_updated",
      { code: "entered-before", params: { seen: BEFORE } },
      `It had a run before, at ${shown(BEFORE)}, and may have one only.`,
    ],
    [
      "deal_updated",
      { code: "settings", params: { setting: "fields", seen: ["value"], asked: ["stageId", "customFields.roof"] } },
      "Its setting “Fields” asks for Stage, roof, and this brought Deal value.",
    ],
    [
      "message_received",
      { code: "settings", params: { setting: "keywords", seen: "Oi", asked: ["sim", "quero"] } },
      'Its setting “Words” asks for "sim", "quero", and this brought "Oi".',
    ],
    [
      "tag_added",
      { code: "settings", params: { setting: "tagIds", seen: "t1", asked: ["t2"] } },
      'Its setting “Tags” asks for "t2", and this brought VIP.',
    ],
    [
      "deal_idle",
      { code: "unreadable", params: { fields: ["triggerWindow", "triggerConfig.idleSeconds"] } },
      "These parts of it cannot be read: Time window of the trigger, Nothing happened for.",
    ],
    [
      "deal_won",
      { code: "other-trigger", params: { seen: "deal_won", asked: "deal_lost" } },
      "It listens to Deal lost, and this was Deal won.",
    ],
  ])("%s %j", (type, reason, sentence) => expect(told(type, reason)).toBe(sentence));

  it("and in Portuguese", async () => {
    await switchLanguage(pageTexts(), "pt-BR");
    expect(
      told("message_received", { code: "settings", params: { setting: "keywords", seen: "Oi", asked: ["sim"] } }),
    ).toBe('O ajuste “Palavras” pede "sim", e isto trouxe "Oi".');
  });
});
