import { describe, expect, it } from "vitest";
import { showDuration } from "./duration.ts";
import { describeReason } from "../messages/describe.ts";
import type { ReasonCode } from "../messages/locale.ts";
import { because } from "./reasons.ts";

const DAY = 86_400_000;

describe("describeReason", () => {
  it.each<[ReasonCode, Parameters<typeof because>[1], string]>([
    ["branch", { label: "VIP", rules: [{ text: "deal.value 12000 ≥ 10000" }] }, "branch VIP: deal.value 12000 ≥ 10000"],
    ["branch", { label: "All", rules: [] }, "branch All: no rules"],
    ["no-branch", { rules: [] }, "no branch held"],
    ["waited", { delayMs: 2 * DAY }, "waited 2 days"],
    ["no-reply", { timeoutMs: DAY }, "no reply within 1 day"],
    ["performing", { actionType: "add_tag", attempt: 1 }, "Add tags"],
    ["succeeded", { attempt: 1 }, "succeeded"],
    ["succeeded", { attempt: 3 }, "3rd attempt succeeded"],
    ["attempt-failed", { attempt: 2, message: "503", retryInMs: 60_000 }, "2nd attempt failed: 503; next in 1 min"],
    ["waited", {}, "waited ?"],
    ["waiting-until", { ends: "2026-11-30 09:00", timeZone: "UTC" }, "waits until Nov 30, 2026, 09:00 (UTC)"],
    ["waited-until", { ended: "2026-11-30 09:00", timeZone: "UTC" }, "waited until Nov 30, 2026, 09:00 (UTC)"],
    ["waiting-instead", { lack: "empty", field: "deal.x", delayMs: DAY }, "deal.x is empty: waits 1 day"],
    ["waiting-instead", { lack: "past", field: "deal.x", delayMs: DAY }, "deal.x gives no moment ahead: waits 1 day"],
    ["waiting-instead", { lack: "unreadable", field: "deal.x", delayMs: DAY }, "deal.x is no date: waits 1 day"],
    ["waiting-instead", { lack: "never-open", delayMs: DAY }, "business hours never open: waits 1 day"],
  ])("%s %j", (code, params, text) => {
    expect(describeReason(because(code, params))).toBe(text);
  });

  it("answers with the code where it knows no words", () => {
    for (const code of ["of-tomorrow", "constructor"]) expect(describeReason({ code, params: {} })).toBe(code);
  });
});

describe("showDuration", () => {
  it.each([
    [0, "0 s"],
    [45_000, "45 s"],
    [5_400_000, "1 h 30 min"],
    [DAY - 1000, "23 h 59 min"],
    [DAY, "1 day"],
    [DAY + 3 * 3_600_000, "1 day 3 h"],
    [2 * DAY, "2 days"],
    [2 * DAY + 4 * 3_600_000, "2 days 4 h"],
    [2 * DAY + 60_000, "2 days"],
    [7 * DAY, "1 week"],
    [21 * DAY, "3 weeks"],
    [22 * DAY, "22 days"],
    [3_600_000 + 5000, "1 h"],
  ])("%i ms is %s", (ms, text) => expect(showDuration(ms)).toBe(text));

  it("counts days and weeks in the words of a language", () => {
    const names = { day: ["dia", "dias"], week: ["semana", "semanas"] } as const;
    const shown = [1, 3, 7, 21].map((days) => showDuration(days * DAY, names));
    expect(shown).toEqual(["1 dia", "3 dias", "1 semana", "3 semanas"]);
  });
});
