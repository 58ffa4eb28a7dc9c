import { verifyWebhook } from "@trilho/api-client/webhooks";
import type { AutomationRunDelivery } from "@trilho/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { act, DONE } from "../testing/acting.ts";
import { answer } from "../testing/servers.ts";
import { startWorld, type World } from "../testing/world.ts";
import { DEFAULT_RETENTION, removeExpired } from "../store/cleanup.ts";
import { expectSuccess } from "../../app/testing/api.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let world: World;
let ahead = 0;
beforeAll(async () => {
  world = await startWorld({ now: () => Date.now() + ahead });
});
afterAll(() => world.close());

const detail = async (of: World, id: string, runId: string) =>
  expectSuccess("getAutomationRun", await of.call("GET", `/automations/${id}/runs/${runId}`));
const resend = (of: World, id: string, runId: string, delivery: string, key?: string) =>
  of.call("POST", `/automations/${id}/runs/${runId}/deliveries/${delivery}/resend`, key === undefined ? {} : { key });

/** A run whose webhook was sent, and the deliveries of it. */
async function sent(config: object = {}, of = world) {
  const { id, run, secret } = await act(of, "webhook", { url: `${of.receiver.url}/in`, ...config });
  const deliveries = (await detail(of, id, run.id)).deliveries as AutomationRunDelivery[];
  const [delivery] = deliveries;
  if (delivery === undefined) throw new Error("Nothing was kept");
  return { id, run, secret: secret ?? "", deliveries, delivery };
}

describe("what a webhook sent", () => {
  it("is kept with what came back, each attempt by itself", async () => {
    world.receiver.next(answer(503, "later"));
    const { id, run, deliveries } = await sent();
    const request = world.receiver.requests.at(-1);
    const first = {
      nodeId: "act",
      attempt: 1,
      method: "POST",
      url: `${world.receiver.url}/in`,
      body: request?.body,
      bodyTruncated: false,
      ok: false,
      status: 503,
      response: "later",
      error: null,
    };
    expect(deliveries).toMatchObject([first]);
    await world.call("PATCH", `/automations/${id}/enabled`, { json: { enabled: true } });
    await world.pass(run.id);
    await world.call("PATCH", `/automations/${id}/enabled`, { json: { enabled: false } });
    expect((await detail(world, id, run.id)).deliveries).toMatchObject([
      { ...first, attempt: 2, ok: true, status: 200, response: "thanks", body: world.receiver.requests.at(-1)?.body },
      first,
    ]);
  });

  it("shows no header and no secret, not even those that were answered", async () => {
    world.receiver.next((response, { headers }) => response.writeHead(200).end(`you are ${headers["authorization"]}`));
    const { delivery, secret } = await sent({ headers: { Authorization: "Bearer top-secret" } });
    expect(delivery.response).toBe("you are [hidden]");
    expect(JSON.stringify(delivery)).not.toContain("top-secret");
    expect(JSON.stringify(delivery)).not.toContain(secret);
    const rows = await world.app.opened.db.selectFrom("webhook_deliveries").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain("top-secret");
  });

  it("is removed once it was kept for its days, however much there is; what the run did stays", async () => {
    const [{ id, run, delivery }, other] = [await sent(), await sent()];
    const { db } = world.app.opened;
    await sql`
      insert into webhook_deliveries select (jsonb_populate_record(kept, jsonb_build_object('id', kept.id || n))).*
      from webhook_deliveries as kept, generate_series(1, 1100) as n where id = ${other.delivery.id}`.execute(db);
    const keptAfter = async (ms: number): Promise<number> => {
      await removeExpired(db, { ...DEFAULT_RETENTION, deliveryDays: 7, sweeps: false }, Date.now() + ms);
      return (await detail(world, id, run.id)).deliveries.length;
    };
    expect([await keptAfter(7 * DAY - MINUTE), await keptAfter(7 * DAY + MINUTE)]).toEqual([1, 0]);
    expect(await db.selectFrom("webhook_deliveries").select("id").execute()).toEqual([]);
    expect(await db.selectFrom("frozen_calls").select("run_id").execute()).toEqual([]);
    expect((await detail(world, id, run.id)).effects).toMatchObject([{ nodeId: "act", result: { status: 200 } }]);
    expect((await resend(world, id, run.id, delivery.id)).status).toBe(404);
  });

  it("is kept also when nobody answered", async () => {
    world.receiver.next((response) => response.destroy());
    const { delivery } = await sent();
    expect(delivery).toMatchObject({
      ok: false,
      status: null,
      response: null,
      error: expect.stringMatching(/broke off the connection/),
    });
  });
});

describe("sending a webhook again", () => {
  it("sends the very same body under the same id, signed anew, and leaves the run as it is", async () => {
    const text = 'Olá 👋 {{ deal.name }}  "quoted"\nend';
    const headers = { Authorization: "Bearer top-secret", "X-Source": "crm", "X-Token": "{{ contact.firstName }}" };
    const { id, run, secret, delivery } = await sent({ body: text, headers, method: "PUT" });
    const before = await detail(world, id, run.id);
    ahead = 2 * MINUTE;
    world.receiver.next(answer(202, "again"));
    const again = expectSuccess("resendWebhookDelivery", await resend(world, id, run.id, delivery.id));
    expect(again).toMatchObject({ attempt: null, ok: true, status: 202, response: "again", body: delivery.body });
    const [first, second] = world.receiver.requests.slice(-2);
    if (first === undefined || second === undefined) throw new Error("Nothing arrived");
    expect(first.body).toBe('Olá 👋 Solar kit  "quoted"\nend');
    expect([second.method, second.path, second.body]).toEqual(["PUT", "/in", first.body]);
    expect(second.headers).toMatchObject({
      authorization: "Bearer top-secret",
      "x-source": "crm",
      "x-token": "Ana",
      "webhook-id": `${run.id}:act`,
      "content-type": first.headers["content-type"],
    });
    expect(first.headers["webhook-id"]).toBe(second.headers["webhook-id"]);
    const times = [first, second].map((request) => Number(request.headers["webhook-timestamp"]));
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(110);
    expect(first.headers["webhook-signature"]).not.toBe(second.headers["webhook-signature"]);
    for (const request of [first, second]) expect(await verifyWebhook(request, secret)).toEqual({ ok: true });
    const after = await detail(world, id, run.id);
    expect(after).toEqual({ ...before, deliveries: [again, delivery] });
    expect(run).toMatchObject(DONE);
    ahead = 0;
  });

  it("judges no answer: what failed is told, and a redirect is not followed", async () => {
    const { id, run, delivery } = await sent();
    const { length } = world.receiver.requests;
    world.receiver.next(answer(302, "", { location: `${world.receiver.url}/elsewhere` }));
    const again = expectSuccess("resendWebhookDelivery", await resend(world, id, run.id, delivery.id));
    expect(again).toMatchObject({ ok: false, status: 302 });
    expect(world.receiver.requests).toHaveLength(length + 1);
    // What was sent again can be sent again.
    expect((await resend(world, id, run.id, again.id)).body.data).toMatchObject({ ok: true, status: 200 });
  });

  it("uses the secret and the hidden headers of now", async () => {
    const { id, run, delivery } = await sent({ headers: { Authorization: "Bearer old" } });
    const { graphDefinition } = (await world.call("GET", `/automations/${id}`)).body.data;
    const nodes = graphDefinition.nodes.map((node: { id: string; config?: object }) =>
      node.id === "act"
        ? { ...node, config: { ...node.config, secret: "rotated", headers: { Authorization: "Bearer new" } } }
        : node,
    );
    const body = { name: "Welcome", triggerType: "deal_created", graphDefinition: { ...graphDefinition, nodes } };
    expect((await world.call("PUT", `/automations/${id}`, { json: body })).status).toBe(200);
    expectSuccess("resendWebhookDelivery", await resend(world, id, run.id, delivery.id));
    const request = world.receiver.requests.at(-1);
    expect(request?.headers["authorization"]).toBe("Bearer new");
    expect(await verifyWebhook(request ?? { body: "", headers: {} }, "rotated")).toEqual({ ok: true });
  });

  it("sends a body again of which only the beginning is shown", async () => {
    const { id, run, delivery } = await sent({ body: `x${"é".repeat(40_000)}` });
    expect(delivery).toMatchObject({ ok: true, bodyTruncated: true, body: `x${"é".repeat(32 * 1024 - 1)}` });
    expectSuccess("resendWebhookDelivery", await resend(world, id, run.id, delivery.id));
    const [first, second] = world.receiver.requests.slice(-2);
    expect(second?.body).toBe(first?.body);
  });

  it("is refused for such a body that was sent before requests were kept as a whole", async () => {
    const { id, run, delivery } = await sent({ body: `x${"é".repeat(40_000)}` });
    await world.app.opened.db.deleteFrom("frozen_calls").where("run_id", "=", run.id).execute();
    expect(await resend(world, id, run.id, delivery.id)).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    expect((await detail(world, id, run.id)).deliveries).toHaveLength(1);
  });

  it("answers 404 where run or delivery is not there, is another's, or is not to be seen", async () => {
    const one = await sent();
    const other = await sent();
    const stranger = await (await world.app.workspace()).addKey();
    const own = await world.workspace.addKey({ visibility: "own" });
    const { length } = world.receiver.requests;
    for (const [automation, run, delivery, key] of [
      [one.id, one.run.id, other.delivery.id],
      [one.id, other.run.id, other.delivery.id],
      [other.id, one.run.id, one.delivery.id],
      [one.id, one.run.id, one.delivery.id, stranger],
      [one.id, one.run.id, one.delivery.id, own],
      [one.id, one.run.id, "__proto__"],
    ] as const) {
      expect((await resend(world, automation, run, delivery, key)).status).toBe(404);
    }
    expect([400, 404]).toContain((await resend(world, one.id, one.run.id, "%00")).status);
    expect(world.receiver.requests).toHaveLength(length);
  });

  it("into this server's own network is refused, and that is told", async () => {
    const bare = await startWorld({ isConnected: false, allowPrivate: false });
    try {
      const { id, run, delivery } = await sent({}, bare);
      const refusal = { ok: false, status: null, error: expect.stringContaining("own network") };
      expect(delivery).toMatchObject({ attempt: 1, ...refusal });
      const again = expectSuccess("resendWebhookDelivery", await resend(bare, id, run.id, delivery.id));
      expect(again).toMatchObject({ attempt: null, ...refusal });
      expect(bare.receiver.requests).toEqual([]);
    } finally {
      await bare.close();
    }
  });
});
