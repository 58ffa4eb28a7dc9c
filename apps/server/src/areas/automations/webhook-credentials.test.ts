import type { JsonObject } from "@trilho/engine";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { act, addDeal, off } from "../../runs/testing/acting.ts";
import { startWorld, type World } from "../../runs/testing/world.ts";
import { fieldsOf } from "../../app/testing/api.ts";
import { automationBody } from "../../app/testing/graphs.ts";

const PASSWORD = "pw-of-the-warehouse";
const BASIC = `Basic ${Buffer.from(`ana:${PASSWORD}`).toString("base64")}`;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const addressOf = (userInfo: string) => world.receiver.url.replace("://", `://${userInfo}@`);

interface Hook {
  id: string;
  config: JsonObject;
}

/** A trigger, webhooks in a row, an end. */
const body = (...hooks: Hook[]) => {
  const ids = ["start", ...hooks.map(({ id }) => id), "done"];
  return automationBody({
    graphDefinition: {
      version: 2,
      nodes: [
        { id: "start", type: "trigger" },
        ...hooks.map((hook) => ({ ...hook, type: "action", actionType: "webhook" })),
        { id: "done", type: "end" },
      ],
      edges: ids.slice(1).map((target, index) => ({ id: `e${index}`, source: ids[index], target })),
    },
  });
};
const create = (...hooks: Hook[]) => world.call("POST", "/automations", { json: body(...hooks) });
const replace = (id: string, ...hooks: Hook[]) => world.call("PUT", `/automations/${id}`, { json: body(...hooks) });
const valuesOf = async (id: string) =>
  (await world.app.opened.store.automations.secrets(world.workspace.id, id))?.headers.map(
    ({ nodeId, name, value }) => `${nodeId} ${name} ${value}`,
  );

describe("the password of a webhook's address", () => {
  it("is used, and shown by nothing: automation, test, run, deliveries, and what is stored", async () => {
    world.receiver.next((response, { headers }) =>
      response.writeHead(200).end(`${headers["authorization"]} ${PASSWORD}`),
    );
    const { id, run, secret } = await act(world, "webhook", { url: `${addressOf(`ana:${PASSWORD}`)}/in` });
    expect(run.status).toBe("completed");
    expect(world.receiver.requests.at(-1)).toMatchObject({ path: "/in", headers: { authorization: BASIC } });
    const answers = await Promise.all([
      world.call("GET", `/automations/${id}`),
      world.call("GET", "/automations"),
      world.call("POST", `/automations/${id}/test`),
      world.call("GET", `/automations/${id}/runs`),
      world.call("GET", `/automations/${id}/runs/${run.id}`),
    ]);
    for (const { status, body: shown } of answers) {
      expect(status).toBe(200);
      expect(JSON.stringify(shown)).not.toContain(PASSWORD);
    }
    const detail = answers[4]?.body.data;
    const shown = `${addressOf("ana:[hidden]")}/in`;
    expect(detail.effects[0].config.url).toBe(shown);
    expect(detail.deliveries[0]).toMatchObject({ url: shown, response: "Basic [hidden] [hidden]" });
    expect(answers[2]?.body.data.url).toBe(shown);
    expect(JSON.stringify(secret)).not.toContain(PASSWORD);
    const { db } = world.app.opened;
    for (const table of ["automations", "automation_versions", "run_effects", "webhook_deliveries"] as const) {
      expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toContain(PASSWORD);
    }
  });

  it("that a text fills in is used and hidden as well", async () => {
    const url = `${addressOf(`ana:{{ deal.name }}`)}/in`;
    const { id, run } = await act(world, "webhook", { url }, {}, { name: PASSWORD });
    expect(world.receiver.requests.at(-1)?.headers["authorization"]).toBe(BASIC);
    const { effects, deliveries, graphDefinition } = (await world.call("GET", `/automations/${id}/runs/${run.id}`)).body
      .data;
    expect([effects[0].config.url, deliveries[0].url]).toEqual(Array(2).fill(`${addressOf("ana:[hidden]")}/in`));
    expect(graphDefinition.nodes[1].config.url).toBe(url);
  });

  it("stays out of the outbox, for tests and of what was kept before", async () => {
    const { body: created } = await create({ id: "act", config: { url: addressOf(`ana:${PASSWORD}`) } });
    const { id } = created.data;
    const { seq } = await addDeal(world);
    expect((await world.call("POST", `/automations/${id}/try`, { json: { dealSeq: seq } })).status).toBe(201);
    await world.work();
    const entries = async () => JSON.stringify((await world.call("GET", "/outbox")).body.data);
    expect(await entries()).toContain("ana:[hidden]@");
    expect(await entries()).not.toContain(PASSWORD);
    await sql`update outbox set recipient = replace(recipient, '[hidden]', ${PASSWORD}),
      content = replace(content::text, '[hidden]', ${PASSWORD})::json`.execute(world.app.opened.db);
    expect(await entries()).not.toContain(PASSWORD);
  });

  it("is kept when it is written back as it was read, and changed by another", async () => {
    const { body: created } = await create({ id: "act", config: { url: addressOf(`ana:${PASSWORD}`) } });
    const { id, version, graphDefinition } = created.data;
    expect(graphDefinition.nodes[1].config.url).toBe(addressOf("ana:[hidden]"));
    const again = await world.call("PUT", `/automations/${id}`, { json: automationBody({ graphDefinition }) });
    expect([again.status, again.body.data.version]).toEqual([200, version]);
    expect(await valuesOf(id)).toEqual([`act :address ${PASSWORD}`]);
    await replace(id, { id: "act", config: { url: addressOf("ana:other") } });
    expect(await valuesOf(id)).toEqual(["act :address other"]);
  });

  it("that was stored in the clear is hidden where it is read, kept, and sealed by the next write", async () => {
    const { body: created } = await create({ id: "act", config: { url: world.receiver.url } });
    const { id } = created.data;
    await sql`update automation_versions set definition = replace(definition::text, '://', '://ana:plain@')::json
      where automation_id = ${id}`.execute(world.app.opened.db);
    const { graphDefinition } = (await world.call("GET", `/automations/${id}`)).body.data;
    expect(graphDefinition.nodes[1].config.url).toBe(addressOf("ana:[hidden]"));
    await world.call("PUT", `/automations/${id}`, { json: automationBody({ graphDefinition }) });
    expect(await valuesOf(id)).toEqual(["act :address plain"]);
  });

  it("that was never stored is refused where it says that it is hidden", async () => {
    const refused = await create({ id: "act", config: { url: addressOf("ana:[hidden]") } });
    expect([refused.status, fieldsOf(refused)]).toEqual([400, ["graphDefinition.nodes[1].config.url"]]);
  });
});

const at = (path: string, headers: JsonObject) => ({ url: `${world.receiver.url}/${path}`, headers });

describe("a hidden header that is written back", () => {
  it("keeps the value of its own step, whatever others of that name there are", async () => {
    const { body: created } = await create(
      { id: "one", config: at("one", { "X-Api-Key": "first" }) },
      { id: "two", config: at("two", { "X-Api-Key": "second" }) },
    );
    const hidden = { "X-Api-Key": "[hidden]" };
    const { id } = created.data;
    await replace(id, { id: "two", config: at("two", hidden) }, { id: "one", config: at("one", hidden) });
    expect(await valuesOf(id)).toEqual(["one x-api-key first", "two x-api-key second"]);
  });

  it("takes no other step's value, not even where there is only one", async () => {
    const { body: created } = await create({ id: "one", config: at("one", { "X-Api-Key": "first" }) });
    const other = await replace(
      created.data.id,
      { id: "one", config: at("one", { "X-Api-Key": "[hidden]" }) },
      { id: "two", config: at("two", { "X-Api-Key": "[hidden]" }) },
    );
    expect([other.status, fieldsOf(other)]).toEqual([400, ["graphDefinition.nodes[2].config.headers.X-Api-Key"]]);
  });

  it("takes no value of a step that is there no more", async () => {
    const { body: created } = await create({ id: "one", config: at("in", { "X-Api-Key": "first" }) });
    const { id } = created.data;
    await replace(id, { id: "one", config: at("in", {}) });
    await replace(id, { id: "three", config: at("other", {}) });
    const late = await replace(id, { id: "two", config: at("in", { "X-Api-Key": "[hidden]" }) });
    expect([late.status, fieldsOf(late)]).toEqual([400, ["graphDefinition.nodes[1].config.headers.X-Api-Key"]]);
  });

  it("goes along to a copy of its step that calls the same address, where all of these agree", async () => {
    const { body: created } = await create({ id: "one", config: at("in", { "X-Api-Key": "first" }) });
    const { id } = created.data;
    const hidden = at("in", { "X-Api-Key": "[hidden]" });
    expect((await replace(id, { id: "one", config: hidden }, { id: "copy", config: hidden })).status).toBe(200);
    expect(await valuesOf(id)).toEqual(["one x-api-key first", "copy x-api-key first"]);
    await replace(id, { id: "one", config: hidden }, { id: "copy", config: at("in", { "X-Api-Key": "second" }) });
    const third = await replace(
      id,
      { id: "one", config: hidden },
      { id: "copy", config: hidden },
      { id: "third", config: hidden },
    );
    expect([third.status, fieldsOf(third)]).toEqual([400, ["graphDefinition.nodes[3].config.headers.X-Api-Key"]]);
  });

  it("is refused beside another that differs in capitals alone", async () => {
    const headers = { "X-Api-Key": "a", "x-api-key": "b", Accept: "text/plain", accept: "text/html" };
    const refused = await create({ id: "one", config: at("in", headers) });
    expect([refused.status, fieldsOf(refused)]).toEqual([400, ["graphDefinition.nodes[1].config.headers.x-api-key"]]);
  });

  it("is sent as its own step's, also by a run of two webhooks", async () => {
    const { body: created } = await create(
      { id: "one", config: at("one", { "X-Api-Key": "first" }) },
      { id: "two", config: at("two", { "X-Api-Key": "second" }) },
    );
    const { id } = created.data;
    await world.call("PATCH", `/automations/${id}/enabled`, { json: { enabled: true } });
    await addDeal(world);
    await world.work();
    await off(world, id);
    expect(world.receiver.requests.slice(-2).map(({ path, headers }) => [path, headers["x-api-key"]])).toEqual([
      ["/one", "first"],
      ["/two", "second"],
    ]);
  });
});

const LISTED = [{ name: "Authorization", value: PASSWORD }];

describe("headers that cannot be sent", () => {
  it.each([
    ["a list of pairs", LISTED, "headers"],
    ["a text", `Authorization: ${PASSWORD}`, "headers"],
    ["a list as a value", { Authorization: [PASSWORD] }, "headers.Authorization"],
    ["an object as a value", { "X-Team": { value: "sales" } }, "headers.X-Team"],
  ])("are refused and not kept in the clear: %s", async (_, headers, key) => {
    const refused = await create({ id: "one", config: { url: world.receiver.url, headers } });
    expect([refused.status, fieldsOf(refused)]).toEqual([400, [`graphDefinition.nodes[1].config.${key}`]]);
  });

  it("are hidden where an earlier version stored them, and in a draft", async () => {
    const { body: created } = await create({ id: "one", config: at("in", { "X-Team": "sales" }) });
    const { id, version } = created.data;
    const listed = JSON.stringify(LISTED);
    await sql`update automation_versions set definition = replace(definition::text, '{"X-Team":"sales"}', ${listed})::json
      where automation_id = ${id}`.execute(world.app.opened.db);
    const read = await world.call("GET", `/automations/${id}`);
    expect(read.body.data.graphDefinition.nodes[1].config.headers).toBeNull();
    const content = body({ id: "one", config: { url: world.receiver.url, headers: { Authorization: [PASSWORD] } } });
    const json = { revision: null, baseVersion: version, content };
    const kept = await world.call("PUT", `/automations/${id}/draft`, { json });
    expect(kept.status).toBe(200);
    expect(JSON.stringify(kept.body)).not.toContain(PASSWORD);
  });
});

it("a header that lets somebody in is sealed as a number, too, and goes out as its digits", async () => {
  const { run, id } = await act(world, "webhook", at("in", { "X-Api-Key": 4711, "X-Floor": 3 }));
  expect(run.status).toBe("completed");
  expect(world.receiver.requests.at(-1)?.headers).toMatchObject({ "x-api-key": "4711", "x-floor": "3" });
  const { graphDefinition } = (await world.call("GET", `/automations/${id}`)).body.data;
  expect(graphDefinition.nodes[1].config.headers).toEqual({ "X-Api-Key": "[hidden]", "X-Floor": 3 });
});
