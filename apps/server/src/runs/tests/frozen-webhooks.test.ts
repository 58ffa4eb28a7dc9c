import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_RETENTION, removeExpired } from "../store/cleanup.ts";
import { addDeal, automation, off } from "../testing/acting.ts";
import { answer, type ReceivedRequest } from "../testing/servers.ts";
import { startWorld, type World } from "../testing/world.ts";

const DAY = 24 * 60 * 60_000;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/** Of each attempt anew: what proves when it was made. */
const OF_ATTEMPT = new Set(["webhook-timestamp", "webhook-signature", "connection"]);

/** What a request consists of beside that. */
const bytesOf = ({ method, path, headers, body }: ReceivedRequest) => ({
  method,
  path,
  body,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ATTEMPT.has(name))),
});

/** A webhook whose first attempt fails, and whose deal is another one by the second. */
async function failingOnce(config: object) {
  const { id } = await automation(world, "webhook", {
    url: `${world.receiver.url}/{{ deal.name | url_encode }}`,
    ...config,
  });
  world.receiver.next(answer(503, "later"));
  const { seq } = await addDeal(world, { name: "Before" });
  await world.work();
  const run = await world.run(id);
  expect(run.status).toBe("waiting");
  const change = { name: "After", value: 7, contactFirstName: "Bea" };
  expect((await world.call("PATCH", `/deals/${seq}`, { json: change })).status).toBe(200);
  return { id, run, first: bytesOf(world.receiver.requests.at(-1) as ReceivedRequest) };
}

const last = () => bytesOf(world.receiver.requests.at(-1) as ReceivedRequest);
const arrived = () => world.receiver.requests.length;

const CONFIGS: [string, object][] = [
  ["its own body", { body: { name: "{{ deal.name }}", at: "{{ deal.updatedAt }}" } }],
  ["no body of its own", {}],
  ["headers that are filled in", { headers: { "X-Deal": "{{ deal.name }}", "X-Token": "{{ contact.firstName }}" } }],
  ["a method without a body", { method: "GET" }],
];

describe.each(CONFIGS)("a webhook with %s", (_, config) => {
  it("sends on its second attempt what it sent on the first, whatever became of the deal", async () => {
    const { id, run, first } = await failingOnce(config);
    await world.pass(run.id);
    await off(world, id);
    expect((await world.run(id)).status).toBe("completed");
    expect(first.path).toBe("/Before");
    expect(last()).toEqual(first);
  });

  it("sends it again to whoever asks for the delivery, and once a person retries the run", async () => {
    const { id, run, first } = await failingOnce(config);
    world.receiver.next(answer(404));
    await world.pass(run.id);
    expect((await world.run(id)).status).toBe("failed");
    const { deliveries } = (await world.call("GET", `/automations/${id}/runs/${run.id}`)).body.data;
    const again = await world.call("POST", `/automations/${id}/runs/${run.id}/deliveries/${deliveries[0].id}/resend`);
    expect(again.body.data).toMatchObject({ ok: true });
    expect(last()).toEqual(first);
    const before = arrived();
    expect((await world.call("POST", `/automations/${id}/runs/${run.id}/retry`)).status).toBe(200);
    await world.pass(run.id);
    await off(world, id);
    expect([arrived(), last()]).toEqual([before + 1, first]);
  });

  it("sends it again where another process takes the run over", async () => {
    const { id, run, first } = await failingOnce(config);
    const { db } = world.app.opened;
    // As a process leaves it that died within its attempt.
    await sql`update runs set status = 'running', lease_until = now() - interval '1 second',
      state = (state::jsonb || '{"phase":"performing","status":"running","attempts":2,"wakeAt":null}')::json
      where id = ${run.id}`.execute(db);
    await world.pass(run.id);
    await off(world, id);
    expect((await world.run(id)).status).toBe("completed");
    expect(last()).toEqual(first);
  });
});

it("what was frozen is kept while its run goes on, sealed, and removed with the deliveries after", async () => {
  const { id, run } = await failingOnce({ headers: { Authorization: "Bearer {{ deal.name }}-secret" } });
  const { db } = world.app.opened;
  const kept = () => db.selectFrom("frozen_calls").selectAll().where("run_id", "=", run.id).execute();
  const expire = () =>
    removeExpired(db, { ...DEFAULT_RETENTION, deliveryDays: 1, sweeps: false }, Date.now() + 2 * DAY);
  await expire();
  const rows = await kept();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain("Before");
  await world.pass(run.id);
  await off(world, id);
  await expire();
  expect(await kept()).toEqual([]);
});

it("a request that could not be made is not frozen: its step is done anew with what is right by then", async () => {
  const { id } = await automation(world, "webhook", { url: "{{ deal.name }}" });
  const { seq } = await addDeal(world, { name: "nowhere" });
  await world.work();
  const run = await world.run(id);
  expect(run).toMatchObject({ status: "failed", lastError: "The address is not an http or https address." });
  await world.call("PATCH", `/deals/${seq}`, { json: { name: world.receiver.url } });
  expect((await world.call("POST", `/automations/${id}/runs/${run.id}/retry`)).status).toBe(200);
  await world.pass(run.id);
  await off(world, id);
  expect((await world.run(id)).status).toBe("completed");
});
