import { performance } from "node:perf_hooks";
import type { Route, Schema } from "@trilho/contract";
import { ROUTES } from "@trilho/contract";
import { fastify } from "fastify";
import { afterAll, describe, expect, it } from "vitest";
import type { Awaitable } from "../../security/awaitable.ts";
import type { Pieces } from "./pieces.ts";
import { listWriter, responseSchemas, serialiseBySchema } from "./serialising.ts";

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
    oneOrMany: {
      type: ["object", "array"],
      properties: { key: text },
      items: { type: "object", properties: { name: text } },
    },
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
    ["picks one as an object", { id: "a", oneOrMany: { key: "k", x: 1 } }, { id: "a", oneOrMany: { key: "k" } }],
    ["picks many as a list", { id: "a", oneOrMany: [{ name: "n", x: 1 }] }, { id: "a", oneOrMany: [{ name: "n" }] }],
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

const textOf = async (written: Awaitable<Pieces> | null | undefined): Promise<string> => {
  const pieces = await written;
  const bytes = Buffer.concat((await pieces?.toArray()) ?? []);
  expect(pieces?.bytes).toBe(bytes.length);
  return String(bytes);
};
const envelopeOf = (data: object) => ({
  type: "object",
  properties: { data, message: { type: ["string", "null"] } },
});
const item = (id: string, length: number) => ({ id, secret: "s", loose: { text: "[é]".repeat(length / 3) } });

const routeOf = (data: object): Route => ({
  ...route,
  success: { status: 200, schema: envelopeOf(data) as unknown as Schema },
});

/** A list of one item: a text weighs what it is long; a key weighs 8, as does any other value. */
const ofText = (length: number) => [{ loose: { text: "x".repeat(length) } }];

describe("a long list", () => {
  const list = { type: "array", items: SCHEMA };
  const page = { type: "object", properties: { items: list, nextCursor: text, hasMore: { type: "boolean" } } };

  type Data = (items: object[]) => object;
  it.each<[string, object, Data, Data]>([
    ["as it is", list, (items) => items, (items) => items],
    [
      "in pages",
      page,
      (items) => ({ nextCursor: "[a]", items, hasMore: true, secret: "s" }),
      (items) => ({ nextCursor: "[a]", items, hasMore: true }),
    ],
  ])("%s is written as a short one is, item by item", async (_, schema, dataOf, shown) => {
    const write = listWriter(routeOf(schema));
    const long = ["a", "b", "c"].map((id) => item(id, 150_000));
    const written: unknown = JSON.parse(await textOf(write?.({ data: dataOf(long), message: "[m]" })));
    const items = long.map(({ id, loose }) => ({ id, loose }));
    expect(written).toEqual({ data: shown(items), message: "[m]" });
    expect(write?.({ data: dataOf([item("a", 300)]), message: null })).toBeNull();
  });

  it.each<[string, object[], boolean]>([
    ["a text that just makes it long", ofText(256 * 1024 - 3 * 8 + 1), true],
    ["a text that is one shorter", ofText(256 * 1024 - 3 * 8), false],
    ["numbers", [{ loose: { list: Array(20_000).fill(1) } }], true],
    ["nulls", [{ loose: { list: Array(20_000).fill(null) } }], true],
    [
      "empty objects alone, whose keys are what they weigh",
      [{ loose: { list: Array.from({ length: 20_000 }, () => ({})) } }],
      false,
    ],
  ])("is told by what is in it: %s", (_, items, isLong) => {
    expect(listWriter(routeOf(list))?.({ data: items, message: null }) !== null).toBe(isLong);
  });

  it("leaves the event loop to others between its items", async () => {
    let turn = 0;
    let counting = setImmediate(function count() {
      turn += 1;
      counting = setImmediate(count);
    });
    const turns = new Set<number>();
    const long = "x".repeat(300_000);
    const slow = ["a", "b", "c"].map((id) => ({
      id,
      loose: {
        long,
        toJSON() {
          const end = performance.now() + 11;
          while (performance.now() < end);
          turns.add(turn);
          return { id };
        },
      },
    }));
    const written = await listWriter(routeOf(list))?.({ data: slow, message: null });
    clearImmediate(counting);
    expect(turns.size).toBe(3);
    expect(JSON.parse(await textOf(written))).toEqual({
      data: ["a", "b", "c"].map((id) => ({ id, loose: { id } })),
      message: null,
    });
  });

  it("is weighed only where its items may be large", () => {
    expect(listWriter(ROUTES.listTags)).toBeNull();
    expect(listWriter(ROUTES.getAutomation)).toBeNull();
    expect(listWriter(ROUTES.listAutomations)).not.toBeNull();
    expect(listWriter(ROUTES.listCadences)).not.toBeNull();
  });
});

const statusesOf = (of: Route) => Object.keys(responseSchemas(of));

it("answers without JSON have no schema but that of errors", () => {
  expect(statusesOf(ROUTES.downloadMedia)).toEqual(["4xx", "5xx"]);
  expect(statusesOf({ ...ROUTES.listTags, success: { status: 204, schema: null } })).toEqual(["4xx", "5xx"]);
  expect(statusesOf(ROUTES.listTags)).toEqual(["200", "4xx", "5xx"]);
});
