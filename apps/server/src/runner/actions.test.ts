import { createHash, createHmac } from "node:crypto";
import type { JsonObject } from "@trilho/engine/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { INSTAGRAM_ID, metaError, PHONE_NUMBER_ID } from "../channels/testing/meta-server.ts";
import { addChannel, deliver, incoming, nowInSeconds } from "../http/testing/conversations.ts";
import { answer } from "./testing/servers.ts";
import { AI_KEY, PIXEL_ID, startWorld, type World } from "./testing/world.ts";

let world: World;
let whatsappId: string;
let instagramId: string;
beforeAll(async () => {
  world = await startWorld();
  whatsappId = await addChannel(world, { phoneNumberId: PHONE_NUMBER_ID });
  instagramId = await addChannel(world, { kind: "instagram", phoneNumberId: INSTAGRAM_ID });
}, 60_000);
afterAll(() => world.close());

interface Wanted {
  triggerType?: string;
  /** Edges out of the action beside `next`, by handle: they lead to nodes of that name. */
  handles?: string[];
  outboundChannelId?: string | null;
}

/** An automation of one action, `act`, with an end for each of its handles. */
async function automation(actionType: string, config: object, { handles = [], ...change }: Wanted = {}) {
  const ends = ["next", ...handles];
  const body = {
    name: "Welcome",
    enabled: true,
    triggerType: "deal_created",
    ...change,
    graphDefinition: {
      version: 2,
      nodes: [
        { id: "start", type: "trigger" },
        { id: "act", type: "action", actionType, config },
        ...ends.map((id) => ({ id, type: "end" })),
      ],
      edges: [
        { id: "e", source: "start", target: "act" },
        ...ends.map((id) => ({ id: `e_${id}`, source: "act", target: id, sourceHandle: id })),
      ],
    },
  };
  const { status, body: created } = await world.call("POST", "/automations", { json: body });
  expect([status, created.fieldErrors]).toEqual([201, undefined]);
  return created.data as { id: string; secret: string | null };
}

const off = (id: string) => world.call("PATCH", `/automations/${id}/enabled`, { json: { enabled: false } });

let phones = 0;
const newPhone = (): string => `55119${String(80_000_000 + (phones += 1))}`;

async function addDeal(change: object = {}) {
  const contact = { phone: `+${newPhone()}`, email: `ana${phones}@mail.example`, contactFirstName: "Ana" };
  const { body } = await world.call("POST", "/deals", {
    json: { name: "Solar kit", value: 1500, ...contact, ...change },
  });
  return body.data as { id: string; seq: number; contactId: string };
}

/** Lets a new deal start an automation of one action; answers its run after all was done. */
async function act(actionType: string, config: object, wanted: Wanted = {}, deal: object = {}) {
  const created = await automation(actionType, config, wanted);
  const { id: dealId, seq, contactId } = await addDeal(deal);
  await world.work();
  await off(created.id);
  const run = await world.run(created.id);
  return { ...created, dealId, seq, contactId, run, effect: await world.effect(run.id) };
}

const DONE = { status: "completed", currentNodeId: "next", lastError: null };
const hash = (text: string) => [createHash("sha256").update(text).digest("hex")];
const notes = async (seq: number) => (await world.call("GET", `/deals/${seq}/notes`)).body.data.items as JsonObject[];
const lastOf = <T>(items: readonly T[]): T | undefined => items.at(-1);

describe("a WhatsApp message", () => {
  it("is sent under the run's key, and its answer finds the run", async () => {
    const buttons = [
      { id: "yes", label: "Yes, I would like to know more" },
      { id: "no", label: "No" },
    ];
    const handles = ["btn_yes", "btn_no", "timeout"];
    const sent = await act("send_whatsapp", { text: "Hi {{ contact.firstName }}", buttons }, { handles });
    expect(sent.run).toMatchObject({ status: "waiting", currentNodeId: "act" });
    const request = lastOf(world.meta.requests);
    expect(request?.body).toMatchObject({
      type: "interactive",
      interactive: {
        type: "button",
        body: { text: "Hi Ana" },
        action: {
          buttons: [
            { type: "reply", reply: { id: "yes", title: "Yes, I would like to" } },
            { type: "reply", reply: { id: "no", title: "No" } },
          ],
        },
      },
    });
    await world.call("PATCH", `/automations/${sent.id}/enabled`, { json: { enabled: true } });
    const from = String(request?.body?.["to"]);
    const reply = {
      type: "interactive",
      interactive: { type: "button_reply", button_reply: { id: "no", title: "No" } },
    };
    await deliver(
      world.app,
      JSON.stringify(incoming(from, { ...reply, context: { id: sent.effect.result?.["messageId"] } })),
    );
    await world.work();
    await off(sent.id);
    expect(await world.run(sent.id)).toMatchObject({ status: "completed", currentNodeId: "btn_no" });
  });

  it.each<[string, object, object]>([
    [
      "as a list when there are more than three buttons",
      { text: "Which?", buttons: ["a", "b", "c", "d"].map((id) => ({ id, label: `Way ${id}` })) },
      {
        type: "interactive",
        interactive: {
          type: "list",
          action: { button: "Opções", sections: [{ rows: [{ id: "a", title: "Way a" }, {}, {}, { id: "d" }] }] },
        },
      },
    ],
    [
      "as a template, whose buttons answer with the graph's ids",
      { templateName: "welcome", templateLanguageCode: "en_US", buttons: [{ id: "yes", label: "Yes" }] },
      {
        type: "template",
        template: {
          name: "welcome",
          language: { code: "en_US" },
          components: [{ sub_type: "quick_reply", index: "0", parameters: [{ type: "payload", payload: "yes" }] }],
        },
      },
    ],
    [
      "as a picture with the text below it",
      { text: "Look", mediaLink: "https://files.example/a.PNG?x=1" },
      { type: "image", image: { link: "https://files.example/a.PNG?x=1", caption: "Look" } },
    ],
    [
      "as a document where the address does not tell",
      { mediaLink: "https://files.example/quote" },
      { type: "document", document: { link: "https://files.example/quote" } },
    ],
  ])("goes out %s", async (_, config, expected) => {
    const { effect } = await act("send_whatsapp", config);
    expect(effect.error).toBeNull();
    expect(lastOf(world.meta.requests)?.body).toMatchObject(expected);
  });

  it("that Meta cannot take now is tried again, as the same message", async () => {
    world.meta.next(metaError(429, 130429, "Too many messages", { "retry-after": "120" }));
    const { id, run, effect } = await act("send_whatsapp", { text: "Hi" });
    expect(run).toMatchObject({ status: "waiting", attempts: 1, lastError: expect.stringContaining("130429") });
    expect(run.nextAttemptAt?.getTime()).toBeGreaterThan(Date.now() + 100_000);
    expect(effect).toMatchObject({ isDone: false, attempts: 1 });
    await world.call("PATCH", `/automations/${id}/enabled`, { json: { enabled: true } });
    await world.pass(run.id);
    await off(id);
    expect(await world.run(id)).toMatchObject(DONE);
    expect(await world.effect(run.id)).toMatchObject({ isDone: true, attempts: 2, error: null });
  });

  it("that Meta refuses leaves by the fallback edge", async () => {
    world.meta.next(metaError(400, 131026, "Message undeliverable"));
    const { run } = await act("send_whatsapp", { text: "Hi" }, { handles: ["fallback"] });
    expect(run).toMatchObject({ status: "completed", currentNodeId: "fallback" });
  });

  it.each<[string, object, object, string]>([
    ["a contact without a phone", { text: "Hi" }, { phone: null }, "The contact has no phone number."],
    ["a message of nothing", { text: " " }, {}, "The message is empty."],
    [
      "a channel that is gone",
      { text: "Hi", channelId: "gone" },
      {},
      "The channel to send from does not exist any more.",
    ],
    ["a file that is gone", { mediaAssetId: "gone" }, {}, "The file to send is not stored in this workspace any more."],
    [
      "a channel of another kind",
      { text: "Hi", channelId: "INSTAGRAM" },
      {},
      "is a channel of instagram, not whatsapp",
    ],
  ])("fails for good for %s", async (_, config, deal, words) => {
    const chosen =
      "channelId" in config && config.channelId === "INSTAGRAM" ? { ...config, channelId: instagramId } : config;
    const { run } = await act("send_whatsapp", chosen, {}, deal);
    expect(run).toMatchObject({ status: "failed", lastError: expect.stringContaining(words) });
  });

  it.each([
    [{ blocked: true }, "The contact is blocked."],
    [{ optedOut: true }, "The contact asked not to be written to."],
  ])("is not sent to a contact with %j", async (change, words) => {
    const { id } = await automation("send_whatsapp", { text: "Hi" });
    const { contactId } = await addDeal();
    await world.call("PATCH", `/contacts/${contactId}`, { json: change });
    const before = world.meta.requests.length;
    await world.work();
    await off(id);
    expect(await world.run(id)).toMatchObject({ status: "failed", lastError: words });
    expect(world.meta.requests).toHaveLength(before);
  });

  it("goes out by the automation's channel", async () => {
    const { run } = await act("send_whatsapp", { text: "Hi" }, { outboundChannelId: whatsappId });
    expect(run).toMatchObject(DONE);
  });
});

describe("an e-mail", () => {
  it("goes to the contact as text and HTML, answers to whom the config says", async () => {
    const body = "Hi {{ contact.firstName }} & co,\n\nsee https://acme.example/q?a=1.";
    const { run } = await act("send_email", { subject: "Your quote", body, replyTo: "rui@acme.example" });
    expect(run).toMatchObject(DONE);
    const mail =
      lastOf(world.mailbox.mails)
        ?.replaceAll(/=\r?\n/g, "")
        .replaceAll("=3D", "=") ?? "";
    expect(mail).toContain("Reply-To: rui@acme.example");
    expect(mail).toContain("Hi Ana & co,");
    expect(mail).toContain("<p>Hi Ana &amp; co,</p>");
    expect(mail).toContain('<a href="https://acme.example/q?a=1">');
  });

  it("is tried again after a temporary refusal, and fails for good after a final one", async () => {
    world.mailbox.refuseNext(451);
    const first = await act("send_email", { subject: "A", body: "B" });
    expect(first.run).toMatchObject({ status: "waiting", attempts: 1 });
    await world.call("PATCH", `/automations/${first.id}/enabled`, { json: { enabled: true } });
    await world.pass(first.run.id);
    await off(first.id);
    expect(await world.run(first.id)).toMatchObject(DONE);
    world.mailbox.refuseNext(550);
    expect((await act("send_email", { subject: "A", body: "B" })).run).toMatchObject({ status: "failed" });
  });

  it.each([
    ["nobody", { subject: "A", body: "B" }, { email: null }, "The contact has no e-mail address."],
    ["what is no address", { to: "ana", subject: "A", body: "B" }, {}, "is not an e-mail address"],
    ["nothing to say", {}, {}, "neither a subject nor a text"],
  ])("fails for good for %s", async (_, config, deal, words) => {
    const { run } = await act("send_email", config, {}, deal);
    expect(run).toMatchObject({ status: "failed", lastError: expect.stringContaining(words) });
  });
});

describe("an Instagram comment", () => {
  let comments = 17_900_000;
  const comment = (text: string) => ({
    object: "instagram",
    entry: [
      {
        id: INSTAGRAM_ID,
        time: Number(nowInSeconds()),
        changes: [
          {
            field: "comments",
            value: {
              id: String((comments += 1)),
              text,
              from: { id: "5267009", username: "ana" },
              media: { id: "178" },
            },
          },
        ],
      },
    ],
  });

  it.each<[string, object, object | undefined]>([
    ["reply_instagram_comment", { text: "Thanks, {{ message.username }}!" }, { message: "Thanks, ana!" }],
    ["send_instagram_private_reply", { text: "Look here" }, { message: { text: "Look here" } }],
    ["hide_instagram_comment", {}, { hide: true }],
  ])("is met by %s", async (actionType, config, body) => {
    const { id } = await automation(actionType, config, { triggerType: "instagram_comment" });
    await deliver(world.app, JSON.stringify(comment("How much?")));
    await world.work();
    await off(id);
    expect(await world.run(id)).toMatchObject(DONE);
    expect(lastOf(world.meta.requests)?.body).toMatchObject(body ?? {});
  });

  it("that a run was not started by cannot be met", async () => {
    const { run } = await act("hide_instagram_comment", {});
    expect(run).toMatchObject({ status: "failed", lastError: "This run was not started by an Instagram comment." });
  });
});

describe("a webhook", () => {
  it("is signed, and what came back is kept without secrets", async () => {
    world.receiver.next((response, { headers }) => response.writeHead(201).end(`you are ${headers["authorization"]}`));
    const headers = { Authorization: "Bearer top-secret", "X-Source": "crm" };
    const { run, effect, secret } = await act("webhook", { url: `${world.receiver.url}/in`, headers });
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
    const { id, run } = await act("webhook", { url: world.receiver.url });
    expect(run).toMatchObject({ status: "waiting", attempts: 1, lastError: "The address answered 503. later" });
    expect(run.nextAttemptAt?.getTime()).toBeGreaterThan(Date.now() + 80_000);
    await world.call("PATCH", `/automations/${id}/enabled`, { json: { enabled: true } });
    await world.pass(run.id);
    await off(id);
    expect(await world.run(id)).toMatchObject(DONE);
    const ids = world.receiver.requests.slice(-2).map(({ headers }) => headers["webhook-id"]);
    expect(ids).toEqual([`${run.id}:act`, `${run.id}:act`]);
  });

  it.each([
    ["a refusal", answer(422, "no such lead"), "failed", "The address answered 422. no such lead"],
    ["a redirect", answer(302, "", { location: "http://127.0.0.1:1/" }), "failed", "which is not followed"],
    ["a conflict", answer(409), "failed", "409"],
    ["silence", () => undefined, "waiting", "no answer in time"],
  ] as const)("is judged by its answer: %s", async (_, given, status, words) => {
    world.receiver.next(given);
    const { run } = await act("webhook", { url: world.receiver.url, timeoutSeconds: 1 });
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
    const { run, effect } = await act("webhook", { url: world.receiver.url });
    expect(run).toMatchObject(DONE);
    expect(effect.result?.["response"]).toBe("x".repeat(1000));
  });

  it("whose text cannot be filled in is not sent", async () => {
    const before = world.receiver.requests.length;
    const { run } = await act("webhook", {
      url: world.receiver.url,
      body: { text: "{% for i in (1..1000000000) %}x{% endfor %}" },
    });
    expect(run).toMatchObject({
      status: "failed",
      lastError: expect.stringMatching(/^The text at \/body\/text cannot/),
    });
    expect(world.receiver.requests).toHaveLength(before);
  });
});

describe("a conversion", () => {
  it("is reported with hashes of who it is about", async () => {
    const { run } = await act("send_meta_conversion", { eventName: "QualifiedLead", testEventCode: "TEST1" });
    expect(run).toMatchObject(DONE);
    const request = lastOf(world.meta.requests);
    expect(request?.path).toBe(`/v23.0/${PIXEL_ID}/events`);
    expect(request?.body).toMatchObject({
      test_event_code: "TEST1",
      data: [
        {
          event_name: "QualifiedLead",
          event_id: `${run.id}:act`,
          user_data: { em: hash(`ana${phones}@mail.example`), fn: hash("ana") },
          custom_data: { value: 1500, currency: "BRL" },
        },
      ],
    });
    expect(request?.raw).not.toContain("mail.example");
  });
});

describe("an analysis", () => {
  it("becomes a note of the deal, once", async () => {
    const { run, seq, effect } = await act("cia_deal_analysis", { instructions: "Look at {{ deal.name }}" });
    expect(run).toMatchObject(DONE);
    expect(await notes(seq)).toMatchObject([{ content: "Call Ana today." }]);
    expect(effect.result).toMatchObject({ analysis: "Call Ana today.", noteId: expect.any(String) });
    const request = lastOf(world.assistant.requests);
    expect(request).toMatchObject({ path: "/v1/chat/completions", headers: { authorization: `Bearer ${AI_KEY}` } });
    expect(request?.body).toContain("Look at Solar kit");
    expect(JSON.stringify(effect)).not.toContain(AI_KEY);
  });

  it("stays with the run where no note is wanted", async () => {
    const { seq, effect } = await act("cia_deal_analysis", { saveAsNote: false });
    expect([await notes(seq), effect.result]).toEqual([[], { analysis: "Call Ana today." }]);
  });

  it.each([
    ["a wrong key", answer(401, `wrong key ${AI_KEY}`), "failed", "TRILHO_AI_KEY"],
    ["too many questions", answer(429), "waiting", "429"],
    ["garbage", answer(200, "<html>"), "waiting", "cannot be read"],
  ])("is judged by the answer: %s", async (_, given, status, words) => {
    world.assistant.next(given);
    const { run, effect } = await act("cia_deal_analysis", {});
    expect(run).toMatchObject({ status, lastError: expect.stringContaining(words) });
    expect(JSON.stringify(effect)).not.toContain(AI_KEY);
  });
});

describe("an action on the deal", () => {
  it.each<[string, object, string]>([
    ["move_stage", { targetStageId: "gone" }, "The stage is "],
    ["add_tag", { tagIds: ["gone"] }, "The tags do not exist any more."],
    ["assign_responsible", { userId: "gone" }, "The responsible is "],
    ["add_co_owner", { userId: "gone" }, "The co-owner is not an active member."],
    ["set_custom_field", { fieldSlug: "gone", value: "x" }, "The field gone is "],
    ["set_custom_field", { fieldId: "gone", value: "x" }, "The custom field does not exist any more."],
    ["create_task", { assigneeUserId: "gone" }, "is not there any more"],
    ["create_lead", { stageId: "gone" }, "stage"],
    ["create_calendar_event", { userId: "gone" }, "is not there any more"],
    ["close_conversation", {}, "There is no conversation with this contact."],
  ])("%s whose target is gone fails for good, in words", async (actionType, config, words) => {
    const { run } = await act(actionType, config);
    expect(run).toMatchObject({ status: "failed", lastError: expect.stringContaining(words) });
  });

  it("that the database refuses fails alone, and the run goes on", async () => {
    await refuseInserts("tasks", "new.title = 'poison'");
    const { run } = await act("create_task", { title: "poison" }, { handles: ["fallback"] });
    expect(run).toMatchObject({ status: "completed", currentNodeId: "fallback" });
    expect((await world.effect(run.id)).error).toBe("The database refuses this: not poison");
  });

  it("may be due later than calendars go", async () => {
    const { run } = await act("create_task", { title: "Call", dueInSeconds: 1e15 });
    expect(run).toMatchObject(DONE);
  });
});

describe("a run whose turn fails again and again", () => {
  it("is put off, ends as dead letter, and does not hold others up", async () => {
    await refuseInserts("run_effects", "new.action_type = 'add_co_owner'");
    const { id } = await automation("add_co_owner", { userId: "gone" });
    const other = await automation("create_task", { title: "Call" });
    await addDeal();
    await world.work();
    expect(await world.run(other.id)).toMatchObject(DONE);
    for (let failures = 1; failures < 5; failures += 1) {
      const { id: runId, status, nextAttemptAt, lastError } = await world.run(id);
      expect([status, lastError]).toEqual(["queued", "The database refuses this: not poison"]);
      expect(nextAttemptAt?.getTime()).toBeGreaterThan(Date.now() + 500);
      await world.pass(runId);
    }
    await Promise.all([off(id), off(other.id)]);
    expect(await world.run(id)).toMatchObject({ status: "dead_letter", nextAttemptAt: null });
  });
});

describe("an event", () => {
  it("that cannot be read starts nothing, says so, and does not hold others up", async () => {
    const { id } = await automation("create_task", { title: "Call" });
    const { id: dealId } = await addDeal();
    const { db } = world.app.opened;
    await sql`update events set payload = '{"text":"unreadable"}' where deal_id = ${dealId}`.execute(db);
    await refuseInserts("runs", "new.event::text like '%unreadable%'");
    await addDeal();
    await world.work();
    await off(id);
    const { items } = (await world.call("GET", `/automations/${id}/runs`)).body.data;
    // Both may begin in the same millisecond.
    const byStatus = items.toSorted((a: { status: string }, b: { status: string }) => (a.status < b.status ? -1 : 1));
    expect(byStatus).toMatchObject([
      { status: "completed" },
      { status: "skipped", lastError: "The database refuses this: not poison" },
    ]);
  });
});

describe("where nothing is set up", () => {
  let bare: World;
  beforeAll(async () => {
    bare = await startWorld({ isConnected: false, allowPrivate: false });
    await addChannel(bare);
  }, 60_000);
  afterAll(() => bare.close());

  const inBare = async (actionType: string, config: object) => {
    const connected = world;
    world = bare;
    try {
      return await act(actionType, config);
    } finally {
      world = connected;
    }
  };

  it.each([
    ["send_whatsapp", { text: "Hi" }, "whatsapp"],
    ["send_email", { subject: "Hi", body: "Ana" }, "email"],
    ["send_meta_conversion", {}, "meta_conversion"],
  ])("%s stays in the local outbox", async (actionType, config, kind) => {
    const { run, effect } = await inBare(actionType, config);
    expect(run).toMatchObject(DONE);
    expect(effect.result).toMatchObject({ provider: "outbox" });
    const { items } = (await bare.call("GET", "/outbox")).body.data;
    expect(items[0]).toMatchObject({ kind, source: { runId: run.id, nodeId: "act" } });
  });

  it("an analysis fails for good, and says what to set up", async () => {
    const { run } = await inBare("cia_deal_analysis", {});
    expect(run).toMatchObject({ status: "failed", lastError: expect.stringContaining("TRILHO_AI_URL") });
  });

  it("a webhook into this server's own network fails for good", async () => {
    const { run } = await inBare("webhook", { url: bare.receiver.url });
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
