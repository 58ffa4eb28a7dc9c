import { DEFAULT_IDLE_SECONDS } from "@trilho/engine/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../../app/testing/api.ts";
import { idleMsOf, isForEachDeal, nextRunOf } from "./trigger-settings.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.app.close());

describe("trigger settings in a request", () => {
  it.each<[string, string, object, string]>([
    ["a schedule that is none", "schedule", { cron: "soon" }, "cron"],
    ["a schedule of seconds", "schedule", { cron: "* * * * * *" }, "cron"],
    ["a schedule that never comes", "schedule", { cron: "0 0 31 2 *" }, "cron"],
    ["a schedule that is a number", "schedule", { cron: 5 }, "cron"],
    ["a zone that is none", "schedule", { cron: "0 9 * * *", timeZone: "Mars/Olympus" }, "timeZone"],
    ["an idle time too short", "deal_idle", { idleSeconds: 5 }, "idleSeconds"],
    ["an idle time as text", "deal_idle", { idleSeconds: "3600" }, "idleSeconds"],
    ["credentials of another kind", "incoming_webhook", { auth: "oauth" }, "auth"],
    ["a header that cannot be", "incoming_webhook", { headerName: "X Key" }, "headerName"],
    ["a path that is no text", "incoming_webhook", { phonePath: ["phone"] }, "phonePath"],
    ["a password that is no text", "incoming_webhook", { password: 5 }, "password"],
    ["a credential of another trigger", "deal_created", { headerValue: 5 }, "headerValue"],
    ["words that are an object", "message_received", { keywords: {} }, "keywords"],
    ["a tag that is a number", "tag_added", { tagIds: ["a", 5] }, "tagIds[1]"],
    ["a stage that is a list", " stage_entered ", { stageId: [] }, "stageId"],
  ])("refused: %s", async (_, triggerType, triggerConfig, field) => {
    const json = { name: "A", triggerType, triggerConfig, graphDefinition: (await api.create()).graphDefinition };
    const answer = await api.call("POST", "/automations", { json });
    expect(answer.status).toBe(400);
    expect(answer.body.fieldErrors).toEqual([{ field: `triggerConfig.${field}`, message: expect.any(String) }]);
  });

  it("are not checked for other trigger types or when left out", async () => {
    await api.create({ triggerType: "deal_created", triggerConfig: { cron: "soon" } });
    await api.create({ triggerType: "schedule", triggerConfig: { cron: null } });
    await api.create({ triggerType: "moon_rise", triggerConfig: { auth: "oauth" } });
  });
});

describe("trigger settings as they are stored", () => {
  const cron = "0 9 * * *";
  it.each<[object | null, string | null]>([
    [{ cron }, "2026-03-02T12:00:00.000Z"],
    [{ cron: ` ${cron} ` }, "2026-03-02T12:00:00.000Z"],
    [{ cron, timeZone: "Asia/Tokyo" }, "2026-03-03T00:00:00.000Z"],
    [{ cron, timeZone: " UTC " }, "2026-03-02T09:00:00.000Z"],
    [{ cron, timeZone: "Mars/Olympus" }, "2026-03-02T12:00:00.000Z"],
    [{ cron, timeZone: 3 }, "2026-03-02T12:00:00.000Z"],
    [{ cron: "soon" }, null],
    [{ cron: " " }, null],
    [{ cron: 5 }, null],
    [{}, null],
    [null, null],
  ])("of a schedule, %j, in São Paulo, come next at %s", (triggerConfig, next) => {
    const at = nextRunOf({ triggerConfig } as never, "America/Sao_Paulo", Date.parse("2026-03-02T00:00:00Z"));
    expect(at === null ? null : new Date(at).toISOString()).toBe(next);
  });

  it.each<[object | null, number, boolean]>([
    [{ idleSeconds: 3600, forEachDeal: true }, 3_600_000, true],
    [{ idleSeconds: "3600", forEachDeal: "true" }, DEFAULT_IDLE_SECONDS * 1000, false],
    [{ idleSeconds: 5, forEachDeal: false }, DEFAULT_IDLE_SECONDS * 1000, false],
    [null, DEFAULT_IDLE_SECONDS * 1000, false],
  ])("of %j: idle after %i ms, for each deal: %s", (triggerConfig, idleMs, forEachDeal) => {
    const triggered = { triggerConfig } as never;
    expect([idleMsOf(triggered), isForEachDeal(triggered)]).toEqual([idleMs, forEachDeal]);
  });
});
