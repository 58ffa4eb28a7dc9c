import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DealApi, startDealApi } from "../../app/testing/deal-api.ts";
import type { Answer } from "../../app/testing/test-app.ts";
import { runsOf } from "../../app/testing/triggers.ts";
import { storePipeline, storeStage } from "../../testing/stored.ts";
import { addHooked, callHook } from "../testing/hook-calls.ts";

let api: DealApi;
beforeAll(async () => {
  api = await startDealApi();
});
afterAll(() => api.app.close());

const customer = (phone: string, email = "ana@example.com") => ({ customer: { phone, email, name: "Ana Souza" } });

describe("the subject of a call", () => {
  const PATHS = { phonePath: "customer.phone", emailPath: "customer.email", namePath: "customer.name" };

  it("is a deal by its number, given as number or text", async () => {
    const automation = await addHooked(api, { dealSeqPath: "order.deals.0" });
    const deal = await api.make({ name: "Solar kit" });
    await callHook(api, automation, { order: { deals: [deal.seq] } });
    await callHook(api, automation, { order: { deals: [String(deal.seq)] } });
    const about = await runsOf(api, automation.id);
    expect(about.map(({ dealId }) => dealId)).toEqual([deal.id, deal.id]);
  });

  it("is a new contact's new deal, then the same one", async () => {
    const automation = await addHooked(api, PATHS, { scope: "pipeline", pipelineId: api.other.pipelineId });
    await callHook(api, automation, customer("+5511900002222"));
    await callHook(api, automation, customer("11 90000-2222", "other@example.com"));
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

  it("is a contact without a deal where none is to be created", async () => {
    const automation = await addHooked(api, { ...PATHS, createDeal: false });
    await callHook(api, automation, customer("+5511900003333", "new@example.com"));
    expect(await runsOf(api, automation.id)).toMatchObject([{ dealId: null, contactId: null }]);
    const deal = await api.make({ phone: "+5511900003333" });
    await callHook(api, automation, customer("+5511900003333", "new@example.com"));
    expect((await runsOf(api, automation.id))[1]).toMatchObject({ dealId: deal.id });
  });

  it("is one deal for concurrent calls with the same key", async () => {
    const automation = await addHooked(api, PATHS);
    const body = customer("+5511900004444", "four@example.com");
    await Promise.all([1, 2, 3].map(() => callHook(api, automation, body, { "idempotency-key": "four" })));
    expect(await runsOf(api, automation.id)).toHaveLength(1);
  });

  it("is one deal for concurrent calls about a new contact", async () => {
    const automation = await addHooked(api, PATHS);
    const body = customer("+5511900005555", "five@example.com");
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => callHook(api, automation, body)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 202]);
    const about = (await runsOf(api, automation.id)).map(({ dealId }) => dealId);
    expect([about.length, new Set(about).size]).toEqual([6, 1]);
  });

  it("is found with blanks around phone and e-mail", async () => {
    const automation = await addHooked(api, PATHS);
    await callHook(api, automation, customer(" +5511900006666 ", " six@example.com\n"));
    await callHook(api, automation, customer("   ", "six@example.com"));
    const [first, ...more] = await runsOf(api, automation.id);
    expect(first).toMatchObject({ dealId: expect.any(String), contactId: expect.any(String) });
    expect(more).toMatchObject([{ dealId: first?.dealId, contactId: first?.contactId }]);
  });

  it("is nobody when the body names none", async () => {
    const automation = await addHooked(api, PATHS);
    for (const body of [{}, { customer: null }, [], "text", null]) await callHook(api, automation, body);
    expect((await runsOf(api, automation.id)).map(({ dealId }) => dealId)).toEqual([null, null, null, null, null]);
  });

  it.each<[string, object, object, string]>([
    ["an unknown deal", { dealSeqPath: "deal" }, { deal: 999_999 }, "deal"],
    ["no deal's number", { dealSeqPath: "deal" }, { deal: "abc" }, "deal"],
    ["a number too large", { dealSeqPath: "deal" }, { deal: 1e300 }, "deal"],
    ["no phone", PATHS, { customer: { phone: "call me" } }, "customer.phone"],
    ["no e-mail", PATHS, { customer: { email: { a: 1 } } }, "customer.email"],
    ["an endless e-mail", PATHS, { customer: { email: `${"a".repeat(255)}@example.com` } }, "customer.email"],
  ])("with %s is refused by its field, and the key may be used again", async (_, config, body, field) => {
    const automation = await addHooked(api, config);
    const answer = await callHook(api, automation, body, { "idempotency-key": "again" });
    expect(answer.status).toBe(400);
    expect(answer.body.fieldErrors).toEqual([{ field, message: expect.any(String) }]);
    expect(await runsOf(api, automation.id)).toEqual([]);
    expect((await callHook(api, automation, {}, { "idempotency-key": "again" })).status).toBe(202);
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

describe("a call whose deal cannot be created", () => {
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
  ])("leaves a skipped run with the reason and the body: %s", async (_, phone, message, code, scopeOf, takeAway) => {
    const place = await addPlace();
    const automation = await addHooked(api, PATHS, scopeOf(place));
    expect((await takeAway(place)).status).toBeLessThan(300);
    expect((await callHook(api, automation, { phone, note: "Call me" })).status).toBe(202);
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
