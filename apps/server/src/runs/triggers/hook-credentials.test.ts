import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../../app/testing/api.ts";
import { runsOf } from "../../app/testing/triggers.ts";
import { addHooked, callHook } from "../testing/hook-calls.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.app.close());

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString("base64")}` });

describe("the credentials of a call", () => {
  const HEADER = { auth: "header", headerName: "X-Api-Key", headerValue: "s3cret" };
  const BASIC = { auth: "basic", username: "ana", password: "pass:word é" };

  it.each<[string, object, Record<string, string>, number]>([
    ["none required", { auth: "none" }, {}, 202],
    ["the header", HEADER, { "x-api-key": "s3cret" }, 202],
    ["no header", HEADER, {}, 401],
    ["a wrong header", HEADER, { "x-api-key": "s3cret x" }, 401],
    ["a header without its name in the settings", { auth: "header", headerValue: "s" }, { "x-api-key": "s" }, 401],
    ["a header whose secret was never given", { auth: "header", headerName: "X-Api-Key" }, { "x-api-key": "" }, 401],
    ["a secret that was pasted with blanks", { ...HEADER, headerValue: " s3cret\n" }, { "x-api-key": "s3cret" }, 202],
    ["a secret of blanks alone", { ...HEADER, headerValue: "  " }, { "x-api-key": "" }, 401],
    ["a header in Latin-1", { ...HEADER, headerValue: "sé" }, { "x-api-key": "s\u00e9" }, 202],
    ["a header in UTF-8", { ...HEADER, headerValue: "sé" }, { "x-api-key": "s\u00c3\u00a9" }, 202],
    ["the header of a standard", { ...HEADER, headerName: "Authorization" }, { authorization: "s3cret" }, 202],
    ["user and password", BASIC, basic("ana:pass:word é"), 202],
    ["no password", BASIC, { authorization: "Basic" }, 401],
    ["a wrong password", BASIC, basic("ana:word"), 401],
    ["a wrong user", BASIC, basic("rui:pass:word é"), 401],
    ["something else than Basic", BASIC, { authorization: "Bearer ana" }, 401],
    ["a password that was never given", { auth: "basic", username: "ana" }, basic("ana:"), 401],
    ["a header configured without auth", { headerName: "X-Api-Key", headerValue: "s" }, {}, 401],
  ])("%s", async (_, config, headers, status) => {
    const automation = await addHooked(api, config);
    expect(automation.triggerConfig).not.toHaveProperty("headerValue");
    expect(automation.triggerConfig).not.toHaveProperty("password");
    expect((await callHook(api, automation, {}, headers)).status).toBe(status);
    expect(await runsOf(api, automation.id)).toHaveLength(status === 202 ? 1 : 0);
  });
});

const hidden = (automation: { triggerConfig: { hookToken: string } }) => {
  const { hookToken } = automation.triggerConfig;
  return { auth: "header", headerName: "X-Api-Key", username: "ana", hookToken };
};

describe("the stored credentials of calls", () => {
  const SECRETS = ["hush-header", "hush-password"];
  const CONFIG = {
    auth: "header",
    headerName: "X-Api-Key",
    headerValue: SECRETS[0],
    username: "ana",
    password: SECRETS[1],
  };
  it("are in no answer and are stored sealed", async () => {
    const automation = await addHooked(api, CONFIG);
    const { id } = automation;
    expect(automation.triggerConfig).toEqual(hidden(automation));
    await callHook(api, automation, {}, { "x-api-key": "hush-header" });
    await runsOf(api, id);
    const [run] = (await api.call("GET", `/automations/${id}/runs`)).body.data.items;
    const paths = ["", `/${id}`, `/${id}/runs`, `/${id}/runs/${run.runId}`, `/${id}/stats`, `/${id}/waiting`];
    const shown = await Promise.all(paths.map(async (path) => (await api.call("GET", `/automations${path}`)).body));
    const { db } = api.app.opened;
    const stored = [
      await db.selectFrom("automations").selectAll().where("id", "=", id).execute(),
      await db.selectFrom("automation_versions").selectAll().where("automation_id", "=", id).execute(),
      await db.selectFrom("events").selectAll().execute(),
      await db.selectFrom("runs").selectAll().where("automation_id", "=", id).execute(),
    ];
    const all = JSON.stringify([shown, stored]);
    expect(all).toContain("X-Api-Key");
    for (const secret of SECRETS) expect(all).not.toContain(secret);
  });

  it("are kept when a replacement omits them and removed by null", async () => {
    const automation = await addHooked(api, CONFIG);
    const call = async () => (await callHook(api, automation, {}, { "x-api-key": "hush-header" })).status;
    const change = (triggerConfig: object) =>
      api.replace(automation.id, { enabled: true, triggerType: "incoming_webhook", triggerConfig });
    expect((await change(automation.triggerConfig)).triggerConfig).toEqual(hidden(automation));
    expect(await call()).toBe(202);
    await change({ ...automation.triggerConfig, headerValue: null });
    expect(await call()).toBe(401);
  });
});
