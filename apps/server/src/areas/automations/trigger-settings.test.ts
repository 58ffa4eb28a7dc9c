import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../../app/testing/api.ts";

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
