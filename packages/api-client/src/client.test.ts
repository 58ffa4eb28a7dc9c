import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createClient, type Client } from "./client.ts";
import {
  data,
  errorOf,
  page,
  refusal,
  startScriptedService,
  type Scripted,
  type ScriptedService,
} from "./testing/scripted-service.ts";
import { ApiError, isApiError, NetworkError, ResponseShapeError, TimeoutError } from "./transport/errors.ts";
import type { TransportOptions } from "./transport/transport.ts";

let service: ScriptedService;
let requests: ScriptedService["requests"];
const answerWith = (...answers: Scripted[]): void => void service.script.splice(0, service.script.length, ...answers);

beforeAll(async () => {
  service = await startScriptedService();
  requests = service.requests;
});
afterAll(() => service.close());
afterEach(() => {
  requests.length = 0;
  answerWith();
});

const client = (options: Partial<TransportOptions> = {}): Client =>
  createClient({ baseUrl: service.baseUrl, apiKey: "trk_test_1", ...options });
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
    answerWith(data([]));
    await errorOf(make(client()));
    const [request] = requests;
    const text = `${request?.method} ${request?.url.replace("/api/v1", "")} ${request?.body}`.trim();
    expect(text).toBe(expected);
    expect(request?.headers.authorization).toBe("Bearer trk_test_1");
  });

  it("answers what is in the envelope", async () => {
    answerWith(data({ id: "x" }), page([{ id: "y" }], "c"), data([{ id: "z" }]), { status: 204 });
    const { automations, tags } = client({ baseUrl: `${service.baseUrl}//` });
    expect(await automations.get("x")).toEqual({ id: "x" });
    expect(await automations.list()).toEqual({ items: [{ id: "y" }], nextCursor: "c", hasMore: true });
    expect(await tags.list()).toEqual([{ id: "z" }]);
    expect(await automations.delete("x")).toBeUndefined();
  });

  it("walks every page of a list with the same filters, and stops when the caller does", async () => {
    answerWith(page([1, 2], "c1"), page([3], "c2"), page([4]));
    const seen: unknown[] = [];
    for await (const item of client().automations.list({ enabled: true })) seen.push(item);
    expect(seen).toEqual([1, 2, 3, 4]);
    expect(requests.map(({ url }) => url.split("?")[1])).toEqual([
      "enabled=true",
      "enabled=true&cursor=c1",
      "enabled=true&cursor=c2",
    ]);
    answerWith(page([1], "c1"), page([2]));
    for await (const _ of client().automations.list()) break;
    expect(service.script).toHaveLength(1);
  });

  it("goes on behind a page that is short or empty", async () => {
    answerWith(page([], "c1"), page([1], "c2"), page([], "c3"), page([2]));
    const seen: unknown[] = [];
    for await (const item of client().deals.list({ returning: false, limit: 50 })) seen.push(item);
    expect(seen).toEqual([1, 2]);
  });

  it("ends when a service answers the cursor it was asked with", async () => {
    answerWith(page([1], "same"), page([2], "same"), page([3], "same"));
    const seen: unknown[] = [];
    for await (const item of client().automations.list()) seen.push(item);
    expect(seen).toEqual([1, 2]);
  });
});

describe("a refusal", () => {
  it("is an ApiError with all that the body says", async () => {
    const fieldErrors = [{ field: "name", message: "is required" }];
    answerWith(refusal(400, { code: "VALIDATION_ERROR", details: "more", fieldErrors }));
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
    answerWith(
      refusal(429, { code: "QUOTA_EXCEEDED" }, { "x-rate-limit-retry-after-seconds": "7", "retry-after": "9" }),
    );
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
    answerWith(answer);
    const error = await errorOf(client({ retries: 0 }).automations.get("x"));
    expect(error).toBeInstanceOf(ResponseShapeError);
    expect(error).toMatchObject({ status: answer.status ?? 200 });
  });

  it.each([[{}], [{ items: [], hasMore: false }], [{ items: {}, nextCursor: null, hasMore: false }]])(
    "is a ResponseShapeError for a page like %j",
    async (body) => {
      answerWith(data(body));
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
    answerWith(failure, failure, data({ id: "x" }));
    expect(await client().automations.get("x")).toEqual({ id: "x" });
  });

  it("is tried again when the connection breaks", async () => {
    answerWith({}, data({ id: "x" }));
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
    answerWith(refusal(503, {}, now), data({ id: "x" }));
    expect(await errorOf(make(client()))).toBeNull();
  });

  it("is given up after the retries, and never tried again for a POST, a 500 or a refusal", async () => {
    answerWith(...Array.from({ length: 9 }, () => refusal(503, {}, now)));
    expect(await errorOf(client({ retries: 1 }).automations.get("x"))).toMatchObject({ status: 503 });
    expect(requests).toHaveLength(2);
    await errorOf(client().automations.test("x"));
    expect(requests).toHaveLength(3);
    for (const status of [400, 401, 404, 409, 500]) {
      requests.length = 0;
      answerWith(refusal(status, {}, now), data({}));
      await errorOf(client().automations.get("x"));
      expect([status, requests.length]).toEqual([status, 1]);
    }
  });

  it("is not waited for when the service asks for more than a minute", async () => {
    answerWith(refusal(429, {}, { "retry-after": "3600" }));
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
    answerWith({ silent: true });
    const error = await errorOf(client({ timeoutMs: 30, retries: 0 }).tags.list());
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ timeoutMs: 30 });
  });

  it("rejects with the signal's reason when the caller aborts: before, during, and while waiting to try again", async () => {
    const reason = new Error("never mind");
    expect(await errorOf(client().tags.list({ signal: AbortSignal.abort(reason) }))).toBe(reason);

    const during = new AbortController();
    answerWith({ silent: true });
    const asked = errorOf(client().tags.list({ signal: during.signal }));
    service.server.once("request", () => during.abort(reason));
    expect(await asked).toBe(reason);

    const waiting = new AbortController();
    answerWith(refusal(429, {}, { "retry-after": "59" }));
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

describe("a POST", () => {
  it("is tried again with an idempotency key, the same each time", async () => {
    answerWith(refusal(503, {}, now), {}, data({ id: "x" }));
    expect(await client().automations.test("x", { idempotencyKey: "k1" })).toEqual({ id: "x" });
    expect(requests.map(({ headers }) => headers["idempotency-key"])).toEqual(["k1", "k1", "k1"]);
  });

  it("is not tried again after a conflict, key or not", async () => {
    answerWith(refusal(409, { code: "CONFLICT" }, now), data({}));
    expect(isApiError(await errorOf(client().automations.test("x", { idempotencyKey: "k1" })), 409)).toBe(true);
    expect(requests).toHaveLength(1);
  });
});

describe("an error", () => {
  it("is told by its status or its code", async () => {
    answerWith(refusal(404, { code: "NOT_FOUND" }));
    const error = await errorOf(client().tags.list());
    expect([isApiError(error), isApiError(error, 404), isApiError(error, "NOT_FOUND")]).toEqual([true, true, true]);
    expect([isApiError(error, 409), isApiError(error, "CONFLICT"), isApiError(new Error("x"))]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe("a call's time", () => {
  it("ends for one attempt when the call says so", async () => {
    answerWith({ silent: true });
    expect(await errorOf(client({ retries: 0 }).tags.list({ timeoutMs: 20 }))).toMatchObject({ timeoutMs: 20 });
  });

  it("ends for all attempts and pauses together", async () => {
    answerWith(refusal(429, {}, { "retry-after": "59" }));
    const error = await errorOf(client({ totalTimeoutMs: 50 }).tags.list());
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ timeoutMs: 50 });
  });
});

describe("an answer", () => {
  it("is had with its status, headers and request id", async () => {
    answerWith({ ...data([]), headers: { "x-request-id": "req_9", "ratelimit-remaining": "599" } });
    const { data: tags, response, requestId } = await client().tags.list().withResponse();
    expect([tags, response.status, requestId, response.headers.get("ratelimit-remaining")]).toEqual([
      [],
      200,
      "req_9",
      "599",
    ]);
  });

  it("brings what was accepted and is likely a mistake", async () => {
    const warnings = [{ code: "ignored", message: "This operation does not know nmae.", fields: ["nmae"] }];
    const odd = [null, "Careful", { code: 1, message: "", fields: [] }, { code: "ignored", message: "", fields: [1] }];
    answerWith({ body: { data: [], message: "", warnings: [...odd, ...warnings] } }, data([]));
    expect((await client().tags.list().withResponse()).warnings).toEqual(warnings);
    expect((await client().tags.list().withResponse()).warnings).toEqual([]);
  });

  it("is awaited, caught and followed like any promise", async () => {
    answerWith(data([1]), refusal(404));
    let after = 0;
    expect(
      await client()
        .tags.list()
        .then((tags) => tags.length),
    ).toBe(1);
    expect(
      await client()
        .tags.list()
        .finally(() => (after += 1))
        .catch(() => "caught"),
    ).toBe("caught");
    expect(after).toBe(1);
  });
});

describe("hooks", () => {
  it("hear each attempt, its answer, and the pause before the next; and may add headers", async () => {
    answerWith(refusal(503, {}, now), data([]));
    const heard: string[] = [];
    const hooks: TransportOptions["hooks"] = {
      onRequest({ method, attempt, headers }) {
        headers.set("traceparent", "00-1");
        heard.push(`${method} ${attempt}`);
      },
      onResponse: ({ response, attempt }) => void heard.push(`${response.status} ${attempt}`),
      onRetry: ({ delayMs, error }) => void heard.push(`again in ${delayMs} ms after ${(error as ApiError).status}`),
    };
    await client({ hooks }).tags.list();
    expect(heard).toEqual(["GET 1", "503 1", "again in 0 ms after 503", "GET 2", "200 2"]);
    expect(requests.map(({ headers }) => headers["traceparent"])).toEqual(["00-1", "00-1"]);
  });

  it("reject the call with what they throw", async () => {
    answerWith(data([]));
    const fault = new TypeError("a fault of mine");
    const onResponse = (): never => {
      throw fault;
    };
    expect(await errorOf(client({ hooks: { onResponse } }).tags.list())).toBe(fault);
  });

  it("do not hear the key", async () => {
    answerWith(data([]));
    const urls: string[] = [];
    await client({ hooks: { onRequest: ({ url }) => void urls.push(url) } }).tags.list();
    expect(urls.join()).not.toContain("trk_test_1");
  });
});
