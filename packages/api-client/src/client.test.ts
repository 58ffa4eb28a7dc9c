import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createClient, type Client } from "./client.ts";
import { ApiError, NetworkError, ResponseShapeError, TimeoutError } from "./transport/errors.ts";
import type { TransportOptions } from "./transport/transport.ts";

interface Scripted {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON unless it is text; absent: the connection is cut. */
  body?: unknown;
  /** Never answers. */
  silent?: boolean;
}

const requests: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[] = [];
let script: Scripted[] = [];
let server: Server;
let baseUrl: string;

/** A real HTTP server which answers what the test scripted, in order. */
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      requests.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
      const next = script.shift();
      if (next?.silent) return;
      if (next?.body === undefined && next?.status !== 204) {
        request.socket.destroy();
        return;
      }
      const isText = typeof next.body === "string";
      response.writeHead(next.status ?? 200, {
        "content-type": isText ? "text/html" : "application/json",
        ...next.headers,
      });
      response.end(next.body === undefined ? "" : isText ? next.body : JSON.stringify(next.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => {
  requests.length = 0;
  script = [];
});

const client = (options: Partial<TransportOptions> = {}): Client =>
  createClient({ baseUrl, apiKey: "trk_test_1", ...options });
const data = (value: unknown): Scripted => ({ body: { data: value, message: null } });
const page = (items: unknown[], nextCursor: string | null = null): Scripted =>
  data({ items, nextCursor, hasMore: nextCursor !== null });
const refusal = (status: number, change: object = {}, headers: Record<string, string> = {}): Scripted => ({
  status,
  headers,
  body: { error: "No.", code: "BAD_REQUEST", requestId: "req_1", ...change },
});
const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );
const now = { "x-rate-limit-retry-after-seconds": "0" };

describe("a call", () => {
  it.each<[string, (client: Client) => Promise<unknown>, string]>([
    [
      "automations.list",
      (c) => c.automations.list({ search: "a b", enabled: false, limit: 5 }),
      "GET /automations?search=a+b&enabled=false&limit=5",
    ],
    ["automations.get", (c) => c.automations.get("a/b?"), "GET /automations/a%2Fb%3F"],
    [
      "automations.setEnabled",
      (c) => c.automations.setEnabled("x", { enabled: true }),
      'PATCH /automations/x/enabled {"enabled":true}',
    ],
    ["automations.runs", (c) => c.automations.runs("x", { status: "failed" }), "GET /automations/x/runs?status=failed"],
    ["automations.test", (c) => c.automations.test("x"), "POST /automations/x/test"],
    ["automations.delete", (c) => c.automations.delete("x"), "DELETE /automations/x"],
    ["pipelines.list", (c) => c.pipelines.list(), "GET /pipelines"],
    ["pipelines.get", (c) => c.pipelines.get(3), "GET /pipelines/3"],
    ["tags.list", (c) => c.tags.list(), "GET /tags"],
    ["customFields.list", (c) => c.customFields.list({ entity: "deal" }), "GET /custom-fields?entity=deal"],
    ["customFields.get", (c) => c.customFields.get("x"), "GET /custom-fields/x"],
    ["users.list", (c) => c.users.list(), "GET /users"],
  ])("%s asks for its route", async (_, make, expected) => {
    script = [data([])];
    await errorOf(make(client()));
    const [request] = requests;
    const text = `${request?.method} ${request?.url.replace("/api/v1", "")} ${request?.body}`.trim();
    expect(text).toBe(expected);
    expect(request?.headers.authorization).toBe("Bearer trk_test_1");
  });

  it("answers what is in the envelope", async () => {
    script = [data({ id: "x" }), page([{ id: "y" }], "c"), data([{ id: "z" }]), { status: 204 }];
    const { automations, tags } = client({ baseUrl: `${baseUrl}//` });
    expect(await automations.get("x")).toEqual({ id: "x" });
    expect(await automations.list()).toEqual({ items: [{ id: "y" }], nextCursor: "c", hasMore: true });
    expect(await tags.list()).toEqual([{ id: "z" }]);
    expect(await automations.delete("x")).toBeUndefined();
  });

  it("walks every page of a list with the same filters, and stops when the caller does", async () => {
    script = [page([1, 2], "c1"), page([3], "c2"), page([4])];
    const seen: unknown[] = [];
    for await (const item of client().automations.list({ enabled: true })) seen.push(item);
    expect(seen).toEqual([1, 2, 3, 4]);
    expect(requests.map(({ url }) => url.split("?")[1])).toEqual([
      "enabled=true",
      "enabled=true&cursor=c1",
      "enabled=true&cursor=c2",
    ]);
    script = [page([1], "c1"), page([2])];
    for await (const _ of client().automations.list()) break;
    expect(script).toHaveLength(1);
  });

  it("ends when a service answers the cursor it was asked with", async () => {
    script = [page([1], "same"), page([2], "same"), page([3], "same")];
    const seen: unknown[] = [];
    for await (const item of client().automations.list()) seen.push(item);
    expect(seen).toEqual([1, 2]);
  });
});

describe("a refusal", () => {
  it("is an ApiError with all that the body says", async () => {
    const fieldErrors = [{ field: "name", message: "is required" }];
    script = [refusal(400, { code: "VALIDATION_ERROR", details: "more", fieldErrors })];
    const error = await errorOf(client().automations.get("x"));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: "No.",
      status: 400,
      code: "VALIDATION_ERROR",
      requestId: "req_1",
      details: "more",
      fieldErrors,
      retryAfterSeconds: null,
    });
  });

  it("of a POST with 429 says how long to wait", async () => {
    script = [
      refusal(429, { code: "QUOTA_EXCEEDED" }, { "x-rate-limit-retry-after-seconds": "7", "retry-after": "9" }),
    ];
    expect(await errorOf(client().automations.test("x"))).toMatchObject({ status: 429, retryAfterSeconds: 7 });
    expect(requests).toHaveLength(1);
  });

  it.each<[string, Scripted]>([
    ["a page of a proxy", { status: 502, body: "<html>Bad gateway</html>" }],
    ["another service's error", { status: 404, body: { message: "not here" } }],
    ["a page with status 200", { body: "<html>Log in</html>" }],
    ["JSON without an envelope", { body: [1, 2] }],
    ["null", { body: null }],
    ["an envelope without the resource", data(null)],
    ["a list where a resource was asked for", data([])],
  ])("in no shape of the contract is a ResponseShapeError: %s", async (_, answer) => {
    script = [answer];
    const error = await errorOf(client({ retries: 0 }).automations.get("x"));
    expect(error).toBeInstanceOf(ResponseShapeError);
    expect(error).toMatchObject({ status: answer.status ?? 200 });
  });

  it.each([[{}], [{ items: [], hasMore: false }], [{ items: {}, nextCursor: null, hasMore: false }]])(
    "is a ResponseShapeError for a page like %j",
    async (body) => {
      script = [data(body)];
      expect(await errorOf(client().automations.list())).toBeInstanceOf(ResponseShapeError);
    },
  );
});

describe("a failure that may pass", () => {
  it.each<[string, Scripted]>([
    ["429", refusal(429, {}, now)],
    ["502", refusal(502, {}, now)],
    ["503 of a proxy", { status: 503, headers: { "retry-after": "0" }, body: "<html>" }],
    ["504", refusal(504, {}, now)],
  ])("is tried again: %s", async (_, failure) => {
    script = [failure, failure, data({ id: "x" })];
    expect(await client().automations.get("x")).toEqual({ id: "x" });
  });

  it("is tried again when the connection breaks", async () => {
    script = [{}, data({ id: "x" })];
    expect(await client().automations.get("x")).toEqual({ id: "x" });
  });

  it.each<[string, (c: Client) => Promise<unknown>]>([
    [
      "PUT",
      (c) => c.automations.replace("x", { name: "n", triggerType: "t", graphDefinition: { version: 2, nodes: [] } }),
    ],
    ["PATCH", (c) => c.automations.setEnabled("x", { enabled: true })],
    ["DELETE", (c) => c.automations.delete("x")],
  ])("is tried again for %s", async (_, make) => {
    script = [refusal(503, {}, now), data({ id: "x" })];
    expect(await errorOf(make(client()))).toBeNull();
  });

  it("is given up after the retries, and never tried again for a POST, a 500 or a refusal", async () => {
    script = Array.from({ length: 9 }, () => refusal(503, {}, now));
    expect(await errorOf(client({ retries: 1 }).automations.get("x"))).toMatchObject({ status: 503 });
    expect(requests).toHaveLength(2);
    await errorOf(client().automations.test("x"));
    expect(requests).toHaveLength(3);
    for (const status of [400, 401, 404, 409, 500]) {
      requests.length = 0;
      script = [refusal(status, {}, now), data({})];
      await errorOf(client().automations.get("x"));
      expect([status, requests.length]).toEqual([status, 1]);
    }
  });

  it("is not waited for when the service asks for more than a minute", async () => {
    script = [refusal(429, {}, { "retry-after": "3600" })];
    expect(await errorOf(client().automations.get("x"))).toMatchObject({ retryAfterSeconds: 3600 });
  });
});

describe("no answer", () => {
  it("is a NetworkError where nobody listens", async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const error = await errorOf(client({ baseUrl: `http://127.0.0.1:${port}`, retries: 0 }).tags.list());
    expect(error).toBeInstanceOf(NetworkError);
    expect(String(error)).toContain("ECONNREFUSED");
  });

  it("is a TimeoutError when the time is up", async () => {
    script = [{ silent: true }];
    const error = await errorOf(client({ timeoutMs: 30, retries: 0 }).tags.list());
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ timeoutMs: 30 });
  });

  it("rejects with the signal's reason when the caller aborts: before, during, and while waiting to try again", async () => {
    const reason = new Error("never mind");
    expect(await errorOf(client().tags.list({ signal: AbortSignal.abort(reason) }))).toBe(reason);

    const during = new AbortController();
    script = [{ silent: true }];
    const asked = errorOf(client().tags.list({ signal: during.signal }));
    server.once("request", () => during.abort(reason));
    expect(await asked).toBe(reason);

    const waiting = new AbortController();
    script = [refusal(429, {}, { "retry-after": "59" })];
    const backingOff: typeof fetch = async (...request) => {
      const response = await fetch(...request);
      const read = response.text.bind(response);
      response.text = async () => {
        const text = await read();
        // Runs once the promises settle: the client has read the answer and pauses.
        setImmediate(() => waiting.abort(reason));
        return text;
      };
      return response;
    };
    expect(await errorOf(client({ fetch: backingOff }).tags.list({ signal: waiting.signal }))).toBe(reason);
  });
});

describe("a client", () => {
  it.each([
    ["a relative address", { baseUrl: "/api" }],
    ["another scheme", { baseUrl: "ftp://x" }],
    ["no address", { baseUrl: "" }],
    ["no key", { apiKey: " " }],
    ["a key with a line break", { apiKey: "trk\nx" }],
    ["a key that no header can hold", { apiKey: "trk_😀" }],
  ])("cannot be made with %s, and the key is not in the message", (_, options) => {
    expect(() => client(options)).toThrow(TypeError);
    expect(() => client(options)).not.toThrow(/trk/);
  });
});
