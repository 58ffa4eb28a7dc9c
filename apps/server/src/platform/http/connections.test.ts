import { once } from "node:events";
import { connect } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../app/testing/test-app.ts";

const MEGABYTES = 1024 * 1024;

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await startTestApp();
  key = await (await app.workspace()).addKey();
});
afterAll(() => app.close());

interface Answered {
  status: number;
  headers: Headers;
  body: Buffer;
}

/** What comes back over a connection of its own, of which nothing is read until all was sent. */
async function send(head: string[], body: Buffer = Buffer.alloc(0)): Promise<Answered> {
  const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
  await once(socket, "connect");
  socket.pause();
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.write(body, (error) => (error === null || error === undefined ? resolve() : reject(error)));
  });
  const chunks: Buffer[] = [];
  for await (const chunk of socket) {
    chunks.push(chunk as Buffer);
    const answered = readAnswer(Buffer.concat(chunks));
    if (answered !== null) return answered;
  }
  throw new Error("The connection ended before an answer.");
}

/** Null while it is not there as a whole. */
function readAnswer(bytes: Buffer): Answered | null {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const [first = "", ...lines] = bytes.subarray(0, end).toString().split("\r\n");
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  const body = bytes.subarray(end + 4);
  if (body.length < Number(headers.get("content-length"))) return null;
  return { status: Number(first.split(" ")[1]), headers, body };
}

const errorOf = ({ body }: Answered) => JSON.parse(body.toString()) as { error: string; code: string };

const authorized = () => `Authorization: Bearer ${key}`;
const json = "Content-Type: application/json";
const FORM = "Content-Type: multipart/form-data; boundary=x";

const chunked = (megabytes: number): Buffer =>
  Buffer.concat([
    ...Array.from({ length: megabytes }, () => Buffer.from(`100000\r\n${"a".repeat(MEGABYTES)}\r\n`)),
    Buffer.from("0\r\n\r\n"),
  ]);
const inChunks = (line: string) => [`${line} HTTP/1.1`, "Host: x", "Transfer-Encoding: chunked", authorized(), json];

const asked = (path: string, accepts: string | null) =>
  send([`GET ${path} HTTP/1.1`, "Host: x", authorized(), ...(accepts === null ? [] : [`Accept-Encoding: ${accepts}`])]);

describe("a client that reads nothing before it has sent its whole body sees why it is refused", () => {
  it.each<[what: string, line: string, headers: () => string[], status: number]>([
    ["a body that is too large", "POST /api/v1/automations", () => [authorized(), json], 413],
    ["a file that is too large", "POST /api/v1/media", () => [authorized(), FORM], 413],
    ["no key", "POST /api/v1/automations", () => [json], 401],
    ["another content type", "POST /api/v1/automations", () => [authorized(), "Content-Type: text/plain"], 415],
    ["a method that the route does not have", "DELETE /api/v1/automations", () => [authorized(), json], 405],
    ["no such route", "POST /api/v1/nothing", () => [authorized(), json], 404],
    ["no such page", "POST /nothing", () => [], 404],
    ["a hook that is not there", "POST /hooks/automations/x", () => [json], 404],
  ])("for %s", async (_, line, headers, status) => {
    for (const connection of ["close", "keep-alive"]) {
      const body = Buffer.alloc(21 * MEGABYTES, "a");
      const head = [`${line} HTTP/1.1`, "Host: x", `Connection: ${connection}`, `Content-Length: ${body.length}`];
      const answered = await send([...head, ...headers()], body);
      expect(answered.status).toBe(status);
      expect(errorOf(answered).code).toMatch(/^[A-Z_]+$/);
    }
  });

  it("for one that is too large and does not say so first", async () => {
    const answered = await send([...inChunks("POST /api/v1/automations"), "Connection: close"], chunked(21));
    expect(answered.status).toBe(413);
  });

  it.each(["close", "keep-alive"])("for one in chunks of which nothing was to be read (%s)", async (connection) => {
    const head = [...inChunks("POST /api/v1/nothing"), `Connection: ${connection}`];
    expect((await send(head, chunked(21))).status).toBe(404);
  });

  it.each(["Content-Length: 0", "X-None: 0"])(
    "and where there is no body, the connection closes as asked (%s)",
    async (length) => {
      const answered = await send(["POST /api/v1/automations HTTP/1.1", "Host: x", "Connection: close", length]);
      expect([answered.status, answered.headers.get("connection")]).toEqual([401, "close"]);
    },
  );

  it("but not where it never ends", async () => {
    await expect(send(inChunks("POST /api/v1/nothing"), chunked(160))).rejects.toThrow(
      /EPIPE|ECONNRESET|socket hang up/,
    );
  });
});

describe("what Node.js would refuse without a word has the error body", () => {
  it.each<[what: string, head: string[], status: number, words: RegExp]>([
    ["a request without Host", ["GET /api/v1/tags HTTP/1.1"], 400, /Host is missing/],
    ["one without Host to a page", ["GET /nothing HTTP/1.1"], 400, /Host is missing/],
    ["a method that nobody knows", ["BREW /api/v1/tags HTTP/1.1", "Host: x"], 501, /answers this method/],
    ["what begins as no method can", ["(BREW /api/v1/tags HTTP/1.1", "Host: x"], 400, /not readable/],
    ["a method before no address", ["BREW HTTP/1.1", "Host: x"], 400, /not readable/],
    ["a header that is none", ["GET /api/v1/tags HTTP/1.1", "Host: x", "no header"], 400, /not readable/],
    [
      "headers that are too large",
      ["GET /api/v1/tags HTTP/1.1", "Host: x", `X: ${"x".repeat(20_000)}`],
      431,
      /too large/,
    ],
    ["an expectation", ["GET /api/v1/tags HTTP/1.1", "Host: x", "Expect: tea"], 417, /Expect/],
  ])("%s", async (_, head, status, words) => {
    const answered = await send(head);
    expect(answered.status).toBe(status);
    expect(errorOf(answered)).toMatchObject({ code: "BAD_REQUEST", error: expect.stringMatching(words) });
    expect(answered.headers.get("x-request-id")).toMatch(/^req_/);
  });

  it("but a client of HTTP/1.0 needs no Host", async () => {
    expect((await send(["GET /health HTTP/1.0"])).status).toBe(200);
  });
});

describe("an answer", () => {
  it.each(["gzip", "br, GZIP;q=0.5, *;q=0"])("of some length is compressed for who accepts %s", async (accepts) => {
    const [plain, small] = await Promise.all([asked("/openapi.json", null), asked("/openapi.json", accepts)]);
    expect([plain.headers.get("content-encoding"), small.headers.get("content-encoding")]).toEqual([null, "gzip"]);
    expect(gunzipSync(small.body).equals(plain.body)).toBe(true);
    expect(small.body.length).toBeLessThan(plain.body.length / 4);
    for (const { headers } of [plain, small]) expect(headers.get("vary")).toBe("accept-encoding");
  });

  it.each(["br", "gzip;q=0", "gzip; q=0.00", "identity"])("is not compressed for who accepts %s", async (accepts) => {
    expect((await asked("/openapi.json", accepts)).headers.get("content-encoding")).toBeNull();
  });

  it("that is short is not compressed", async () => {
    const { status, headers } = await asked("/api/v1/tags", "gzip");
    expect([status, headers.get("content-encoding")]).toEqual([200, null]);
  });

  it("is known again by the tag of its compressed form", async () => {
    const { headers } = await asked("/openapi.json", "gzip");
    const etag = headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"/);
    const again = await send(["GET /openapi.json HTTP/1.1", "Host: x", `If-None-Match: ${etag}`]);
    expect(again.status).toBe(304);
  });
});
