import type { Route, Schema } from "@trilho/contract";
import { ROUTES } from "@trilho/contract";
import { fastify } from "fastify";
import { afterAll, describe, expect, it } from "vitest";
import { responseSchemas, serialiseBySchema } from "./serialising.ts";

const text = { type: "string" };
const SCHEMA = {
  type: "object",
  required: ["id"],
  properties: {
    id: text,
    size: { type: ["integer", "null"] },
    note: text,
    at: { type: "string", format: "date-time" },
    items: { type: "array", items: { type: "object", properties: { name: text } } },
    loose: { type: "object", additionalProperties: true },
    byKey: { type: "object", additionalProperties: { type: "object", properties: { name: text } } },
    value: { type: ["string", "number", "boolean", "object", "null"], properties: { key: text } },
  },
} as unknown as Schema;
const route: Route = { ...ROUTES.listTags, success: { status: 200, schema: SCHEMA } };

const app = fastify();
let answer: unknown;
let status = 200;
serialiseBySchema(app);
app.post("/", { schema: { response: responseSchemas(route) } }, (_, reply) => {
  reply.code(status).send(answer);
});
afterAll(() => app.close());

/** What leaves when a handler answers `value`. */
async function sent(value: unknown, as = 200) {
  [answer, status] = [value, as];
  const { statusCode, body } = await app.inject({ method: "POST", url: "/" });
  return { status: statusCode, body };
}

describe("an answer", () => {
  it.each<[string, object, object]>([
    ["keeps what the schema names", { id: "a", size: 1, note: "n" }, { id: "a", size: 1, note: "n" }],
    [
      "leaves out what it does not name",
      { id: "a", secret: "s", items: [{ name: "b", secret: "s" }] },
      { id: "a", items: [{ name: "b" }] },
    ],
    ["keeps null where it may be", { id: "a", size: null }, { id: "a", size: null }],
    [
      "keeps every key of a loose object",
      { id: "a", loose: { x: { y: [1, null] }, constructor: 1 } },
      { id: "a", loose: { x: { y: [1, null] }, constructor: 1 } },
    ],
    [
      "keeps instants as they are",
      { id: "a", at: "2026-03-01T12:00:00.123Z" },
      { id: "a", at: "2026-03-01T12:00:00.123Z" },
    ],
    ["keeps the type of a value of several types", { id: "a", value: 0 }, { id: "a", value: 0 }],
    [
      "picks the parts of such an object, too",
      { id: "a", value: { key: "k", x: 1 } },
      { id: "a", value: { key: "k" } },
    ],
    [
      "keeps any text",
      { id: '\u2028"\\\ud83d\ude00\u0007', note: "x".repeat(100) },
      { id: '\u2028"\\\ud83d\ude00\u0007', note: "x".repeat(100) },
    ],
  ])("%s", async (_, value, expected) => {
    const { status: code, body } = await sent(value);
    expect([code, JSON.parse(body)]).toEqual([200, expected]);
  });

  it.each<[string, object]>([
    ["a missing part", {}],
    ["null", { id: null }],
    ["a number for a text", { id: 5 }],
    ["a text for a number", { id: "a", size: "5" }],
    ["null for a list", { id: "a", items: null }],
    ["a list for an object", { id: "a", loose: [] }],
  ])("is not fixed: %s stays what it is", async (_, value) => {
    expect(JSON.parse((await sent(value)).body)).toEqual(value);
  });

  it("takes __proto__ in a map as a key like any other", async () => {
    const written = '{"id":"a","byKey":{"__proto__":{"name":"b"},"x":{"name":"c"}}}';
    const value = JSON.parse(written.replace('"c"', '"c","secret":1'));
    expect((await sent(value)).body).toBe(written);
  });

  it("cannot be described by a choice of schemas", async () => {
    const other = fastify();
    serialiseBySchema(other);
    const response = { 200: { type: "object", properties: { x: { anyOf: [text] } } } };
    other.get("/", { schema: { response } }, (_, reply) => reply.send({}));
    await expect(other.ready()).rejects.toThrow("anyOf");
  });

  it("of an error is picked likewise", async () => {
    const body = {
      error: "e",
      code: "CONFLICT",
      requestId: "r",
      stack: "s",
      fieldErrors: [{ field: "f", message: "m", value: "v" }],
    };
    const { stack: _, ...rest } = body;
    expect(JSON.parse((await sent(body, 409)).body)).toEqual({ ...rest, fieldErrors: [{ field: "f", message: "m" }] });
  });
});
