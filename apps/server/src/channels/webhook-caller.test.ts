import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answer, type Receiver, startReceiver } from "../runs/testing/servers.ts";
import { createWebhookCaller } from "./webhook-caller.ts";

/** What never ends is waited for so long: enough for what comes before the wait, on a busy machine too. */
const SHORT_MS = 1500;
const LONG_MS = 20_000;
const BOMB = gzipSync(Buffer.alloc(50_000_000, "x"));
const caller = createWebhookCaller({ allowPrivate: true });
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => Promise.all([caller.close(), receiver.close()]));

const call = (limitMs: number) =>
  caller.call({ url: `${receiver.url}/in`, method: "POST", headers: {}, body: "{}" }, limitMs);

/** A byte at a time, until the reader leaves. */
function drip(response: ServerResponse, byte: string): void {
  const timer = setInterval(() => void response.write(byte), 20);
  response.on("close", () => clearInterval(timer));
}

const cutOff = (status: number) => (response: ServerResponse) =>
  void response.writeHead(status, { "content-length": "99" }).write("beg", () => response.destroy());

describe("an answer whose status came", () => {
  it.each<[what: string, status: number, given: Parameters<Receiver["next"]>[0], excerpt: RegExp, limitMs?: number]>([
    ["nothing more comes", 200, (response) => void response.writeHead(200).flushHeaders(), /^$/, SHORT_MS],
    ["its body never ends", 200, (response) => void response.writeHead(200).write("beg"), /^beg$/, SHORT_MS],
    ["it drips", 201, (response) => drip(response.writeHead(201), "x"), /^x+$/, SHORT_MS],
    ["it breaks off", 200, cutOff(200), /^beg$/],
    [
      "a refusal never ends",
      422,
      (response) => void response.writeHead(422).write("no such lead"),
      /^no such lead$/,
      SHORT_MS,
    ],
    ["a refusal breaks off", 422, cutOff(422), /^beg$/],
    ["an outage breaks off", 503, cutOff(503), /^beg$/],
    ["it is not of the type it says", 200, answer(200, "<p>hi", { "content-type": "image/png" }), /^<p>hi$/],
    ["it is no text at all", 200, (response) => response.writeHead(200).end(Buffer.alloc(5000, 0)), /^$/],
    [
      "it is fifty megabytes in fifty thousand bytes",
      200,
      (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(BOMB),
      /^.{0,1000}$/su,
    ],
    ["it leads elsewhere", 302, answer(302, "", { location: "http://169.254.169.254/latest/meta-data/" }), /^$/],
  ])("is judged by it, though %s", async (_, status, given, excerpt, limitMs = LONG_MS) => {
    receiver.next(given);
    const before = receiver.requests.length;
    const delivery = await call(limitMs);
    expect(delivery).toMatchObject({ answered: true, status, excerpt: expect.stringMatching(excerpt) });
    expect(receiver.requests).toHaveLength(before + 1);
  });
});

it("an answer of which nothing came is none", async () => {
  receiver.next(() => undefined);
  expect(await call(SHORT_MS)).toMatchObject({ answered: false, isRefused: false });
});

async function send(url: string, headers: Record<string, string>) {
  await caller.call({ url, method: "POST", headers, body: "{}" }, LONG_MS);
  return receiver.requests.at(-1)?.headers;
}

describe("a request", () => {
  it("has the credentials of its address, unless a header has others", async () => {
    const url = receiver.url.replace("http://", "http://ana:p%C3%A9%3A1@");
    const basic = `Basic ${Buffer.from("ana:pé:1").toString("base64")}`;
    expect(await send(url, {})).toMatchObject({ authorization: basic });
    expect(await send(url.replace("%3A1", "%zz"), {})).toHaveProperty("authorization");
    expect(await send(url, { Authorization: "Bearer x" })).toMatchObject({ authorization: "Bearer x" });
  });

  it("has headers in UTF-8", async () => {
    const sent = await send(receiver.url, { "X-Name": "João 😀" });
    expect(Buffer.from(String(sent?.["x-name"]), "latin1").toString()).toBe("João 😀");
  });
});
