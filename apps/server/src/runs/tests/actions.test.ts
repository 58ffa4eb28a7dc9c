import { createHash, createHmac } from "node:crypto";
import type { JsonObject } from "@trilho/engine/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addChannel } from "../../app/testing/conversations.ts";
import { answer } from "../testing/servers.ts";
import { act, addDeal, automation, DONE, off } from "../testing/acting.ts";
import { AI_KEY, PIXEL_ID, startWorld, type World } from "../testing/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const hash = (text: string) => [createHash("sha256").update(text).digest("hex")];
const notes = async (seq: number) => (await world.call("GET", `/deals/${seq}/notes`)).body.data.items as JsonObject[];
const lastOf = <T>(items: readonly T[]): T | undefined => items.at(-1);

describe("a webhook", () => {
  it("is signed, and what came back is kept without secrets", async () => {
    world.receiver.next((response, { headers }) => response.writeHead(201).end(`you are ${headers["authorization"]}`));
    const headers = { Authorization: "Bearer top-secret", "X-Source": "crm" };
    const { run, effect, secret } = await act(world, "webhook", { url: `${world.receiver.url}/in`, headers });
    expect(run).toMatchObject(DONE);
    const request = lastOf(world.receiver.requests);
    const signature = createHmac("sha256", secret ?? "")
      .update(request?.body ?? "")
      .digest("hex");
    expect(request).toMatchObject({ method: "POST", path: "/in" });
    expect(request?.headers).toMatchObject({
      "x-service-signature-256": `sha256=${signature}`,
      "webhook-id": `${run.id}:act`,
      authorization: "Bearer top-secret",
    });
    expect(JSON.parse(request?.body ?? "")).toMatchObject({
      id: `${run.id}:act`,
      type: "automation.webhook",
      triggerType: "deal_created",
      deal: { name: "Solar kit" },
      contact: { firstName: "Ana" },
    });
    expect(effect.result).toEqual({ status: 201, durationMs: expect.any(Number), response: "you are [hidden]" });
    expect(effect.config["headers"]).toEqual({ Authorization: "[hidden]", "X-Source": "crm" });
    expect(JSON.stringify(effect)).not.toContain("top-secret");
    expect(JSON.stringify(effect)).not.toContain(secret);
  });

  it("that fails for now is tried again when it was asked to, under the same id", async () => {
    world.receiver.next(answer(503, "later", { "retry-after": "90" }));
    const { id, run } = await act(world, "webhook", { url: world.receiver.url });
    expect(run).toMatchObject({
      status: "waiting",
      attempts: 1,
      lastError: "The server at this address has a problem of its own (503). It says: “later”.",
    });
    expect(run.nextAttemptAt?.getTime()).toBeGreaterThan(Date.now() + 80_000);
    await world.call("PATCH", `/automations/${id}/enabled`, { json: { enabled: true } });
    await world.pass(run.id);
    await off(world, id);
    expect(await world.run(id)).toMatchObject(DONE);
    const ids = world.receiver.requests.slice(-2).map(({ headers }) => headers["webhook-id"]);
    expect(ids).toEqual([`${run.id}:act`, `${run.id}:act`]);
  });

  it.each([
    [
      "a refusal",
      answer(422, "no such lead"),
      "failed",
      "The address did not take the request (422). It says: “no such lead”.",
    ],
    ["a redirect", answer(302, "", { location: "http://127.0.0.1:1/" }), "failed", "which is not followed"],
    ["a conflict", answer(409), "failed", "409"],
    ["silence", () => undefined, "waiting", "did not answer in time"],
  ] as const)("is judged by its answer: %s", async (_, given, status, words) => {
    world.receiver.next(given);
    const { run } = await act(world, "webhook", { url: world.receiver.url, timeoutSeconds: 1 });
    expect(run).toMatchObject({ status, lastError: expect.stringContaining(words) });
  });

  it("reads no more than the beginning of a huge answer", async () => {
    world.receiver.next((response) => {
      response.writeHead(200).on("error", () => "the reader has left");
      const chunk = "x".repeat(1024 * 1024);
      const more = (left: number): unknown =>
        left === 0 || response.destroyed ? response.end() : response.write(chunk, () => more(left - 1));
      more(20);
    });
    const { run, effect } = await act(world, "webhook", { url: world.receiver.url });
    expect(run).toMatchObject(DONE);
    expect(effect.result?.["response"]).toBe("x".repeat(1000));
  });

  it("has every header that it says, each on one line", async () => {
    const headers = {
      "X-Value": 7,
      "X-Yes": true,
      "X-Name": "{{ contact.firstName }}\nX-Other: é",
      Host: "evil.example",
    };
    const { run } = await act(world, "webhook", { url: world.receiver.url, headers });
    expect(run).toMatchObject(DONE);
    const sent = lastOf(world.receiver.requests)?.headers ?? {};
    expect(sent).toMatchObject({ "x-value": "7", "x-yes": "true" });
    expect(Buffer.from(String(sent["x-name"]), "latin1").toString()).toBe("Ana X-Other: é");
    expect(sent).not.toHaveProperty("x-other");
    expect(sent["host"]).toBe(new URL(world.receiver.url).host);
  });

  it("with a header that cannot be sent fails for good, in words", async () => {
    const { run } = await act(world, "webhook", { url: world.receiver.url, headers: { "X Value": "7" } });
    expect(run).toMatchObject({
      status: "failed",
      lastError: expect.stringContaining("cannot be made as it is written"),
    });
  });

  it("whose text cannot be filled in is not sent", async () => {
    const before = world.receiver.requests.length;
    const { run } = await act(world, "webhook", {
      url: world.receiver.url,
      body: { text: "{% for i in (1..1000000000) %}x{% endfor %}" },
    });
    expect(run).toMatchObject({
      status: "failed",
      lastError: expect.stringMatching(/^“Body” cannot be filled in, .* \(\/body\/text\)\.$/),
    });
    expect(world.receiver.requests).toHaveLength(before);
  });
});

describe("a conversion", () => {
  it("is reported with hashes of who it is about", async () => {
    const { run } = await act(
      world,
      "send_meta_conversion",
      { eventName: "QualifiedLead", testEventCode: "TEST1" },
      {},
      { email: "ana.solar@mail.example" },
    );
    expect(run).toMatchObject(DONE);
    const request = lastOf(world.meta.requests);
    expect(request?.path).toBe(`/v23.0/${PIXEL_ID}/events`);
    expect(request?.body).toMatchObject({
      test_event_code: "TEST1",
      data: [
        {
          event_name: "QualifiedLead",
          event_id: `${run.id}:act`,
          user_data: { em: hash("ana.solar@mail.example"), fn: hash("ana") },
          custom_data: { value: 1500, currency: "BRL" },
        },
      ],
    });
    expect(request?.raw).not.toContain("mail.example");
  });

  it("of nobody is not reported", async () => {
    const before = world.meta.requests.length;
    const nobody = { phone: null, email: null, contactFirstName: null };
    const { run } = await act(world, "send_meta_conversion", {}, {}, nobody);
    expect(run).toMatchObject({ status: "failed", lastError: expect.stringContaining("has no contact") });
    expect(world.meta.requests).toHaveLength(before);
  });
});

describe("an analysis", () => {
  it("becomes a note of the deal, once", async () => {
    const { run, seq, effect } = await act(world, "cia_deal_analysis", { instructions: "Look at {{ deal.name }}" });
    expect(run).toMatchObject(DONE);
    expect(await notes(seq)).toMatchObject([{ content: "Call Ana today." }]);
    expect(effect.result).toMatchObject({ analysis: "Call Ana today.", noteId: expect.any(String) });
    const request = lastOf(world.assistant.requests);
    expect(request).toMatchObject({ path: "/v1/chat/completions", headers: { authorization: `Bearer ${AI_KEY}` } });
    expect(request?.body).toContain("Look at Solar kit");
    expect(JSON.stringify(effect)).not.toContain(AI_KEY);
  });

  it("stays with the run where no note is wanted", async () => {
    const { seq, effect } = await act(world, "cia_deal_analysis", { saveAsNote: false });
    expect([await notes(seq), effect.result]).toEqual([[], { analysis: "Call Ana today." }]);
  });

  it.each([
    ["a wrong key", answer(401, `wrong key ${AI_KEY}`), "failed", "refuses this server's key"],
    ["too many questions", answer(429), "waiting", "429"],
    ["garbage", answer(200, "<html>"), "waiting", "cannot be read"],
  ])("is judged by the answer: %s", async (_, given, status, words) => {
    world.assistant.next(given);
    const { run, effect } = await act(world, "cia_deal_analysis", {});
    expect(run).toMatchObject({ status, lastError: expect.stringContaining(words) });
    expect(JSON.stringify(effect)).not.toContain(AI_KEY);
  });
});

describe("an action on the deal", () => {
  it.each<[string, object, string]>([
    ["move_stage", { targetStageId: "gone" }, "The stage does not exist any more."],
    ["add_tag", { tagIds: ["gone"] }, "The tags do not exist any more."],
    ["assign_responsible", { userId: "gone" }, "The responsible is not an active member any more."],
    ["add_co_owner", { userId: "gone" }, "The co-owner is not an active member any more."],
    ["set_custom_field", { fieldSlug: "gone", value: "x" }, "There is no custom field “gone”."],
    ["set_custom_field", { fieldId: "gone", value: "x" }, "The custom field does not exist any more."],
    ["create_task", { assigneeUserId: "gone" }, "is not there any more"],
    ["create_lead", { stageId: "gone" }, "The stage does not exist any more."],
    ["create_lead", { pipelineId: "gone" }, "The pipeline does not exist any more."],
    ["create_calendar_event", { userId: "gone" }, "is not there any more"],
    ["close_conversation", {}, "There is no conversation with this contact."],
  ])("%s whose target is gone fails for good, in words", async (actionType, config, words) => {
    const { run } = await act(world, actionType, config);
    expect(run).toMatchObject({ status: "failed", lastError: expect.stringContaining(words) });
  });

  it("that the database refuses fails alone, and the run goes on", async () => {
    await refuseInserts("tasks", "new.title = 'poison'");
    const { run } = await act(world, "create_task", { title: "poison" }, { handles: ["fallback"] });
    expect(run).toMatchObject({ status: "completed", currentNodeId: "fallback" });
    expect((await world.effect(run.id)).error).toBe("The database refuses this: “not poison”.");
  });

  it("may be due later than calendars go", async () => {
    const { run } = await act(world, "create_task", { title: "Call", dueInSeconds: 1e15 });
    expect(run).toMatchObject(DONE);
  });
});

describe("a run that fails again and again", () => {
  it("is put off, ends as dead letter, and does not hold others up", async () => {
    await refuseInserts("run_effects", "new.action_type = 'add_co_owner'");
    const { id } = await automation(world, "add_co_owner", { userId: "gone" });
    const other = await automation(world, "create_task", { title: "Call" });
    await addDeal(world);
    let before = Date.now();
    await world.work();
    expect(await world.run(other.id)).toMatchObject(DONE);
    for (let failures = 1; failures < 5; failures += 1) {
      const { id: runId, status, nextAttemptAt, lastError } = await world.run(id);
      expect([status, lastError]).toEqual(["queued", "The database refuses this: “not poison”."]);
      expect(nextAttemptAt?.getTime()).toBeGreaterThan(before + 500);
      before = Date.now();
      await world.pass(runId);
    }
    await Promise.all([off(world, id), off(world, other.id)]);
    expect(await world.run(id)).toMatchObject({ status: "dead_letter", nextAttemptAt: null });
  });
});

describe("an event", () => {
  it("that cannot be read starts nothing, says so, and does not hold others up", async () => {
    const { id } = await automation(world, "create_task", { title: "Call" });
    const { id: dealId } = await addDeal(world);
    const { db } = world.app.opened;
    await sql`update events set payload = '{"text":"unreadable"}' where deal_id = ${dealId}`.execute(db);
    await refuseInserts("runs", "new.event::text like '%unreadable%'");
    await addDeal(world);
    await world.work();
    await off(world, id);
    const { items } = (await world.call("GET", `/automations/${id}/runs`)).body.data;
    // Both may begin in the same millisecond.
    const byStatus = items.toSorted((a: { status: string }, b: { status: string }) => (a.status < b.status ? -1 : 1));
    expect(byStatus).toMatchObject([
      { status: "completed" },
      { status: "skipped", lastError: "The database refuses this: “not poison”." },
    ]);
  });
});

describe("where nothing is set up", () => {
  let bare: World;
  beforeAll(async () => {
    bare = await startWorld({ isConnected: false, allowPrivate: false });
    await addChannel(bare);
  });
  afterAll(() => bare.close());

  it.each([
    ["send_whatsapp", { text: "Hi" }, "whatsapp"],
    ["send_email", { subject: "Hi", body: "Ana" }, "email"],
    ["send_meta_conversion", {}, "meta_conversion"],
  ])("%s stays in the local outbox", async (actionType, config, kind) => {
    const { run, effect } = await act(bare, actionType, config);
    expect(run).toMatchObject(DONE);
    expect(effect.result).toMatchObject({ provider: "outbox" });
    const { items } = (await bare.call("GET", "/outbox")).body.data;
    expect(items[0]).toMatchObject({ kind, source: { runId: run.id, nodeId: "act" } });
  });

  it.each([
    [{ to: "not an address" }, "The e-mail's recipient is not an e-mail address."],
    [{ to: "ana@acme.example; rui" }, "The e-mail's recipient is not an e-mail address."],
    [{ replyTo: "rui" }, "The address for answers is not an e-mail address."],
  ])("an e-mail with %j fails for good, and leaves nothing in the outbox", async (addresses, words) => {
    const subject = `To nobody: ${JSON.stringify(addresses)}`;
    const { run } = await act(bare, "send_email", { subject, ...addresses });
    expect(run).toMatchObject({ status: "failed", lastError: words });
    expect(JSON.stringify((await bare.call("GET", "/outbox")).body.data.items)).not.toContain("To nobody");
  });

  it("an e-mail to several addresses goes to each", async () => {
    const { run, effect } = await act(bare, "send_email", { subject: "Hi", to: "ana@acme.example; rui@acme.example" });
    expect(run).toMatchObject(DONE);
    expect(effect.result).toMatchObject({ to: ["ana@acme.example", "rui@acme.example"] });
  });

  it("an analysis fails for good, and says what is missing", async () => {
    const { run } = await act(bare, "cia_deal_analysis", {});
    expect(run).toMatchObject({ status: "failed", lastError: expect.stringContaining("No assistant is connected") });
  });

  it("a webhook into this server's own network fails for good", async () => {
    const { run } = await act(bare, "webhook", { url: bare.receiver.url });
    expect(run).toMatchObject({ status: "failed", lastError: expect.stringContaining("own network") });
    expect(bare.receiver.requests).toEqual([]);
  });
});

async function refuseInserts(table: string, condition: string): Promise<void> {
  const { db } = world.app.opened;
  const name = `refuse_${table}`;
  await sql
    .raw(
      `create function ${name}() returns trigger language plpgsql as $$ begin
        if ${condition} then raise exception 'not poison' using errcode = 'check_violation'; end if;
        return new;
      end $$`,
    )
    .execute(db);
  await sql.raw(`create trigger ${name} before insert on ${table} for each row execute function ${name}()`).execute(db);
}
