import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DealApi, startDealApi } from "./testing/deal-api.ts";
import { startTestApp } from "./testing/test-app.ts";
import { addAutomation, runsOf } from "./testing/triggers.ts";

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
    expect((await api.app.call("GET", hookOf(await add()))).status).toBe(404);
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
    ["user and password", BASIC, basic("ana:pass:word é"), 202],
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
