import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Channel, Outgoing } from "../../areas/conversations/sender.ts";
import {
  INSTAGRAM_ID,
  metaError,
  type MetaServer,
  PHONE_NUMBER_ID,
  startMetaServer,
  TOKEN,
} from "../testing/meta-server.ts";
import { createGraph, type Graph } from "./graph.ts";
import { sendByMeta, type MetaOutgoing } from "./send.ts";
import { META_DEFAULTS } from "./settings.ts";
import { failureTexts } from "../../testing/failure-texts.ts";

const WHATSAPP: Channel = { id: "wa", kind: "whatsapp", name: "Sales", phoneNumberId: PHONE_NUMBER_ID };
const INSTAGRAM: Channel = { id: "ig", kind: "instagram", name: "@acme", phoneNumberId: INSTAGRAM_ID };

let meta: MetaServer;
let graph: Graph;
const open: Graph[] = [];
const graphOf = (change: object = {}): Graph => {
  const made = createGraph({ ...META_DEFAULTS, baseUrl: meta.url, token: TOKEN, timeoutMs: 5000, ...change });
  open.push(made);
  return made;
};
beforeAll(async () => {
  meta = await startMetaServer();
  graph = graphOf();
});
afterEach(() => {
  meta.requests.length = 0;
});
afterAll(async () => {
  await meta.close();
  await Promise.all(open.map((each) => each.close()));
});

const whatsapp = (message: Extract<Outgoing, { kind: "whatsapp" }>["message"]): MetaOutgoing => ({
  kind: "whatsapp",
  channel: WHATSAPP,
  to: "5511987654321",
  message,
});
const HELLO = whatsapp({ type: "text", text: { body: "Hi", preview_url: true } });

describe("what is sent to Meta", () => {
  it("names the message by our key, so that its statuses are known", async () => {
    expect(await sendByMeta(graph, HELLO, "msg-1")).toEqual({
      ok: true,
      provider: "meta",
      externalId: expect.stringMatching(/^wamid\./),
    });
    expect(meta.requests[0]?.body).toMatchObject({ to: "5511987654321", biz_opaque_callback_data: "msg-1" });
  });

  it("uploads a file first, and puts its id into the message", async () => {
    const file = { name: "quote.pdf", mimeType: "application/pdf", content: Buffer.from("%PDF") };
    const document = whatsapp({ type: "document", document: { caption: "Your quote", filename: "quote.pdf" } });
    expect(await sendByMeta(graph, { ...document, file } as MetaOutgoing, "k")).toMatchObject({ ok: true });
    const [upload, message] = meta.requests;
    expect(upload?.raw).toContain("%PDF");
    expect(upload?.raw).toContain('filename="quote.pdf"');
    expect(message?.body?.["document"]).toEqual({
      id: "4490709327384033",
      caption: "Your quote",
      filename: "quote.pdf",
    });
  });

  it.each<[string, MetaOutgoing, string, object]>([
    [
      "a direct message",
      { kind: "instagram", channel: INSTAGRAM, to: "5261234", message: { text: "Hi" } },
      `/v23.0/${INSTAGRAM_ID}/messages`,
      { recipient: { id: "5261234" }, message: { text: "Hi" } },
    ],
    [
      "a private reply",
      { kind: "instagram_reply", channel: INSTAGRAM, commentId: "178659", text: "Look here", isPrivate: true },
      `/v23.0/${INSTAGRAM_ID}/messages`,
      { recipient: { comment_id: "178659" }, message: { text: "Look here" } },
    ],
    [
      "a public reply",
      { kind: "instagram_reply", channel: INSTAGRAM, commentId: "178659", text: "Thanks!", isPrivate: false },
      "/v23.0/178659/replies",
      { message: "Thanks!" },
    ],
    [
      "hiding a comment",
      { kind: "instagram_hide", channel: INSTAGRAM, commentId: "178659", hidden: true },
      "/v23.0/178659",
      { hide: true },
    ],
  ])("on Instagram: %s", async (_, outgoing, path, body) => {
    expect(await sendByMeta(graph, outgoing, "k")).toMatchObject({ ok: true, provider: "meta" });
    expect(meta.requests).toMatchObject([{ path, body }]);
  });

  it("needs a sender at the provider", async () => {
    const channel = { ...WHATSAPP, phoneNumberId: null };
    expect(await sendByMeta(graph, { ...HELLO, channel } as MetaOutgoing, "k")).toMatchObject({
      ok: false,
      isPermanent: true,
    });
    expect(meta.requests).toEqual([]);
  });
});

describe("a refusal", () => {
  it.each<[what: string, status: number, code: number, isPermanent: boolean]>([
    ["too many calls of the app", 400, 4, false],
    ["too many calls of the account", 400, 80007, false],
    ["too many messages", 429, 130429, false],
    ["too many messages to one person", 400, 131056, false],
    ["a failure of Meta's", 500, 131000, false],
    ["any other failure of a server", 503, 0, false],
    ["an invalid parameter", 400, 100, true],
    ["a token that has run out", 401, 190, true],
    ["a number that is not on WhatsApp", 400, 131026, true],
    ["more than a day of silence", 400, 131047, true],
    ["a template that is not there", 404, 132001, true],
  ])("for %s (%d, %d): permanent %s", async (what, status, code, isPermanent) => {
    meta.next(metaError(status, code, what));
    const sent = await sendByMeta(graph, HELLO, "k");
    expect(sent).toMatchObject({ ok: false, isPermanent, retryAfterMs: null });
    expect(failureTexts(sent)[0]).toContain(`${what}” (${code}).`);
    expect(JSON.stringify(sent)).not.toContain(TOKEN);
  });

  it("says that Instagram's time to answer is over", async () => {
    const error = { message: "Outside of allowed window", code: 10, error_subcode: 2534022 };
    meta.next((_, response) => response.writeHead(400, HEAD).end(JSON.stringify({ error })));
    const sent = await sendByMeta(graph, HELLO, "k");
    expect(sent).toMatchObject({ ok: false, isPermanent: true });
    expect(failureTexts(sent)).toEqual([
      "Too much time has passed since the person wrote: Instagram takes no message any more. Meta says: “Outside of allowed window” (10).",
      "Faz tempo demais que a pessoa escreveu: o Instagram não aceita mais mensagem. A Meta diz: “Outside of allowed window” (10).",
    ]);
  });

  it.each([
    ["7", 7000, 7000],
    [new Date(Date.now() + 60_000).toUTCString(), 50_000, 60_000],
  ])("with Retry-After %s says when to try again", async (header, least, most) => {
    meta.next(metaError(429, 130429, "Rate limit hit", { "retry-after": header }));
    const sent = await sendByMeta(graph, HELLO, "k");
    const retryAfterMs = sent.ok ? null : sent.retryAfterMs;
    expect(retryAfterMs).toBeGreaterThanOrEqual(least);
    expect(retryAfterMs).toBeLessThanOrEqual(most);
  });
});

/** For what never ends; long enough for what comes before the wait, on a busy machine too. */
const impatient = () => graphOf({ timeoutMs: 1500 });
const readerOf = (what: string) => (what === ENDLESS ? impatient() : graph);
const ENDLESS = "hangs in the middle";
const HEAD = { "content-type": "application/json" };
/** An answer of which less comes than its head says. */
const breaksOff =
  (status: number): Parameters<MetaServer["next"]>[0] =>
  (_, response) =>
    void response.writeHead(status, { ...HEAD, "content-length": "99" }).write("{", () => response.destroy());

/** Answers that say that Meta took the call, and nothing else. */
const UNREADABLE: [string, Parameters<MetaServer["next"]>[0]][] = [
  ["is no JSON", (_, response) => response.writeHead(200, HEAD).end("<html>")],
  ["is empty", (_, response) => response.writeHead(200, HEAD).end()],
  ["names no message", (_, response) => response.writeHead(200, HEAD).end("{}")],
  ["is a list of nothing", (_, response) => response.writeHead(200, HEAD).end('{"messages":[null]}')],
  [
    "names what cannot be stored",
    (_, response) =>
      response.writeHead(200, HEAD).end('{"messages":[{"id":"a\\u0000b"}],"message_id":"\\ud83d","id":7}'),
  ],
  ["breaks off", breaksOff(200)],
  [ENDLESS, (_, response) => void response.writeHead(200, HEAD).write("{")],
];

describe("an answer that Meta would not give", () => {
  const IN_PRIVATE: MetaOutgoing = {
    kind: "instagram_reply",
    channel: INSTAGRAM,
    commentId: "178659",
    text: "Look here",
    isPrivate: true,
  };

  it.each(UNREADABLE)("%s: the message may have gone out and is not sent again", async (what, answer) => {
    for (const outgoing of [HELLO, IN_PRIVATE]) {
      meta.next(answer);
      const sent = await sendByMeta(readerOf(what), outgoing, "k");
      expect(sent).toMatchObject({ ok: false, isPermanent: true, isUncertain: true });
      expect(sent).toHaveProperty("failure", [{ code: "meta-unclear", params: {} }]);
    }
  });

  it.each(UNREADABLE)("%s: hiding a comment is tried again, which does no harm", async (what, answer) => {
    meta.next(answer);
    const hiding: MetaOutgoing = { kind: "instagram_hide", channel: INSTAGRAM, commentId: "178659", hidden: true };
    expect(await sendByMeta(readerOf(what), hiding, "k")).toMatchObject({ ok: false, isPermanent: false });
  });

  it.each(UNREADABLE)("%s: a file is uploaded again, for its message was not sent yet", async (what, answer) => {
    meta.next(answer);
    const file = { name: "quote.pdf", mimeType: "application/pdf", content: Buffer.from("%PDF") };
    const document = { ...whatsapp({ type: "document", document: {} }), file } as MetaOutgoing;
    expect(await sendByMeta(readerOf(what), document, "k")).toMatchObject({ ok: false, isPermanent: false });
    expect(meta.requests).toHaveLength(1);
  });

  it.each<[string, Parameters<MetaServer["next"]>[0]]>([
    ["never comes", (_, response) => void response.socket],
    ["is a closed door", (_, response) => void response.socket?.destroy()],
  ])("%s: soon known, and the message may have gone out", async (_, answer) => {
    meta.next(answer);
    const sent = await sendByMeta(impatient(), HELLO, "k");
    expect(sent).toMatchObject({ ok: false, isUncertain: true });
    expect(failureTexts(sent)[0]).toContain("may have gone out");
  });

  it("never comes for a file: uploaded again, for its message was not sent yet", async () => {
    meta.next((_, response) => void response.socket);
    const file = { name: "quote.pdf", mimeType: "application/pdf", content: Buffer.from("%PDF") };
    const document = { ...whatsapp({ type: "document", document: {} }), file } as MetaOutgoing;
    const sent = await sendByMeta(impatient(), document, "k");
    expect(sent).toMatchObject({ ok: false, isPermanent: false });
    expect(sent).not.toHaveProperty("isUncertain", true);
  });

  it("is ten megabytes: read no further than one", async () => {
    let written = 0;
    meta.next((_, response) => {
      const chunk = Buffer.alloc(64 * 1024, "x");
      const write = (): void => {
        if (written >= 10 * 1024 * 1024 || response.destroyed) return void response.end();
        written += chunk.length;
        response.write(chunk, write);
      };
      response.writeHead(200, HEAD);
      write();
    });
    expect(await sendByMeta(graph, HELLO, "k")).toMatchObject({ ok: false, isPermanent: true });
    expect(written).toBeLessThan(10 * 1024 * 1024);
  });

  it.each<[what: string, status: number, answer: Parameters<MetaServer["next"]>[0], isPermanent: boolean]>([
    ["a refusal that never ends", 400, (_, response) => void response.writeHead(400, HEAD).write("{"), true],
    ["a refusal that breaks off", 403, breaksOff(403), true],
    ["a refusal of two megabytes", 400, (_, response) => response.writeHead(400).end("x".repeat(2_000_000)), true],
    [
      "a page of two megabytes for an outage",
      503,
      (_, response) => response.writeHead(503).end("x".repeat(2_000_000)),
      false,
    ],
    ["a limit whose words never end", 429, (_, response) => void response.writeHead(429, HEAD).write("{"), false],
  ])("is %s: told by the status (%d) alone", async (_, status, answer, isPermanent) => {
    meta.next(answer);
    expect(await sendByMeta(impatient(), HELLO, "k")).toEqual({
      ok: false,
      isPermanent,
      retryAfterMs: null,
      failure: [{ code: "meta-status", params: { status } }],
    });
  });

  it("is a redirect: not followed, for the token would go along", async () => {
    meta.next((_, response) => response.writeHead(302, { location: `${meta.url}/elsewhere` }).end());
    expect(await sendByMeta(graph, HELLO, "k")).toMatchObject({ ok: false });
    expect(meta.requests).toHaveLength(1);
  });

  it("is no server at all", async () => {
    const nowhere = graphOf({ baseUrl: "http://127.0.0.1:1" });
    expect(await sendByMeta(nowhere, HELLO, "k")).toEqual({
      ok: false,
      isPermanent: false,
      retryAfterMs: null,
      failure: [
        { code: "meta-unreachable", params: {} },
        { code: "host-refuses", params: { host: "127.0.0.1:1", detail: "ECONNREFUSED" } },
      ],
    });
  });
});
