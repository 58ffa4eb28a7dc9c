import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectSuccess, fieldsOf } from "../../app/testing/api.ts";
import { DAY, MONDAY, startCadenceApi, type CadenceApi } from "../../app/testing/cadences.ts";

/** A mail server that refuses while it is told to, keeps what it takes, and lets something happen before it says so. */
const mail = {
  refuses: 0,
  received: [] as string[],
  meanwhile: async (): Promise<unknown> => null,
  server: null as SMTPServer | null,
};

let api: CadenceApi;
beforeAll(async () => {
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo(_, __, callback) {
      callback(mail.refuses === 0 ? null : Object.assign(new Error("no such user"), { responseCode: mail.refuses }));
    },
    onData(stream, _, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        mail.received.push(Buffer.concat(chunks).toString());
        await mail.meanwhile();
        callback();
      });
    },
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  mail.server = server;
  const url = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  api = await startCadenceApi({ mail: { url, from: "Aurora <sales@aurora.example>" } });
});
afterAll(async () => {
  await api.app.close();
  await new Promise<void>((resolve) => mail.server?.close(() => resolve()));
});
beforeEach(() => {
  api.clock.now = MONDAY;
  mail.refuses = 0;
  mail.received = [];
  mail.meanwhile = async () => null;
});

const WHATSAPP = { dayNumber: 1, channel: "whatsapp", message: "Olá {{ contact.firstName }}!" };
const EMAIL = {
  dayNumber: 1,
  channel: "email",
  subject: "Quote for {{ contact.firstName }}",
  htmlBody: "<p>Dear {{ contact.firstName }}</p>",
  textBody: "Dear {{ contact.firstName }}",
};

let keys = 0;
const newKey = (): string => `exec-${++keys}`;

async function start(step: object, deal: object = {}) {
  const enrolled = await api.enrolled([step, { dayNumber: 9, channel: "research" }], deal);
  const path = `/deals/${enrolled.seq}/cadence/tasks/${enrolled.instance.tasks[0].id}/execute`;
  return {
    ...enrolled,
    path,
    execute: (json: object = {}, key = api.key) =>
      api.call("POST", path, { key, json: { idempotencyKey: newKey(), ...json } }),
    task: async () => (await api.ok("getDealCadence", "GET", `/deals/${enrolled.seq}/cadence`)).tasks[0],
    sentTo: async (recipient: string) => (await api.outbox()).filter((entry) => entry.recipient === recipient),
  };
}
const phoneOf = async (contactId: string): Promise<string> => {
  const contact = await api.app.opened.db
    .selectFrom("contacts")
    .select("phone")
    .where("id", "=", contactId)
    .executeTakeFirstOrThrow();
  return contact.phone ?? "";
};
const success = (answer: Awaited<ReturnType<CadenceApi["call"]>>) => expectSuccess("executeCadenceTask", answer);
const setContact = (id: string, values: { phone?: string | null; email?: string | null; opted_out_at?: Date }) =>
  api.app.opened.db.updateTable("contacts").set(values).where("id", "=", id).execute();

describe("executing a task", () => {
  it("sends the step's WhatsApp message, filled in, into the conversation with the contact", async () => {
    const { id, contactId, instance, execute, task, sentTo } = await start(WHATSAPP);
    const result = success(await execute({ idempotencyKey: "first" }));
    expect(result).toMatchObject({
      ok: true,
      duplicated: false,
      taskStatus: "done",
      attemptNumber: 1,
      voiceCallId: null,
      emailMessageId: null,
      idempotencyKey: "first",
      executedAt: new Date(MONDAY).toISOString(),
    });
    expect(result.providerMessageId).toMatch(/^outbox_/);
    expect(await sentTo(await phoneOf(contactId))).toMatchObject([
      { kind: "whatsapp", content: { type: "text", text: { body: "Olá Ana!" } } },
    ]);
    const messages = await api.app.opened.db
      .selectFrom("messages")
      .innerJoin("conversations", "conversations.id", "messages.conversation_id")
      .where("conversations.contact_id", "=", contactId)
      .select(["messages.body", "messages.origin"])
      .execute();
    expect(messages).toEqual([{ body: "Olá Ana!", origin: "cadence" }]);
    expect(await task()).toMatchObject({
      status: "done",
      attemptCount: 1,
      doneAt: new Date(MONDAY).toISOString(),
      attempts: [{ id: result.attemptId, attemptNumber: 1, channel: "whatsapp", success: true, errorMessage: null }],
    });
    expect((await api.activities(id)).at(-1)).toMatchObject({
      type: "CADENCE_TASK_DONE",
      metadata: { taskId: instance.tasks[0].id, manual: false, cadenceCompleted: false },
    });
  });

  it("prefers the request's own message, and sends templates with their variables", async () => {
    const own = await start(WHATSAPP);
    success(await own.execute({ message: "Bom dia" }));
    expect(await own.sentTo(await phoneOf(own.contactId))).toMatchObject([{ content: { text: { body: "Bom dia" } } }]);
    const template = await start({
      ...WHATSAPP,
      whatsappTemplateName: "first_contact",
      whatsappTemplateParameters: ["{{ contact.firstName }}"],
    });
    success(await template.execute());
    expect(await template.sentTo(await phoneOf(template.contactId))).toMatchObject([
      {
        content: {
          type: "template",
          template: {
            name: "first_contact",
            language: { code: "pt_BR" },
            components: [{ type: "body", parameters: [{ type: "text", text: "Ana" }] }],
          },
        },
      },
    ]);
  });

  it("sends e-mail in both kinds; what a contact wrote into a name is no markup there", async () => {
    const { execute } = await start(EMAIL, {
      contactName: null,
      contactFirstName: "<b>Ana</b>\r\nBcc: eve@evil.example",
    });
    const result = success(await execute());
    expect(result.emailMessageId).toMatch(/^outbox_/);
    const [entry] = (await api.outbox()).filter(({ kind }) => kind === "email").slice(-1);
    expect(entry?.content["html"]).toBe("<p>Dear &lt;b&gt;Ana&lt;/b&gt;\r\nBcc: eve@evil.example</p>");
    expect(entry?.content["subject"]).toBe("Quote for <b>Ana</b> Bcc: eve@evil.example");
  });

  it("really sends with a live key, and tells when the server refuses: the task stays due", async () => {
    const live = await api.liveKey();
    const { execute, task } = await start(EMAIL);
    mail.refuses = 550;
    const failed = success(await execute({ idempotencyKey: "k1" }, live));
    expect(failed).toMatchObject({
      ok: false,
      duplicated: false,
      taskStatus: "due",
      attemptNumber: 1,
      emailMessageId: null,
    });
    expect(await task()).toMatchObject({
      status: "due",
      attemptCount: 1,
      attempts: [
        {
          success: false,
          errorMessage: expect.stringContaining("no such user"),
          failure: [
            { code: "mail-recipient", params: { words: expect.stringContaining("no such user"), status: 550 } },
          ],
        },
      ],
    });
    mail.refuses = 0;
    const again = success(await execute({ idempotencyKey: "k1" }, live));
    expect(again).toEqual({ ...failed, duplicated: true });
    expect(mail.received).toHaveLength(0);
    const sent = success(await execute({ idempotencyKey: "k2", subject: "Olá", textBody: "Texto" }, live));
    expect(sent).toMatchObject({ ok: true, taskStatus: "done", attemptNumber: 2 });
    expect(sent.emailMessageId).toMatch(/^<[0-9a-f]{40}@aurora\.example>$/);
    expect(mail.received).toHaveLength(1);
    expect(mail.received[0]).toContain("Texto");
    expect(mail.received[0]).not.toContain("Dear");
  });

  it("records what was sent although the deal was won meanwhile", async () => {
    const live = await api.liveKey();
    const { seq, execute } = await start(EMAIL);
    mail.meanwhile = () => api.ok("updateDeal", "PATCH", `/deals/${seq}`, { stageId: api.stages.won });
    const result = success(await execute({}, live));
    expect(result).toMatchObject({ ok: true, taskStatus: "canceled", attemptNumber: 1 });
    expect(mail.received).toHaveLength(1);
    const ended = await api.ok("getDealCadence", "GET", `/deals/${seq}/cadence`);
    expect(ended).toMatchObject({ status: "stopped_stage_end", stopReason: "deal_won" });
    expect(ended.tasks[0]).toMatchObject({ status: "canceled", attempts: [{ success: true }] });
  });

  it("records calls and research without sending anything, with the client's own reference", async () => {
    const before = (await api.outbox()).length;
    const call = await start({ dayNumber: 1, channel: "voice_call", quantity: 2 });
    const first = success(await call.execute({ manualReferenceId: "call-77" }));
    expect(first).toMatchObject({ ok: true, taskStatus: "due", voiceCallId: "call-77", providerMessageId: null });
    expect(success(await call.execute())).toMatchObject({ taskStatus: "done", attemptNumber: 2, voiceCallId: null });
    const research = await start({ dayNumber: 1, channel: "research" }, { phone: null, email: null });
    expect(success(await research.execute())).toMatchObject({ ok: true, taskStatus: "done" });
    expect((await api.outbox()).length).toBe(before);
  });

  it("may be done before its day", async () => {
    const { seq, instance } = await api.enrolled([{ dayNumber: 5, channel: "research" }]);
    const path = `/deals/${seq}/cadence/tasks/${instance.tasks[0].id}/execute`;
    expect(success(await api.call("POST", path, { json: { idempotencyKey: "early" } }))).toMatchObject({ ok: true });
    expect(await api.ok("getDealCadence", "GET", `/deals/${seq}/cadence`)).toMatchObject({ status: "completed" });
  });
});

/** As a process leaves it that died within it. */
const begun = (taskId: string, channel: "whatsapp" | "email", id = `attempt-of-the-dead-${channel}`) =>
  api.app.opened.db
    .insertInto("cadence_attempts")
    .values({
      workspace_id: api.workspace.id,
      id,
      task_id: taskId,
      attempt_number: 1,
      channel,
      success: null,
      executed_at: new Date(MONDAY),
      idempotency_key: "interrupted",
      task_status: "due",
      lease_until: new Date(MONDAY + 120_000),
    })
    .execute();

describe("one idempotency key", () => {
  it("sends once, also when requests with it race, and answers all of them alike", async () => {
    const { execute, contactId, sentTo, task } = await start(WHATSAPP);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => execute({ idempotencyKey: "race" })));
    const results = answers.map(success);
    expect(results.map(({ duplicated }) => duplicated).toSorted()).toEqual([false, true, true, true, true]);
    for (const result of results)
      expect({ ...result, duplicated: false }).toEqual({ ...results[0], duplicated: false });
    expect(await sentTo(await phoneOf(contactId))).toHaveLength(1);
    expect(await task()).toMatchObject({ attemptCount: 1 });
    api.clock.now += DAY;
    expect(success(await execute({ idempotencyKey: "race" }))).toEqual({ ...results[0], duplicated: true });
  });

  it("is of one task: another may use the same", async () => {
    const { seq, instance } = await api.enrolled([
      { dayNumber: 1, channel: "research" },
      { dayNumber: 1, channel: "research" },
    ]);
    for (const { id } of instance.tasks) {
      const path = `/deals/${seq}/cadence/tasks/${id}/execute`;
      expect(success(await api.call("POST", path, { json: { idempotencyKey: "same" } }))).toMatchObject({
        duplicated: false,
      });
    }
  });

  it("against another leaves one send: who comes second is told so", async () => {
    const { execute, contactId, sentTo } = await start(WHATSAPP);
    const answers = await Promise.all([execute(), execute(), execute()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await sentTo(await phoneOf(contactId))).toHaveLength(1);
  });

  it("takes over what a process that died had not begun to send", async () => {
    const { execute, contactId, sentTo, task, instance } = await start(WHATSAPP);
    await begun(instance.tasks[0].id, "whatsapp");
    expect((await task()).attempts).toEqual([]);
    expect((await execute()).status).toBe(409);
    api.clock.now = MONDAY + 120_000;
    expect(await task()).toMatchObject({ attemptCount: 1, attempts: [{ success: false }] });
    const result = success(await execute({ idempotencyKey: "interrupted" }));
    expect(result).toMatchObject({
      ok: true,
      duplicated: false,
      attemptNumber: 1,
      attemptId: "attempt-of-the-dead-whatsapp",
    });
    expect(await sentTo(await phoneOf(contactId))).toHaveLength(1);
  });

  it("sends no e-mail again that may have gone out; another key does", async () => {
    const live = await api.liveKey();
    const { execute, task, instance } = await start(EMAIL);
    await begun(instance.tasks[0].id, "email");
    api.clock.now = MONDAY + 120_000;
    const answer = await execute({ idempotencyKey: "interrupted" }, live);
    expect(success(answer)).toMatchObject({ ok: false, duplicated: false, attemptNumber: 1 });
    expect(answer.body.message).toContain("pode ter saído");
    expect(await task()).toMatchObject({ status: "due", attempts: [{ failure: [{ code: "sending-lost" }] }] });
    expect(mail.received).toEqual([]);
    expect(success(await execute({ idempotencyKey: "anew" }, live))).toMatchObject({ ok: true, attemptNumber: 2 });
    expect(mail.received).toHaveLength(1);
  });

  it("takes over an e-mail of a test key, of which the outbox keeps one", async () => {
    const { execute, instance } = await start(EMAIL);
    await begun(instance.tasks[0].id, "email", "attempt-of-a-dead-test");
    api.clock.now = MONDAY + 120_000;
    expect(success(await execute({ idempotencyKey: "interrupted" }))).toMatchObject({ ok: true, attemptNumber: 1 });
  });
});

const lacking = (error: string) => ({ status: 422, body: { code: "UNPROCESSABLE_ENTITY", error } });
describe("a task is not executed", () => {
  it("without what its channel needs, and shows as blocked until then", async () => {
    const { contactId, execute, task, sentTo } = await start(WHATSAPP);
    const phone = await phoneOf(contactId);
    await setContact(contactId, { phone: null });
    expect(await task()).toMatchObject({ status: "blocked" });
    expect(await execute()).toMatchObject(lacking("This deal's contact has no phone."));
    const email = await start(EMAIL, { email: null });
    expect(await email.execute()).toMatchObject(lacking("This deal's contact has no e-mail address."));
    const nobody = await start(EMAIL, { email: null, phone: null, contactName: null });
    expect((await nobody.execute()).status).toBe(422);
    expect(await sentTo(phone)).toEqual([]);
    await setContact(contactId, { phone });
    expect(success(await execute())).toMatchObject({ ok: true });
  });

  it("for a contact that opted out; its cadence stops", async () => {
    const { contactId, seq, execute } = await start(WHATSAPP);
    await setContact(contactId, { opted_out_at: new Date(MONDAY) });
    expect((await execute()).status).toBe(422);
    expect(await api.ok("getDealCadence", "GET", `/deals/${seq}/cadence`)).toMatchObject({ status: "stopped_dnc" });
    expect((await execute()).status).toBe(422);
  });

  it("once it is over, or while the cadence is paused or stopped", async () => {
    const done = await start(WHATSAPP);
    success(await done.execute());
    expect(await done.execute()).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    const paused = await start(WHATSAPP);
    await api.ok("pauseDealCadence", "POST", `/deals/${paused.seq}/cadence/pause`, {});
    expect((await paused.execute()).status).toBe(409);
    await api.ok("stopDealCadence", "POST", `/deals/${paused.seq}/cadence/stop`, {});
    expect((await paused.execute()).status).toBe(409);
    const won = await start(WHATSAPP);
    await api.ok("updateDeal", "PATCH", `/deals/${won.seq}`, { stageId: api.stages.won });
    expect((await won.execute()).status).toBe(409);
  });

  it("without anything to say", async () => {
    const whatsapp = await start({ dayNumber: 1, channel: "whatsapp" });
    expect(fieldsOf(await whatsapp.execute())).toEqual(["message"]);
    const email = await start({ dayNumber: 1, channel: "email" });
    expect(fieldsOf(await email.execute({ message: "no e-mail" }))).toEqual(["subject", "htmlBody", "textBody"]);
    expect(await whatsapp.task()).toMatchObject({ attemptCount: 0 });
  });

  it.each([
    ["no key", { idempotencyKey: undefined }, ["idempotencyKey"]],
    ["an endless key", { idempotencyKey: "k".repeat(121) }, ["idempotencyKey"]],
    ["a number for a key", { idempotencyKey: 7 }, ["idempotencyKey"]],
    ["NUL in a message", { message: "a\0b" }, ["message"]],
    ["a message too long", { message: "m".repeat(4001) }, ["message"]],
    ["a subject too long", { subject: "s".repeat(161) }, ["subject"]],
    ["HTML too long", { htmlBody: "h".repeat(10_001) }, ["htmlBody"]],
  ])("with %s", async (_, body, fields) => {
    const { execute } = await start({ dayNumber: 1, channel: "research" });
    const answer = await execute(body);
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual(fields);
  });

  it("where the workspace has no channel for it", async () => {
    const bare = await startCadenceApi();
    try {
      await bare.app.opened.db.deleteFrom("channels").where("workspace_id", "=", bare.workspace.id).execute();
      const { seq, instance } = await bare.enrolled([WHATSAPP]);
      const path = `/deals/${seq}/cadence/tasks/${instance.tasks[0].id}/execute`;
      const answer = await bare.call("POST", path, { json: { idempotencyKey: "k" } });
      const sent = await bare.call("POST", "/conversations/messages", { json: { to: "+5511955550001", text: "x" } });
      // The same cause has the same status and words wherever a message would be sent.
      expect(answer).toMatchObject({ status: 409, body: { code: "CONFLICT", error: sent.body.error } });
      expect(sent.status).toBe(409);
      const [task] = (await bare.ok("getDealCadence", "GET", `/deals/${seq}/cadence`)).tasks;
      expect(task).toMatchObject({ attemptCount: 0, status: "due" });
    } finally {
      await bare.app.close();
    }
  });
});
