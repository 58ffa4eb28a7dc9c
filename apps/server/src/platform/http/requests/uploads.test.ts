import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect, type AddressInfo } from "node:net";
import type { FileContent } from "@trilho/contract";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { Download } from "../../service/files.ts";
import { sendDownload } from "../answers/downloads.ts";
import { createServer } from "../server.ts";
import { fileName, readFilesOnly, readUpload } from "./uploads.ts";

const MAX_BYTES = 1024 * 1024 * 2;

let app: FastifyInstance;
let url: string;
let received: FileContent | null;

beforeAll(async () => {
  app = createServer({ logger: undefined, trustProxy: [], requests: undefined, metrics: undefined });
  app.register(async (uploads) => {
    await readFilesOnly(uploads);
    uploads.route({
      method: "POST",
      url: "/files",
      async handler(request) {
        received = await readUpload(request, { field: "file", maxBytes: MAX_BYTES });
        return { name: received.name, mimeType: received.mimeType, size: received.content.length };
      },
    });
  });
  app.route<{ Querystring: { name: string; type: string; content: string } }>({
    method: "GET",
    url: "/files",
    async handler({ query }, reply) {
      const content = Buffer.from(query.content);
      const file = { key: "k", name: query.name, mimeType: query.type, size: content.length, content };
      return sendDownload(reply, new Download(file));
    },
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/files`;
});
afterAll(() => app.close());

const form = (...parts: [name: string, value: Blob | string, fileName?: string][]): FormData => {
  const data = new FormData();
  for (const [name, value, as] of parts) {
    if (typeof value === "string") data.append(name, value);
    else data.append(name, value, as);
  }
  return data;
};

const post = async (init: RequestInit) => {
  const answer = await fetch(url, { method: "POST", ...init });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

const typed = (type: string, body: string): RequestInit => ({ body, headers: { "content-type": type } });

const get = (name: string, type: string, content = "x") =>
  fetch(`${url}?${new URLSearchParams({ name, type, content }).toString()}`);

describe("an upload", () => {
  test("is taken with its name, type and every byte", async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
    const file = new Blob([bytes], { type: "Image/PNG" });
    const answer = await post({ body: form(["file", file, "orçamento 🚀.png"]) });
    expect(answer).toEqual({
      status: 200,
      body: { name: "orçamento 🚀.png", mimeType: "image/png", size: 70_000 },
    });
    expect(Buffer.compare(received?.content ?? new Uint8Array(), bytes)).toBe(0);
  });

  test("may be as large as the limit, and empty", async () => {
    expect(await post({ body: form(["file", new Blob([new Uint8Array(MAX_BYTES)]), "a"]) })).toMatchObject({
      status: 200,
      body: { size: MAX_BYTES, mimeType: "application/octet-stream" },
    });
    expect(await post({ body: form(["file", new Blob([]), "empty.txt"]) })).toMatchObject({ body: { size: 0 } });
  });

  test("may stand among fields that nobody asked for", async () => {
    const body = form(["comment", "hello"], ["file", new Blob(["x"]), "a.txt"], ["__proto", "x"]);
    expect(await post({ body })).toMatchObject({ status: 200, body: { name: "a.txt", size: 1 } });
  });

  const file = new Blob(["x"]);
  const SMALL_PART = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n--b--\r\n';
  const LONG_END = SMALL_PART + " ".repeat(MAX_BYTES * 2);
  it.each<[string, () => RequestInit, number, string | null]>([
    ["JSON", () => typed("application/json", "{}"), 415, null],
    ["a form without files", () => typed("application/x-www-form-urlencoded", "file=a"), 415, null],
    ["nothing at all", () => ({}), 415, null],
    ["multipart without a boundary", () => typed("multipart/form-data", "x"), 400, null],
    ["a multipart body cut short", () => typed("multipart/form-data; boundary=b", "--b\r\nContent-Disp"), 400, null],
    ["no part", () => ({ body: form() }), 400, "file"],
    ["text where the file belongs", () => ({ body: form(["file", "text"]) }), 400, "file"],
    ["the part of a form in which no file was chosen", () => ({ body: form(["file", new Blob([]), ""]) }), 400, "file"],
    ["a file under another name", () => ({ body: form(["picture", file, "a"]) }), 400, "picture"],
    ["two files", () => ({ body: form(["file", file, "a"], ["file", file, "b"]) }), 400, "file"],
    ["a part named __proto__", () => ({ body: form(["__proto__", file, "a"]) }), 400, null],
    [
      "a file over the limit",
      () => ({ body: form(["file", new Blob([new Uint8Array(MAX_BYTES + 1)]), "a"]) }),
      413,
      null,
    ],
    ["a file far over it", () => ({ body: form(["file", new Blob([new Uint8Array(MAX_BYTES * 8)]), "a"]) }), 413, null],
    ["a small file with much behind it", () => typed("multipart/form-data; boundary=b", LONG_END), 413, null],
  ])("of %s is refused", async (_, init, status, field) => {
    const answer = await post(init());
    expect(answer.status).toBe(status);
    if (field === null) expect(answer.body["code"]).toBe("BAD_REQUEST");
    else expect(answer.body).toMatchObject({ code: "VALIDATION_ERROR", fieldErrors: [{ field }] });
    // The connection and the server live on.
    expect(await post({ body: form(["file", file, "a"]) })).toMatchObject({ status: 200 });
  });

  test("without a length is cut off at the limit", async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { "content-type": "multipart/form-data; boundary=b" };
      const outgoing = httpRequest(url, { method: "POST", headers }, ({ statusCode }) => resolve(statusCode));
      outgoing.on("error", reject);
      outgoing.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n');
      for (let n = 0; n < 5; n++) outgoing.write(Buffer.alloc(MAX_BYTES / 2));
      outgoing.end("\r\n--b--\r\n");
    });
    expect(status).toBe(413);
  });

  test("that is refused is answered to who sends all of it before they listen", async () => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.pause();
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
    const end = "\r\n--b--\r\n";
    const head = ["POST /files HTTP/1.1", "Host: x", "Content-Type: multipart/form-data; boundary=b"];
    const chunks = Array.from({ length: 16 }, () => Buffer.alloc(MAX_BYTES));
    socket.write(`${head.join("\r\n")}\r\nTransfer-Encoding: chunked\r\n\r\n`);
    for (const chunk of [Buffer.from(part), ...chunks, Buffer.from(end)]) {
      socket.write(`${chunk.length.toString(16)}\r\n`);
      socket.write(chunk);
      socket.write("\r\n");
    }
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.write("0\r\n\r\n", () => resolve());
    });
    const [answer] = (await once(socket.resume(), "data")) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });
});

describe("the name of an upload", () => {
  it.each([
    ["a plain one", "Contrato (v2).pdf", "Contrato (v2).pdf"],
    ["a path of Unix", "../../etc/passwd", "passwd"],
    ["a path of Windows", String.raw`C:\Users\ana\a.txt`, "a.txt"],
    ["control characters", "a\0\r\nb\u001b.txt", "ab.txt"],
    ["a change of text direction", "gpj\u202Eexe.txt", "gpjexe.txt"],
    ["blanks around it", "  a b.txt ", "a b.txt"],
    ["half a character", "a\ud800.txt", "a\uFFFD.txt"],
    ["dots alone", "..", "file"],
    ["none", undefined, "file"],
    ["one that is as long as it may be", `${"é".repeat(255)}`, "é".repeat(255)],
    ["one that is a character too long", `${"é".repeat(256)}`, "é".repeat(255)],
    ["one that is too long, with more than one ending", `${"é".repeat(400)}.tar.gz`, `${"é".repeat(252)}.gz`],
    [
      "one that is too long, with what is too long for an ending",
      `${"é".repeat(300)}.${"x".repeat(17)}`,
      "é".repeat(255),
    ],
    ["a line's end in Unicode", "a\u2028b\u2029.txt", "ab.txt"],
    ["one that begins with a dot", ".env", ".env"],
    ["one that is too long", `${"é".repeat(400)}.pdf`, `${"é".repeat(251)}.pdf`],
  ])("from %s", (_, given, kept) => {
    expect(fileName(given)).toBe(kept);
  });
});

describe("a download", () => {
  it.each([
    ["image/png", "image/png", "inline"],
    ["text/plain", "text/plain; charset=utf-8", "inline"],
    ["text/html", "application/octet-stream", "attachment"],
    ["image/svg+xml", "application/octet-stream", "attachment"],
    ["application/pdf", "application/octet-stream", "attachment"],
    ["a\r\nb", "application/octet-stream", "attachment"],
  ])("of %s has the type %s and is %s", async (type, sent, disposition) => {
    const { headers, status } = await get("a", type);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe(sent);
    expect(headers.get("content-disposition")).toMatch(new RegExp(`^${disposition}; filename=`));
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  });

  test("keeps its name in any script, and every byte", async () => {
    const answer = await get('orçamento "final" 🚀.txt', "text/plain", "olá");
    expect(answer.headers.get("content-disposition")).toBe(
      `inline; filename="or?amento \\"final\\" ??.txt"; filename*=UTF-8''or%C3%A7amento%20%22final%22%20%F0%9F%9A%80.txt`,
    );
    expect(await answer.text()).toBe("olá");
  });
});
