import { once } from "node:events";
import { gunzipSync } from "node:zlib";
import { fastify, type FastifyInstance } from "fastify";
import { afterAll, describe, expect, it } from "vitest";
import { compressAnswers } from "./compressing.ts";
import { Pieces } from "./pieces.ts";

const JSON_TYPE = "application/json; charset=utf-8";

let app: FastifyInstance;
afterAll(() => app.close());

async function answered(payload: string | Buffer | Pieces, headers: Record<string, string> = {}) {
  await app?.close();
  app = fastify();
  compressAnswers(app);
  app.get("/", (_, reply) => void reply.headers({ "content-type": JSON_TYPE, ...headers }).send(payload));
  return app.inject({ url: "/", headers: { "accept-encoding": "gzip" } });
}

const ofLength = (length: number) => JSON.stringify("x".repeat(length - 2));

describe("an answer", () => {
  it.each<[what: string, payload: string | Buffer, type: string, isPacked: boolean]>([
    ["of 2 kB is compressed", ofLength(2048), JSON_TYPE, true],
    ["of a byte less is not", ofLength(2047), JSON_TYPE, false],
    ["that is bytes is compressed", Buffer.from(ofLength(2048)), JSON_TYPE, true],
    ["that is few bytes is not", Buffer.from(ofLength(2047)), JSON_TYPE, false],
    ["of JSON without a charset is compressed", ofLength(2048), "application/json", true],
    ["of another type is not", ofLength(2048), "text/plain", false],
    ["of a type that only holds JSON's is not", ofLength(2048), "x-application/json", false],
  ])("%s", async (_, payload, type, isPacked) => {
    const { headers, rawPayload } = await answered(payload, { "content-type": type });
    expect(headers["content-encoding"]).toBe(isPacked ? "gzip" : undefined);
    expect(String(isPacked ? gunzipSync(rawPayload) : rawPayload)).toBe(String(payload));
    expect(headers["content-length"]).toBe(String(rawPayload.length));
  });

  it.each<[what: string, given: string, sent: string]>([
    ["a strong tag becomes a weak one", '"abc"', 'W/"abc"'],
    ["a weak tag stays", 'W/"abc"', 'W/"abc"'],
  ])("%s", async (_, etag, sent) => {
    expect((await answered(ofLength(4096), { etag })).headers["etag"]).toBe(sent);
  });

  it("has no tag where it had none", async () => {
    expect((await answered(ofLength(4096))).headers).not.toHaveProperty("etag");
  });

  it("in pieces is compressed as a whole, however short, and of no length that is known", async () => {
    const { headers, rawPayload } = await answered(new Pieces([Buffer.from("[1"), Buffer.from(",2]")]), {
      "content-length": "5",
    });
    expect(headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
    expect(headers).not.toHaveProperty("content-length");
    expect(String(gunzipSync(rawPayload))).toBe("[1,2]");
  });
});

describe("pieces", () => {
  it("are as long as all of them, and are read one by one to their end", async () => {
    const pieces = new Pieces(["a", "", "bcd"].map((text) => Buffer.from(text)));
    expect(pieces.bytes).toBe(4);
    const read: string[] = [];
    pieces.on("data", (piece: Buffer) => read.push(String(piece)));
    await once(pieces, "end");
    expect(read.join("|")).toBe("a|bcd");
  });
});
