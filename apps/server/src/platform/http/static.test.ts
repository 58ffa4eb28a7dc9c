import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../app/app.ts";
import type { Store } from "../../runs/model/stores.ts";

const PAGE = `<!doctype html><script>document.title = "x";</script><script type="module" src="/assets/a.js"></script>`;
const asPage = { accept: "text/html,application/xhtml+xml" };

let editorDir: string;
const serve = (directory?: string) =>
  createApp({
    store: {} as Store,
    serverSecret: "s",
    ...(directory !== undefined && { editorDir: directory }),
  });

beforeAll(async () => {
  editorDir = await mkdtemp(join(tmpdir(), "trilho-editor-"));
  await mkdir(join(editorDir, "assets"));
  await writeFile(join(editorDir, "index.html"), PAGE);
  await writeFile(join(editorDir, "favicon.svg"), "<svg/>");
  await writeFile(join(editorDir, "assets", "index-Bx3k9aQ_.js"), "1;");
});
afterAll(() => rm(editorDir, { recursive: true }));

describe("the editor's pages", () => {
  it.each(["/", "/automations/some-id", "/index.html", "/?x=1"])("are index.html at %s, never cached", async (url) => {
    const answer = await serve(editorDir).inject({ url, headers: asPage });
    expect([answer.statusCode, answer.body]).toEqual([200, PAGE]);
    expect(answer.headers["content-type"]).toMatch(/^text\/html/);
    expect(answer.headers["cache-control"]).toBe("no-cache");
    expect(answer.headers["x-request-id"]).toMatch(/^req_/);
  });

  it("are asked for by their headers alone, too", async () => {
    const answer = await serve(editorDir).inject({ method: "HEAD", url: "/automations/some-id", headers: asPage });
    expect([answer.statusCode, answer.body]).toEqual([200, ""]);
    const posted = await serve(editorDir).inject({ method: "POST", url: "/automations/some-id", headers: asPage });
    expect([posted.statusCode, posted.json().code]).toEqual([404, "NOT_FOUND"]);
  });

  it("carry a strict policy: own scripts only, inline ones by their hash", async () => {
    const { headers } = await serve(editorDir).inject({ url: "/", headers: asPage });
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}=';/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
    });
  });

  it.each<[what: string, headers: Record<string, string>, status: number, words: RegExp]>([
    ["what lies beyond the end of a file", { range: "bytes=999-" }, 416, /Range/],
    ["another state of a file", { "if-match": '"other"' }, 412, /If-Match/],
    ["an older state of a file", { "if-unmodified-since": new Date(0).toUTCString() }, 412, /If-Unmodified-Since/],
  ])("refuse %s as the client's fault, and say which header asked for it", async (_, headers, status, words) => {
    const answer = await serve(editorDir).inject({ url: "/favicon.svg", headers });
    expect([answer.statusCode, answer.json().code]).toEqual([status, "BAD_REQUEST"]);
    expect(answer.json().error).toMatch(words);
  });

  it("tell how large a file is whose end lies before the part that was asked for", async () => {
    const answer = await serve(editorDir).inject({ url: "/favicon.svg", headers: { range: "bytes=999-" } });
    expect([answer.statusCode, answer.headers["content-range"]]).toEqual([416, "bytes */6"]);
  });

  it("are sent as they were compressed by the build, to browsers that take that", async () => {
    const url = "/assets/big-Bx3k9aQ_.js";
    await writeFile(join(editorDir, url), "2;");
    await writeFile(join(editorDir, `${url}.br`), "brotli of 2;");
    const app = serve(editorDir);
    const [small, whole] = await Promise.all([
      app.inject({ url, headers: { "accept-encoding": "gzip, br" } }),
      app.inject({ url }),
    ]);
    expect([small.statusCode, small.body, small.headers["content-encoding"]]).toEqual([200, "brotli of 2;", "br"]);
    expect([whole.body, whole.headers["content-encoding"]]).toEqual(["2;", undefined]);
    for (const { headers } of [small, whole]) {
      expect(headers["content-type"]).toMatch(/javascript/);
      expect(headers["cache-control"]).toContain("immutable");
      expect(headers["vary"]).toMatch(/accept-encoding/i);
    }
  });

  it("have nothing at a path that leads out of them", async () => {
    const answer = await serve(editorDir).inject("/%2e%2e/etc/passwd");
    expect([answer.statusCode, answer.json().code]).toEqual([404, "NOT_FOUND"]);
  });

  it("keep hashed assets for ever, and other files only while they are the same", async () => {
    const app = serve(editorDir);
    const asset = await app.inject("/assets/index-Bx3k9aQ_.js");
    expect(asset.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect((await app.inject("/favicon.svg")).headers["cache-control"]).toBe("no-cache");
  });

  it.each<[name: string, isKept: boolean]>([
    ["assets/index-1234567.js", false],
    ["assets/index-12345678.js", true],
    ["assets/index-a_b-c_d-.js", true],
    ["assets/deep/index-Bx3k9aQ_.js.map", true],
    ["assets/index-Bx3k9aQ_", false],
    ["assets/index.js", false],
    ["index-Bx3k9aQ_.js", false],
  ])("keep %s for ever: %s", async (name, isKept) => {
    await mkdir(join(editorDir, "assets", "deep"), { recursive: true });
    await writeFile(join(editorDir, name), "3;");
    const { headers } = await serve(editorDir).inject(`/${name}`);
    expect(headers["cache-control"]).toBe(isKept ? "public, max-age=31536000, immutable" : "no-cache");
  });

  it.each<[what: string, url: string, accept: string | undefined, isPage: boolean]>([
    ["the address of the API itself", "/api", "text/html", false],
    ["an address that begins as the API's", "/apis", "text/html", true],
    ["a page with a query", "/nowhere?a=/api/", "text/html", true],
    ["what accepts no page", "/nowhere", "application/json", false],
    ["what does not say what it accepts", "/nowhere", undefined, false],
  ])("are shown at %s or not", async (_, url, accept, isPage) => {
    const { statusCode, body } = await serve(editorDir).inject({
      url,
      headers: accept === undefined ? {} : { accept },
    });
    expect([statusCode, body === PAGE]).toEqual([404, isPage]);
  });

  it("are 404 for a person at an address without a screen, and say so", async () => {
    const answer = await serve(editorDir).inject({ url: "/automations/some-id/nowhere", headers: asPage });
    expect([answer.statusCode, answer.body]).toEqual([404, PAGE]);
    expect((await serve(editorDir).inject({ url: "/nowhere", headers: asPage })).statusCode).toBe(404);
  });

  it("are there for every screen of the editor", async () => {
    const source = await readFile(new URL("../../../../editor/src/app.tsx", import.meta.url), "utf8");
    const paths = [...source.matchAll(/<Route path="([^"]+)"/g)].map(([, path = ""]) => path.replaceAll(/:\w+/g, "x"));
    expect(paths.length).toBeGreaterThan(5);
    for (const url of paths) {
      const { statusCode } = await serve(editorDir).inject({ url, headers: asPage });
      expect({ url, statusCode }).toEqual({ url, statusCode: 200 });
    }
  });

  it.each<[string, string, object]>([
    ["a file that is gone", "/assets/old-12345678.js", { accept: "*/*" }],
    ["a path of another API", "/api/v2/x", asPage],
    ["a path out of the folder", "/..%2f..%2fetc/passwd", { accept: "*/*" }],
  ])("are not the answer to %s", async (_, url, headers) => {
    const answer = await serve(editorDir).inject({ url, headers: { ...headers } });
    expect([answer.statusCode, answer.json().code]).toEqual([404, "NOT_FOUND"]);
  });

  it.each(["/api/v1", "/api/v1/", "/api/v1/nowhere", `/api/v1/automations/${"x".repeat(5000)}`, "/api/v1/%00"])(
    "are not the answer to %.30s, which asks for a key first",
    async (url) => {
      const answer = await serve(editorDir).inject({ url, headers: asPage });
      expect([answer.statusCode, answer.json().code]).toEqual([401, "UNAUTHORIZED"]);
    },
  );

  it.each([undefined, "/no/such/folder"])("are a plain 404 without a build: %s", async (directory) => {
    const answer = await serve(directory).inject({ url: "/", headers: asPage });
    expect([answer.statusCode, answer.json().code]).toEqual([404, "NOT_FOUND"]);
  });
});
