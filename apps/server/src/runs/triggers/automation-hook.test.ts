import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DealApi, startDealApi } from "../../app/testing/deal-api.ts";
import { storePipeline, storeStage } from "../../testing/stored.ts";
import { type Answer, startTestApp } from "../../app/testing/test-app.ts";
import { addAutomation, runsOf } from "../../app/testing/triggers.ts";

let api: DealApi;
beforeAll(async () => {
  api = await startDealApi();
});
afterAll(() => api.app.close());

const add = (triggerConfig: object | null = null, change: object = {}) =>
  addAutomation(api, { triggerType: "incoming_webhook", triggerConfig, ...change });
const hookOf = ({ triggerConfig }: { triggerConfig: { hookToken: string } }) =>
  `/hooks/automations/${triggerConfig.hookToken}`;
type Automation = Awaited<ReturnType<typeof add>>;
const post = (automation: Automation, json: unknown, headers: Record<string, string> = {}) =>
  api.app.call("POST", hookOf(automation), { json, headers });
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString("base64")}` });

describe("the address of an automation", () => {
  it("is the server's making, and stays through replacements", async () => {
    const automation = await add();
    const { hookToken } = automation.triggerConfig;
    expect(hookToken).toMatch(/^[\w-]{32}$/);
    const replaced = await api.replace(automation.id, {
      triggerType: "incoming_webhook",
      triggerConfig: { hookToken: "mine", phonePath: "phone" },
    });
    expect(replaced.triggerConfig).toEqual({ hookToken, phonePath: "phone" });
    expect((await api.read(automation.id)).triggerConfig.hookToken).toBe(hookToken);
  });

  it("is never another automation's", async () => {
    const one = await add();
    const copy = await add(one.triggerConfig);
    expect(copy.triggerConfig.hookToken).not.toBe(one.triggerConfig.hookToken);
    const other = await api.create({ triggerConfig: one.triggerConfig });
    const turned = await api.replace(other.id, { triggerType: "incoming_webhook", triggerConfig: other.triggerConfig });
    expect(turned.triggerConfig.hookToken).not.toBe(one.triggerConfig.hookToken);
  });

  it("replacing it by what was read changes nothing", async () => {
    const { id, version, enabled, triggerType, triggerConfig } = await add({ auth: "none" });
    expect(await api.replace(id, { enabled, triggerType, triggerConfig })).toMatchObject({ version });
  });

  it("leads nowhere when nobody listens", async () => {
    const automation = await add();
    await api.call("PATCH", `/automations/${automation.id}/enabled`, { json: { enabled: false } });
    const gone = await add();
    await api.call("DELETE", `/automations/${gone.id}`);
    for (const path of [hookOf(automation), hookOf(gone), "/hooks/automations/unknown", "/hooks/automations/%00"])
      expect((await api.app.call("POST", path, { json: {} })).status).toBe(404);
  });

  it.each(["GET", "PUT", "DELETE"] as const)("is called by POST, and says so to %s", async (method) => {
    const answer = await api.app.call(method, hookOf(await add()));
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
    expect(answer.body).toMatchObject({ code: "BAD_REQUEST", error: "This route answers POST." });
  });
});

describe("a call", () => {
  it("starts the automation, and its body is what the run knows", async () => {
    const automation = await add();
    const answer = await post(automation, { text: "Hi", total: 5, order: { id: 7 } });
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({ data: { eventId: expect.any(String) } });
    expect(await runsOf(api, automation.id)).toMatchObject([
      {
        dealId: null,
        event: {
          event: { type: "incoming_webhook", body: { text: "Hi", total: 5, order: { id: 7 } } },
          message: { text: "Hi", total: 5, direction: "inbound" },
        },
      },
    ]);
    expect(await runsOf(api, (await add()).id)).toEqual([]);
  });

  it("starts it only where its filter lets it", async () => {
    const filter = { combinator: "and", rules: [{ field: "message.text", operator: "=", value: "yes" }] };
    const automation = await add({ filter });
    await post(automation, { text: "no" });
    await post(automation, { text: "yes" });
    expect(await runsOf(api, automation.id)).toMatchObject([{ event: { message: { text: "yes" } } }]);
  });

  it.each<[string, () => object]>([
    ["a pipeline", () => ({ scope: "pipeline", pipelineId: api.other.pipelineId })],
    ["a stage", () => ({ scope: "stage", stageId: api.other.stageId })],
  ])("that is about no deal starts an automation of %s too, since it is for this one", async (_, scope) => {
    const automation = await add({ phonePath: "phone", createDeal: false }, scope());
    await post(automation, {});
    await post(automation, { phone: "+5511900007777" });
    expect((await runsOf(api, automation.id)).map(({ dealId }) => dealId)).toEqual([null, null]);
  });

  it("about a deal of another pipeline starts nothing", async () => {
    const scope = { scope: "pipeline", pipelineId: api.other.pipelineId };
    const automation = await add({ dealSeqPath: "deal" }, scope);
    await post(automation, { deal: (await api.make({ name: "Elsewhere" })).seq });
    expect(await runsOf(api, automation.id)).toEqual([]);
  });

  it("starts nothing once the automation is off, or of another trigger", async () => {
    const [off, turned] = [await add(), await add()];
    await post(off, {});
    await post(turned, {});
    await api.call("PATCH", `/automations/${off.id}/enabled`, { json: { enabled: false } });
    await api.replace(turned.id, { enabled: true, triggerType: "deal_won" });
    for (const { id } of [off, turned]) expect(await runsOf(api, id)).toEqual([]);
    expect((await post(turned, {})).status).toBe(404);
  });

  it("of more than a run may carry leaves a run that says so", async () => {
    const automation = await add();
    expect((await post(automation, { text: "x".repeat(600 * 1024) })).status).toBe(202);
    expect(await runsOf(api, automation.id)).toHaveLength(1);
    const { items } = (await api.call("GET", `/automations/${automation.id}/runs`)).body.data;
    expect(items).toMatchObject([{ status: "skipped", lastError: "What started this holds more than 512 KB." }]);
  });

  it("with a key that was seen before is answered the same, and starts nothing", async () => {
    const automation = await add();
    const key = { "idempotency-key": "order-7" };
    const answers = await Promise.all([1, 2, 3, 4].map((n) => post(automation, { n }, key)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data.eventId}`)).size).toBe(1);
    expect(await runsOf(api, automation.id)).toHaveLength(1);
    const other = await add();
    expect((await post(other, {}, key)).body.data.eventId).not.toBe(answers[0]?.body.data.eventId);
  });

  it.each<[string, Parameters<DealApi["app"]["call"]>[2], number]>([
    ["no JSON", { raw: "{" }, 400],
    ["NUL", { json: { text: "a\0b" } }, 400],
    ["half a character", { raw: '{"text":"\\ud800"}' }, 400],
    ["__proto__", { raw: '{"__proto__":{"a":1}}' }, 400],
    ["a form", { raw: "a=1", headers: { "content-type": "application/x-www-form-urlencoded" } }, 415],
    ["more than 1 MB", { json: { text: "x".repeat(1024 * 1024) } }, 413],
    ["__proto__ within", { raw: '{"a":[{"__proto__":{"b":1}}]}' }, 400],
    ["endless nesting", { raw: "[".repeat(400_000) + "]".repeat(400_000) }, 400],
    ["bytes that are no UTF-8", { raw: Uint8Array.of(0x22, 0xff, 0x22) }, 400],
    ["another encoding", { raw: "{}", headers: { "content-type": "application/json; charset=utf-16" } }, 415],
    ["compression", { raw: "{}", headers: { "content-encoding": "gzip" } }, 415],
    ["a number out of range", { raw: '{"n":1e999}' }, 400],
    ["an endless key", { json: {}, headers: { "idempotency-key": "a".repeat(256) } }, 400],
    ["a key of other characters", { json: {}, headers: { "idempotency-key": "é" } }, 400],
  ])("with %s is refused, and starts nothing", async (_, init, status) => {
    const automation = await add();
    const answer = await api.app.call("POST", hookOf(automation), init);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ error: expect.any(String), code: expect.any(String) });
    expect(await runsOf(api, automation.id)).toEqual([]);
  });

  it("may have no body", async () => {
    const automation = await add();
    expect((await api.app.call("POST", hookOf(automation))).status).toBe(202);
    expect(await runsOf(api, automation.id)).toHaveLength(1);
  });

  it("comes too often", async () => {
    const app = await startTestApp({ limits: { perIp: 1e6, perWorkspace: 2 } }, api.app.opened);
    const automation = await add();
    const call = () => app.call("POST", hookOf(automation), { json: {} });
    expect([(await call()).status, (await call()).status]).toEqual([202, 202]);
    const refused = await call();
    expect([refused.status, refused.body.code]).toEqual([429, "QUOTA_EXCEEDED"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    await app.close();
  });
});

describe("credentials", () => {
  const HEADER = { auth: "header", headerName: "X-Api-Key", headerValue: "s3cret" };
  const BASIC = { auth: "basic", username: "ana", password: "pass:word é" };

  it.each<[string, object, Record<string, string>, number]>([
    ["none are asked for", { auth: "none" }, {}, 202],
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
    ["a header that is there although nobody said so", { headerName: "X-Api-Key", headerValue: "s" }, {}, 401],
  ])("%s", async (_, config, headers, status) => {
    const automation = await add(config);
    expect(automation.triggerConfig).not.toHaveProperty("headerValue");
    expect(automation.triggerConfig).not.toHaveProperty("password");
    expect((await post(automation, {}, headers)).status).toBe(status);
    expect(await runsOf(api, automation.id)).toHaveLength(status === 202 ? 1 : 0);
  });
});

const hidden = (automation: Automation) => {
  const { hookToken } = automation.triggerConfig;
  return { auth: "header", headerName: "X-Api-Key", username: "ana", hookToken };
};

describe("the secrets of calls", () => {
  const SECRETS = ["hush-header", "hush-password"];
  const CONFIG = {
    auth: "header",
    headerName: "X-Api-Key",
    headerValue: SECRETS[0],
    username: "ana",
    password: SECRETS[1],
  };
  it("are in no answer, and stored sealed", async () => {
    const automation = await add(CONFIG);
    const { id } = automation;
    expect(automation.triggerConfig).toEqual(hidden(automation));
    await post(automation, {}, { "x-api-key": "hush-header" });
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

  it("stay when a replacement leaves them out, and go when it takes them away", async () => {
    const automation = await add(CONFIG);
    const call = async () => (await post(automation, {}, { "x-api-key": "hush-header" })).status;
    const change = (triggerConfig: object) =>
      api.replace(automation.id, { enabled: true, triggerType: "incoming_webhook", triggerConfig });
    expect((await change(automation.triggerConfig)).triggerConfig).toEqual(hidden(automation));
    expect(await call()).toBe(202);
    await change({ ...automation.triggerConfig, headerValue: null });
    expect(await call()).toBe(401);
  });
});

const customer = (phone: string, email = "ana@example.com") => ({ customer: { phone, email, name: "Ana Souza" } });

describe("whom a call is about", () => {
  const PATHS = { phonePath: "customer.phone", emailPath: "customer.email", namePath: "customer.name" };

  it("a deal by its number, as a number or as text", async () => {
    const automation = await add({ dealSeqPath: "order.deals.0" });
    const deal = await api.make({ name: "Solar kit" });
    await post(automation, { order: { deals: [deal.seq] } });
    await post(automation, { order: { deals: [String(deal.seq)] } });
    const about = await runsOf(api, automation.id);
    expect(about.map(({ dealId }) => dealId)).toEqual([deal.id, deal.id]);
  });

  it("a new contact's new deal, then the same one", async () => {
    const automation = await add(PATHS, { scope: "pipeline", pipelineId: api.other.pipelineId });
    await post(automation, customer("+5511900002222"));
    await post(automation, customer("11 90000-2222", "other@example.com"));
    const [first, second] = await runsOf(api, automation.id);
    expect(first?.dealId).toEqual(expect.any(String));
    expect(second?.dealId).toBe(first?.dealId);
    const deal = await api.app.opened.db
      .selectFrom("deals")
      .select(["pipeline_id", "source", "name"])
      .where("id", "=", first?.dealId ?? "")
      .executeTakeFirst();
    expect(deal).toEqual({ pipeline_id: api.other.pipelineId, source: "webhook", name: "Ana Souza" });
  });

  it("a contact without a deal, where none is to be made", async () => {
    const automation = await add({ ...PATHS, createDeal: false });
    await post(automation, customer("+5511900003333", "new@example.com"));
    expect(await runsOf(api, automation.id)).toMatchObject([{ dealId: null, contactId: null }]);
    const deal = await api.make({ phone: "+5511900003333" });
    await post(automation, customer("+5511900003333", "new@example.com"));
    expect((await runsOf(api, automation.id))[1]).toMatchObject({ dealId: deal.id });
  });

  it("one deal for calls with the same key at the same time", async () => {
    const automation = await add(PATHS);
    const body = customer("+5511900004444", "four@example.com");
    await Promise.all([1, 2, 3].map(() => post(automation, body, { "idempotency-key": "four" })));
    expect(await runsOf(api, automation.id)).toHaveLength(1);
  });

  it("one deal for the calls of somebody new at the same time", async () => {
    const automation = await add(PATHS);
    const body = customer("+5511900005555", "five@example.com");
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => post(automation, body)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 202]);
    const about = (await runsOf(api, automation.id)).map(({ dealId }) => dealId);
    expect([about.length, new Set(about).size]).toEqual([6, 1]);
  });

  it("whoever is meant, with blanks around what says so", async () => {
    const automation = await add(PATHS);
    await post(automation, customer(" +5511900006666 ", " six@example.com\n"));
    await post(automation, customer("   ", "six@example.com"));
    const [first, ...more] = await runsOf(api, automation.id);
    expect(first).toMatchObject({ dealId: expect.any(String), contactId: expect.any(String) });
    expect(more).toMatchObject([{ dealId: first?.dealId, contactId: first?.contactId }]);
  });

  it("nobody, when the body does not say", async () => {
    const automation = await add(PATHS);
    for (const body of [{}, { customer: null }, [], "text", null]) await post(automation, body);
    expect((await runsOf(api, automation.id)).map(({ dealId }) => dealId)).toEqual([null, null, null, null, null]);
  });

  it.each<[string, object, object, string]>([
    ["an unknown deal", { dealSeqPath: "deal" }, { deal: 999_999 }, "deal"],
    ["no deal's number", { dealSeqPath: "deal" }, { deal: "abc" }, "deal"],
    ["a number too large", { dealSeqPath: "deal" }, { deal: 1e300 }, "deal"],
    ["no phone", PATHS, { customer: { phone: "call me" } }, "customer.phone"],
    ["no e-mail", PATHS, { customer: { email: { a: 1 } } }, "customer.email"],
    ["an endless e-mail", PATHS, { customer: { email: `${"a".repeat(255)}@example.com` } }, "customer.email"],
  ])("is refused for %s, by its place, and may be sent again", async (_, config, body, field) => {
    const automation = await add(config);
    const answer = await post(automation, body, { "idempotency-key": "again" });
    expect(answer.status).toBe(400);
    expect(answer.body.fieldErrors).toEqual([{ field, message: expect.any(String) }]);
    expect(await runsOf(api, automation.id)).toEqual([]);
    expect((await post(automation, {}, { "idempotency-key": "again" })).status).toBe(202);
    expect(await runsOf(api, automation.id)).toHaveLength(1);
  });
});

type Place = Awaited<ReturnType<typeof addPlace>>;
const SEQ = 9;

/** A pipeline of two stages beside those that are there, and the second of them. */
async function addPlace() {
  const { db } = api.app.opened;
  const pipeline = { workspace_id: api.workspace.id, seq: SEQ, name: "Passing" };
  const pipelineId = await storePipeline(db, pipeline);
  const stages = { workspace_id: api.workspace.id, pipeline_id: pipelineId };
  await storeStage(db, stages, { seq: 91 });
  return { pipelineId, stageId: await storeStage(db, stages, { seq: 92 }) };
}

describe("a call whose deal cannot be made", () => {
  const PATHS = {
    phonePath: "phone",
    filter: { combinator: "and", rules: [{ field: "deal.value", operator: ">", value: 1 }] },
  };

  it.each<[string, string, string, string, (place: Place) => object, (place: Place) => Promise<Answer>]>([
    [
      "its stage was removed",
      "+5511900011111",
      "The stage does not exist any more.",
      "stage-gone",
      ({ stageId }) => ({ scope: "stage", stageId }),
      ({ stageId }) => api.call("DELETE", `/pipelines/${SEQ}/stages/${stageId}`),
    ],
    [
      "its pipeline was archived",
      "+5511900011112",
      "The stage belongs to an archived pipeline.",
      "stage-archived",
      ({ pipelineId }) => ({ scope: "pipeline", pipelineId }),
      () => api.call("PATCH", `/pipelines/${SEQ}`, { json: { isArchived: true } }),
    ],
  ])("leaves a run that says so, with what was sent: %s", async (_, phone, message, code, scopeOf, takeAway) => {
    const place = await addPlace();
    const automation = await add(PATHS, scopeOf(place));
    expect((await takeAway(place)).status).toBeLessThan(300);
    expect((await post(automation, { phone, note: "Call me" })).status).toBe(202);
    expect(await runsOf(api, automation.id)).toMatchObject([
      { dealId: null, event: { event: { body: { phone, note: "Call me" } } } },
    ]);
    const { items } = (await api.call("GET", `/automations/${automation.id}/runs`)).body.data;
    const failure = [{ code, params: {} }];
    expect(items).toMatchObject([{ status: "skipped", lastError: message, lastFailure: failure, dealId: null }]);
    const run = (await api.call("GET", `/automations/${automation.id}/runs/${items[0].runId}`)).body.data;
    expect(run.changes).toMatchObject([
      { to: "skipped", why: { code: "deal-not-made", params: { message, failure } } },
    ]);
    await api.app.opened.db.deleteFrom("pipelines").where("id", "=", place.pipelineId).execute();
  });
});

describe("settings of triggers in a push", () => {
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
  ])("%s", async (_, triggerType, triggerConfig, field) => {
    const json = { name: "A", triggerType, triggerConfig, graphDefinition: (await api.create()).graphDefinition };
    const answer = await api.call("POST", "/automations", { json });
    expect(answer.status).toBe(400);
    expect(answer.body.fieldErrors).toEqual([{ field: `triggerConfig.${field}`, message: expect.any(String) }]);
  });

  it("say nothing about triggers of another type, or what is left out", async () => {
    await api.create({ triggerType: "deal_created", triggerConfig: { cron: "soon" } });
    await api.create({ triggerType: "schedule", triggerConfig: { cron: null } });
    await api.create({ triggerType: "moon_rise", triggerConfig: { auth: "oauth" } });
  });
});
