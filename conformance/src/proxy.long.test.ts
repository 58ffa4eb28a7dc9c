import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startProxy, violationsOf, type ValidatingProxy } from "./proxy.ts";

/* That the API's tests pass through the proxy says something because it finds what is wrong: here is a server that errs. */

const TAG = {
  id: "t",
  name: "VIP",
  color: "#ff0000",
  createdAt: "2026-03-01T12:00:00.000Z",
  updatedAt: "2026-03-01T12:00:00.000Z",
};
const REFUSAL = { error: "There is no such tag.", code: "NOT_FOUND", requestId: "req_1" };

let reply: { status: number; body: unknown };
let upstream: Server;
let proxy: ValidatingProxy;
beforeAll(async () => {
  upstream = createServer((request, response) => {
    request.resume();
    const text = JSON.stringify(reply.body);
    response.writeHead(reply.status, { "content-type": "application/json" }).end(text);
  });
  await new Promise<void>((listening) => upstream.listen(0, "127.0.0.1", listening));
  proxy = await startProxy(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`);
});
afterAll(async () => {
  await proxy.close();
  upstream.close();
});

/** What the proxy finds wrong where the server answers so: the place, with a word about it. */
async function found(status: number, body: unknown, path = "/tags/t", init: RequestInit = {}): Promise<string[]> {
  reply = { status, body };
  const answer = await fetch(proxy.url + path, init);
  await answer.text();
  return violationsOf(answer).map(({ location, message }) => `${location.join(".")}: ${message}`);
}

const enveloped = (data: unknown) => ({ data, message: null });
const without = (name: keyof typeof TAG) => Object.fromEntries(Object.entries(TAG).filter(([key]) => key !== name));

const post = (body: object): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

describe("the proxy", () => {
  it("lets pass what the document says", async () => {
    expect(await found(200, enveloped(TAG))).toEqual([]);
    expect(await found(404, REFUSAL)).toEqual([]);
  });

  it.each<[what: string, status: number, body: unknown, place: string]>([
    ["a missing field", 200, enveloped(without("color")), "response.body.data"],
    ["a field of another type", 200, enveloped({ ...TAG, name: 7 }), "response.body.data.name"],
    ["null where there is no null", 200, enveloped({ ...TAG, createdAt: null }), "response.body.data.createdAt"],
    ["an instant that is none", 200, enveloped({ ...TAG, createdAt: "yesterday" }), "response.body.data.createdAt"],
    ["a resource without its envelope", 200, TAG, "response.body"],
    ["an error of another shape", 404, { message: "Not found" }, "response.body"],
    ["an error code that is none", 404, { ...REFUSAL, code: "GONE" }, "response.body.code"],
    ["an undocumented status", 418, REFUSAL, "response"],
  ])("finds %s", async (_, status, body, place) => {
    expect(await found(status, body)).toContainEqual(expect.stringMatching(new RegExp(`^${place}:`)));
  });

  it("finds a query that should have been refused, but no fault in a list with commas", async () => {
    const page = enveloped({ items: [], nextCursor: null, hasMore: false });
    expect(await found(200, page, "/deals?limit=many")).toEqual([expect.stringMatching(/^request\.query\.limit:/)]);
    expect(await found(200, page, "/calendar/events?to=2026-03-01T12:00:00Z")).toEqual([
      expect.stringMatching(/^request\.query:/),
    ]);
    expect(await found(200, page, "/deals?status=won,lost")).toEqual([]);
    for (const filter of [
      "customFields[a]=x",
      "customFields[a]=x&customFields[a]=y",
      "customFieldRanges[a][from]=2026-01-01",
    ])
      expect([filter, await found(200, page, `/deals?${filter}`)]).toEqual([filter, []]);
  });

  it("finds a body that should have been refused, and minds no refusal of one", async () => {
    const nameless = post({ color: "#ff0000" });
    expect(await found(201, enveloped(TAG), "/tags", nameless)).toEqual([expect.stringMatching(/^request\.body:/)]);
    expect(await found(400, { ...REFUSAL, code: "VALIDATION_ERROR" }, "/tags", nameless)).toEqual([]);
    expect(await found(201, enveloped(TAG), "/tags", post({ name: "VIP", color: "#ff0000" }))).toEqual([]);
  });
});
