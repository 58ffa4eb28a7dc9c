import fastify from "fastify";
import { describe, expect, it } from "vitest";
import { readJsonOnly } from "./body.ts";

/** What a server read, or the status with which it refused. */
async function read(payload: string | Buffer, headers: Record<string, string>): Promise<unknown> {
  const app = fastify();
  readJsonOnly(app);
  app.setErrorHandler((error: { failure?: { status: number } }, _, reply) =>
    reply.code(error.failure?.status ?? 500).send({ refused: error.failure?.status ?? String(error) }),
  );
  app.post("/", ({ body }) => ({ body: body ?? null }));
  const answer = await app.inject({ method: "POST", url: "/", payload, headers });
  await app.close();
  return answer.json().refused ?? answer.json().body;
}

describe("a body of JSON", () => {
  it.each<[string, unknown]>([
    ["application/json", { a: 1 }],
    ["application/json; charset=utf-8", { a: 1 }],
    ["application/json;charset=UTF8", { a: 1 }],
    ['application/json; charset="utf-8"', { a: 1 }],
    ["application/json; charset=us-ascii", { a: 1 }],
    ["application/json; charset=utf-16", 415],
    ["application/json;charset=latin1", 415],
    ['application/json; charset="utf-16"', 415],
    ["application/json; charset=utf-8x", 415],
    ["application/json; charset=xutf-8", 415],
    ["application/json; charset=us-asciix", 415],
    ["application/json ; charset = utf-8", { a: 1 }],
  ])("declared as %s is read, or refused", async (type, expected) => {
    expect(await read('{"a":1}', { "content-type": type })).toEqual(expected);
  });

  it.each<[string, string | Buffer, unknown]>([
    ["of blanks", "  ", null],
    ["of null", "null", null],
    ["that breaks off", '{"a":', 400],
    ["that is not UTF-8", Buffer.from([0x22, 0xff, 0x22]), 400],
    ["with a mark in front", "\uFEFF[1]", [1]],
  ])("%s", async (_, payload, expected) => {
    expect(await read(payload, { "content-type": "application/json" })).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ["identity", 1],
    [" Identity ", 1],
    ["gzip", 415],
    ["identity, gzip", 415],
    ["xidentity", 415],
    [" ", 1],
  ])("encoded as %s is read, or refused", async (encoding, expected) => {
    expect(await read("1", { "content-type": "application/json", "content-encoding": encoding })).toEqual(expected);
  });
});
