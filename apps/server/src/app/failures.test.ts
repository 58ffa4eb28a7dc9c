import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createApp } from "./app.ts";
import type { Store } from "../runs/model/stores.ts";
import { createLogger, openLog } from "../platform/http/logging.ts";
import { loggedPath } from "../platform/http/logged-path.ts";
import { createMetrics } from "../platform/http/metrics.ts";
import { recorded } from "./testing/recorded.ts";

const KEY = "trk_live_a-very-secret-key";

/** A server whose store fails every call in the given way, and what it logged. */
function broken(error: unknown) {
  const { logger, lines } = recorded();
  const fail = async (): Promise<never> => {
    throw error;
  };
  const failing = new Proxy({}, { get: () => fail });
  // What a start does once goes well: the database fails afterwards.
  const conversations = new Proxy({}, { get: () => async () => undefined });
  const parts: Record<string, unknown> = { conversations, ping: fail };
  const store = new Proxy({}, { get: (_, name) => parts[String(name)] ?? failing }) as unknown as Store;
  const app = createApp({ store, serverSecret: "s", logger });
  const ask = (url: string) => app.inject({ url, headers: { authorization: `Bearer ${KEY}` } });
  return { ask, lines };
}

const coded = (code: string, message: string) => Object.assign(new Error(message), { code });

describe("a store that fails", () => {
  it.each([
    ["a refused connection", coded("ECONNREFUSED", "connect ECONNREFUSED 10.0.0.7:5432")],
    ["a database that shuts down", coded("57P01", "terminating connection")],
    ["a deadlock that this request lost", coded("40P01", "deadlock detected")],
    ["too many connections", coded("53300", "sorry, too many clients already")],
    ["an exhausted pool", new Error("timeout exceeded when trying to connect")],
    [
      "a connection that broke within a transaction",
      new Error("Client has encountered a connection error and is not queryable"),
    ],
    ["a connection that was closed", new Error("Client was closed and is not queryable")],
  ])("by %s is 503, and says nothing of itself", async (_, error) => {
    const { ask } = broken(error);
    const answer = await ask("/api/v1/tags");
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect(answer.body).not.toContain(error.message);
  });

  it.each([
    ["an error", new Error("secret detail")],
    ["no error at all", "secret detail"],
    ["nothing", undefined],
  ])("by throwing %s is 500, and says nothing of itself", async (_, error) => {
    const { ask, lines } = broken(error);
    const answer = await ask("/api/v1/tags");
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({
      error: "Something went wrong on our side.",
      code: "INTERNAL_ERROR",
      requestId: answer.headers["x-request-id"],
    });
    expect(lines.join("")).not.toContain("src/http");
  });

  it.each([
    ["down", new Error("down"), "The database does not answer."],
    ["full, as PostgreSQL says", coded("53100", "could not extend file"), "The database has no room left on its disk."],
    ["full, as the system says", coded("ENOSPC", "no space left"), "The database has no room left on its disk."],
  ])("makes health answer 503 where it is %s", async (_, error, said) => {
    const answer = await broken(error).ask("/health");
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { code: "SERVICE_UNAVAILABLE", error: said }]);
  });
});

describe("a log that collects its lines", () => {
  it("has them all once it is told to write", () => {
    const folder = mkdtempSync(join(tmpdir(), "trilho-log-"));
    const file = join(folder, "log");
    const lines = openLog(file);
    const logger = createLogger({ level: "info", destination: lines });
    for (let index = 0; index < 200; index += 1) logger.info({ index }, "line");
    lines.flushSync();
    expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(200);
    rmSync(folder, { recursive: true });
  });
});

describe("the log", () => {
  it("has one line for a request, with its id and without its query or key", async () => {
    const { ask, lines } = broken(new Error("x"));
    const answer = await ask("/nowhere?search=maria@example.com");
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      msg: "request",
      requestId: answer.headers["x-request-id"],
      method: "GET",
      path: "/nowhere",
      status: 404,
    });
    expect(lines.join("")).not.toMatch(/maria|trk_live/);
  });

  it.each<[path: string, logged: string]>([
    ["conversations/5511955552222/messages", "conversations/[hidden]/messages"],
    ["conversations/%2B55%20(11)%2095555-2222", "conversations/[hidden]"],
    ["conversations/+55.11.95555.2222/messages?limit=1", "conversations/[hidden]/messages"],
    ["conversations/555-2222", "conversations/[hidden]"],
    ["conversations/tel:+5511955552222", "conversations/[hidden]"],
    ["conversations/ig:maria/messages", "conversations/[hidden]/messages"],
    ["contacts/maria%40example.com", "contacts/[hidden]"],
    ["nowhere/5511955552222/maria@example.com", "nowhere/[hidden]/[hidden]"],
    ["conversations/01990000-1234-7123-8123-123456789012", "conversations/01990000-1234-7123-8123-123456789012"],
    ["deals/1234567890/notes", "deals/1234567890/notes"],
    ["deals/5511955552222/tags/5511955552222", "deals/5511955552222/tags/[hidden]"],
  ])("says nothing of whom %s names", async (path, logged) => {
    const { ask, lines } = broken(new Error("x"));
    await ask(`/api/v1/${path}`);
    const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "request");
    expect(requests).toMatchObject([{ path: `/api/v1/${logged}` }]);
    expect(requests[0].requestId).toEqual(expect.any(String));
  });

  it("has no error for what the framework refuses", async () => {
    const { ask, lines } = broken(new Error("x"));
    expect((await ask("/api/v1/%zz")).statusCode).toBe(400);
    expect(lines.map((line) => (JSON.parse(line) as { level: number }).level).filter((level) => level > 30)).toEqual(
      [],
    );
  });

  it("says nothing of the address that lets anybody call an automation", () => {
    expect(loggedPath("/hooks/automations/a-token?x=1", undefined)).toBe("/hooks/automations/[redacted]");
  });

  it("has the time of each line", () => {
    const { logger, lines } = recorded();
    const began = Date.now();
    logger.info("x");
    const time = Date.parse(JSON.parse(lines[0] ?? "").time);
    expect([time >= began, time <= Date.now()]).toEqual([true, true]);
  });

  it("keeps code and message of an error, and nothing else that it carries", () => {
    const { logger, lines } = recorded();
    const carrying = { detail: "Key (email)=(maria@example.com)", client: { secretKey: 7 } };
    logger.warn({ err: Object.assign(coded("57P01", "terminating connection"), carrying) }, "database connection lost");
    expect(JSON.parse(lines[0] ?? "").err).toEqual({
      type: "Error",
      code: "57P01",
      message: "terminating connection",
    });
  });

  it("redacts the Authorization header wherever it is logged", () => {
    const { logger, lines } = recorded();
    logger.info({ req: { headers: { authorization: `Bearer ${KEY}` } }, headers: { authorization: KEY } }, "x");
    expect(lines.join("")).not.toContain(KEY);
  });

  it.each([
    ["a cookie", { headers: { "set-cookie": KEY } }],
    ["an API key", { headers: { "x-api-key": KEY }, apiKey: KEY, config: { api_key: KEY } }],
    ["a password deep inside", { a: { b: { c: { smtpPassword: KEY } } } }],
    ["what lies deeper than anybody looks", { a: { b: { c: { d: { e: { f: { g: KEY } } } } } } }],
  ])("redacts %s, and changes nothing that it was given", (_, logged) => {
    const { logger, lines } = recorded();
    const before = structuredClone(logged);
    logger.info(logged, "x");
    expect(lines.join("")).not.toContain(KEY);
    expect(logged).toEqual(before);
  });
});

describe("a client that goes away in the middle of its body", () => {
  it("is no failure of the server: no error in the log, and no request in flight", async () => {
    const { logger, lines } = recorded();
    const conversations = { failAbandoned: async () => undefined };
    const metrics = createMetrics(null);
    const app = createApp({ store: { conversations } as unknown as Store, serverSecret: "s", logger, metrics });
    app.post("/echo", async () => ({}));
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    const head = "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    socket.write(head, () => socket.destroy());
    const ofRequest = () => lines.map((line) => JSON.parse(line) as { msg: string }).slice(1);
    const told = [{ level: 30, msg: "The request did not arrive as a whole." }];
    await expect.poll(ofRequest, { timeout: 20_000 }).toMatchObject(told);
    await expect.poll(async () => (await metrics.inFlight.get()).values[0]?.value).toBe(0);
    await app.close();
    expect(ofRequest()).toMatchObject(told);
  });
});
