import type { FastifyInstance } from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import { Refusal } from "./answers/errors.ts";
import { createServer } from "./server.ts";
import { recorded } from "../../app/testing/recorded.ts";

let app: FastifyInstance;
afterEach(() => app.close());

/** The lines that the server writes. */
function serve(trustProxy: readonly string[] = []): string[] {
  const { logger, lines } = recorded();
  app = createServer({ logger, trustProxy, requests: undefined, metrics: undefined });
  app.get("/from", ({ ip }) => ({ ip }));
  app.get("/fault", () => {
    throw new TypeError("a fault of our own");
  });
  app.get("/foreseen", () => {
    throw new Refusal({ code: "SERVICE_UNAVAILABLE", message: "The server is stopping." });
  });
  app.post("/body", ({ body }) => ({ body }));
  return lines;
}

describe("who asks", () => {
  const forwarded = { "x-forwarded-for": "203.0.113.7" };
  it.each<[what: string, trustProxy: string[], ip: string]>([
    ["is the connection's address where no proxy is trusted", [], "127.0.0.1"],
    ["is whom a trusted proxy names", ["loopback"], "203.0.113.7"],
    ["is the connection's address where others are trusted", ["10.0.0.0/8"], "127.0.0.1"],
  ])("%s", async (_, trustProxy, ip) => {
    serve(trustProxy);
    expect((await app.inject({ url: "/from", headers: forwarded })).json()).toEqual({ ip });
  });
});

describe("the id of a request", () => {
  it.each<[given: string, isKept: boolean]>([
    ["a".repeat(7), false],
    ["a".repeat(8), true],
    ["a".repeat(64), true],
    ["a".repeat(65), false],
    ["order 2026", false],
    ["order-2026.03_01", true],
  ])("given as %j is kept: %s", async (given, isKept) => {
    serve();
    const { headers } = await app.inject({ url: "/from", headers: { "x-request-id": given } });
    expect(headers["x-request-id"] === given).toBe(isKept);
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });
});

describe("the log", () => {
  it.each<[what: string, url: string, status: number, errors: string[]]>([
    ["tells of a fault of our own", "/fault", 500, ["Something went wrong on our side."]],
    ["does not call what was foreseen an error", "/foreseen", 503, []],
    ["does not call what a client did wrong an error", "/nowhere", 404, []],
  ])("%s", async (_, url, status, errors) => {
    const lines = serve();
    expect((await app.inject(url)).statusCode).toBe(status);
    const told = lines.map((line) => JSON.parse(line) as { level: number; msg: string });
    expect(told.filter(({ level }) => level >= 50).map(({ msg }) => msg)).toEqual(errors);
  });
});

describe("what is asked", () => {
  it.each<[what: string, url: string, status: number]>([
    ["with a slash at its end is the same", "/from/", 200],
    ["may be an address of any length", `/from/${"x".repeat(5000)}`, 404],
  ])("%s", async (_, url, status) => {
    serve();
    expect((await app.inject(url)).statusCode).toBe(status);
  });

  it.each<[what: string, payload: string, status: number]>([
    ["an empty body is none", "", 200],
    ["blanks alone are none", " \n ", 200],
    ["a body of 1 MB is read", JSON.stringify("x".repeat(1024 * 1024 - 2)), 200],
    ["a body of a byte more is not", JSON.stringify("x".repeat(1024 * 1024 - 1)), 413],
  ])("%s", async (_, payload, status) => {
    serve();
    const headers = { "content-type": "application/json" };
    expect((await app.inject({ method: "POST", url: "/body", headers, payload })).statusCode).toBe(status);
  });
});
