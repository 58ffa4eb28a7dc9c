import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createGraph, type Graph } from "../../channels/meta/graph.ts";
import { META_DEFAULTS } from "../../channels/meta/settings.ts";
import { createSender } from "../../channels/sender.ts";
import {
  metaError,
  type MetaServer,
  PHONE_NUMBER_ID,
  startMetaServer,
  TOKEN,
} from "../../channels/testing/meta-server.ts";
import { addWorkspace } from "../../app/testing/workspace.ts";
import { fail, openTestStore, type TestStore } from "../../testing/open-test-store.ts";
import { createMessenger, recallMessage, type MessageAuthor, type Messenger } from "./messenger.ts";

let opened: TestStore;
let meta: MetaServer;
let graph: Graph;
let messenger: Messenger;
let author: MessageAuthor;

beforeAll(async () => {
  opened = await openTestStore();
  meta = await startMetaServer();
  const { id: workspaceId } = await addWorkspace(opened.db, opened.serverSecret);
  const channel = { id: "wa", kind: "whatsapp", name: "Sales", phone_number_id: PHONE_NUMBER_ID, is_default: true };
  await opened.db
    .insertInto("channels")
    .values({ workspace_id: workspaceId, ...channel })
    .execute();
  graph = createGraph({ ...META_DEFAULTS, baseUrl: meta.url, token: TOKEN, timeoutMs: 2000 });
  const { store } = opened;
  messenger = createMessenger(store, createSender({ outbox: store.outbox, graph, mailer: null, onError: fail }), fail);
  author = {
    viewer: { workspaceId, memberId: "nobody", role: "owner", visibility: "all" },
    mode: "live",
    locale: "pt-BR",
    actor: { type: "automation", userId: null, automationId: "a", apiKeyId: null, chain: null },
    sentByUserId: null,
    origin: "automation",
    originLabel: "Welcome",
  };
});
afterEach(() => {
  meta.requests.length = 0;
});
afterAll(async () => {
  await graph.close();
  await meta.close();
  await opened.close();
});

const HELLO = { to: "+5511987654321", text: "Hello" };
const send = async (key: string, request: object = HELLO) => {
  const outcome = await messenger.send(author, { ...HELLO, ...request }, key);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value;
};

/** Has the provider answer an attempt once another one with the same key has ended, and answers what that one found. */
const sendMeanwhile = (key: string, externalId: string): ReturnType<typeof send> =>
  new Promise((resolve, reject) => {
    meta.next((_, response) => {
      void send(key)
        .then(resolve, reject)
        .finally(() => response.writeHead(200).end(JSON.stringify({ messages: [{ id: externalId }] })));
    });
  });

describe("sending with a key", () => {
  it("tries the same saved message again after a failure, and not again after success", async () => {
    meta.next(metaError(429, 130429, "Rate limit hit", { "retry-after": "3" }));
    const first = await send("run-1");
    expect(first.sent).toMatchObject({ ok: false, isPermanent: false, retryAfterMs: 3000 });
    expect(first.message).toMatchObject({ status: "failed", origin: "automation", originLabel: "Welcome" });
    const second = await send("run-1");
    expect(second.sent).toMatchObject({ ok: true, provider: "meta" });
    expect(second.message).toMatchObject({ id: first.message.id, status: "sent", errorMessage: null });
    const third = await send("run-1");
    expect(third.message).toEqual(second.message);
    expect(third.sent).toMatchObject({ ok: true, externalId: second.message.externalId });
    expect(meta.requests).toHaveLength(2);
  });

  it("at the same time sends once, also while an attempt is under way", async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => send("run-2")));
    expect(new Set(all.map(({ message }) => message.id)).size).toBe(1);
    expect(meta.requests).toHaveLength(1);
    expect((await send("run-2")).message.status).toBe("sent");
    const meanwhile = sendMeanwhile("run-4", "wamid.4");
    expect((await send("run-4")).sent).toMatchObject({ ok: true, externalId: "wamid.4" });
    expect((await meanwhile).sent).toMatchObject({ ok: false, isPermanent: false });
    expect(meta.requests).toHaveLength(2);
  });

  it("tries again what a failed attempt left, once at a time", async () => {
    meta.next(metaError(500, 131000, "Something went wrong"));
    const { message } = await send("run-5");
    const meanwhile = sendMeanwhile("run-5", "wamid.5");
    expect((await send("run-5")).sent).toMatchObject({ ok: true, externalId: "wamid.5" });
    expect((await meanwhile).sent.ok).toBe(false);
    expect(meta.requests).toHaveLength(2);
    expect((await send("run-5")).message).toMatchObject({ id: message.id, status: "sent" });
  });

  it("sends anew what was accepted and did not arrive", async () => {
    const { message } = await send("run-10");
    const told = { externalId: message.externalId ?? "", messageId: null, failure: null };
    await opened.store.conversations.applyStatus(author.viewer.workspaceId, {
      ...told,
      status: "failed",
      at: new Date().toISOString(),
    });
    const again = await send("run-10");
    expect(again.message).toMatchObject({ id: message.id, status: "sent" });
    expect(again.message.externalId).not.toBe(message.externalId);
    expect(meta.requests).toHaveLength(2);
  });

  it("tells that it went out where that cannot be recorded, so that nobody sends it again", async () => {
    const { store } = opened;
    const sender = createSender({ outbox: store.outbox, graph, mailer: null, onError: fail });
    const away = Object.assign(new Error("deadlock detected"), { code: "40P01" });
    const conversations = { ...store.conversations, recordSent: () => Promise.reject(away) };
    const errors: unknown[] = [];
    const forgetful = createMessenger({ ...store, conversations }, sender, (error) => errors.push(error));
    const outcome = await forgetful.send(author, HELLO, "run-11");
    const externalId = expect.stringMatching(/^wamid\./);
    expect(outcome).toMatchObject({ ok: true, value: { message: { externalId }, sent: { ok: true, externalId } } });
    expect([errors, meta.requests.length]).toEqual([[away], 1]);
  });

  it("says in the history what its last attempt said, and to whom", async () => {
    const { viewer } = author;
    meta.next(metaError(400, 131026, "Message undeliverable"));
    const { message } = await send("run-8", { text: "Hello, Ana" });
    const corrected = { to: "+5511987650008", text: "Hello, Bea" };
    const again = await send("run-8", corrected);
    expect(again.message).toMatchObject({ id: message.id, status: "sent", body: "Hello, Bea", errorMessage: null });
    expect(meta.requests.at(-1)?.body).toMatchObject({ to: "5511987650008", text: { body: "Hello, Bea" } });
    const known = { id: "", phone: corrected.to, instagramId: null };
    const conversation = await opened.store.conversations.find(viewer, known);
    expect(conversation).toMatchObject({ id: again.message.conversationId, lastMessageText: "Hello, Bea" });
  });

  it("keeps one entry in the outbox in test mode, however often it is tried", async () => {
    const test: MessageAuthor = { ...author, mode: "test" };
    for (let time = 0; time < 2; time += 1) await messenger.send(test, HELLO, "run-3");
    const { viewer } = author;
    expect(await opened.store.outbox.list(viewer, 10, null)).toMatchObject([{ recipient: HELLO.to }]);
    expect(meta.requests).toEqual([]);
  });
});

const recalled = (key: string) => recallMessage(opened.store, author.viewer.workspaceId, key);

describe("a message that a process which is gone was at", () => {
  it("is known where it was begun, and where it went out", async () => {
    expect(await recalled("run-6")).toBe("not-begun");
    const { message } = await send("run-6");
    expect(await recalled("run-6")).toMatchObject({
      message: { id: message.id },
      sent: { ok: true, provider: "meta" },
    });
  });

  it("says what its provider said, where that is known", async () => {
    meta.next(metaError(400, 131026, "Message undeliverable"));
    const { message } = await send("run-9");
    const { failure } = message;
    expect(await recalled("run-9")).toMatchObject({ sent: { ok: false, isUncertain: true, failure } });
  });

  it("stands as failed where it may have gone out, so that a person can have it sent again", async () => {
    let answer: (() => void) | undefined;
    const begun = new Promise<void>((resolve) => {
      meta.next((_, response) => {
        answer = () => response.writeHead(200).end('{"messages":[{"id":"wamid.7"}]}');
        resolve();
      });
    });
    const sending = send("run-7");
    await begun;
    expect(await recalled("run-7")).toMatchObject({
      sent: { ok: false, isUncertain: true, failure: [{ code: "sending-lost" }] },
    });
    const known = await opened.store.conversations.messageByKey(author.viewer.workspaceId, "run-7");
    expect(known).toMatchObject({ status: "failed", externalId: null });
    answer?.();
    await sending;
  });
});

const context = (mode: "live" | "test", key: string) => ({
  workspaceId: author.viewer.workspaceId,
  mode,
  idempotencyKey: key,
});

describe("routes of the sender", () => {
  const email = { kind: "email", to: ["ana@acme.example"], cc: [], subject: "Hi", html: null, text: "Hello" } as const;
  it("take e-mail to the mailer, and to the outbox without one or with a test key", async () => {
    const { outbox } = opened.store;
    const mailer = { send: async () => ({ ok: true, provider: "smtp", externalId: "<1>" }) as const };
    const withMail = createSender({ outbox, graph, mailer, onError: fail });
    const without = createSender({ outbox, graph, mailer: null, onError: fail });
    expect(await withMail.send(context("live", "m1"), email)).toMatchObject({ provider: "smtp" });
    expect(await withMail.send(context("test", "m2"), email)).toMatchObject({ provider: "outbox" });
    expect(await without.send(context("live", "m3"), email)).toMatchObject({ provider: "outbox" });
    const kept = await outbox.list(author.viewer, 2, null);
    expect(kept).toMatchObject([{ kind: "email", recipient: "ana@acme.example", content: { subject: "Hi" } }, {}]);
  });

  it("never reject", async () => {
    const errors: unknown[] = [];
    const mailer = { send: () => Promise.reject(new Error("broken")) };
    const sender = createSender({ outbox: opened.store.outbox, graph, mailer, onError: (error) => errors.push(error) });
    expect(await sender.send(context("live", "m4"), email)).toMatchObject({ ok: false, isPermanent: false });
    expect(errors).toHaveLength(1);
  });
});
