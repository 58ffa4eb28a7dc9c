import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { automationBody, SMALL_GRAPH } from "./testing/graphs.ts";
import { expectRefusal } from "./testing/refusal.ts";
import { startTestApp, type CallInit, type TestApp } from "./testing/test-app.ts";
import type { MemberOptions, TestWorkspace } from "./testing/workspace.ts";

let app: TestApp;
let workspace: TestWorkspace;
let key: string;

beforeAll(async () => {
  app = await startTestApp();
  workspace = await app.workspace();
  key = await workspace.addKey();
});
afterAll(() => app.close());

const post = (init: CallInit) => app.call("POST", "/api/v1/automations", { key, ...init });
const bodyText = (change: object = {}) => JSON.stringify(automationBody(change));

const bearer = async (options: MemberOptions) => ({ authorization: `Bearer ${await workspace.addKey(options)}` });

describe("a key", () => {
  const authorizations: [string, () => Promise<Record<string, string>>][] = [
    ["missing", async () => ({})],
    ["empty", async () => ({ authorization: "" })],
    ["without a scheme", async () => ({ authorization: key })],
    ["under another scheme", async () => ({ authorization: `Basic ${key}` })],
    ["with spaces inside", async () => ({ authorization: `Bearer ${key} ${key}` })],
    ["unknown", async () => ({ authorization: "Bearer trk_live_unknown" })],
    ["too long", async () => ({ authorization: `Bearer ${"x".repeat(2000)}` })],
    ["revoked", () => bearer({ revoked: true })],
    ["expired", () => bearer({ expiresAt: "2020-01-01T00:00:00Z" })],
    ["of an inactive member", () => bearer({ active: false })],
  ];

  it.each(authorizations)("that is %s is refused, in words that tell nothing", async (_, headers) => {
    const answer = await app.call("GET", "/api/v1/automations", { headers: await headers() });
    expectRefusal(answer, 401, "UNAUTHORIZED");
    expect(answer.body.error).toBe("The API key is missing or not valid.");
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  });

  it("may be sent with any case of the scheme, and works until it expires", async () => {
    const later = await workspace.addKey({ expiresAt: "2999-01-01T00:00:00Z" });
    const answer = await app.call("GET", "/api/v1/tags", { headers: { authorization: `bearer ${later}` } });
    expect(answer.status).toBe(200);
  });
});

describe("features and permissions", () => {
  it("refuse automations without the advanced API, and everything without API access", async () => {
    const basic = await (await app.workspace(["API_ACCESS"])).addKey();
    expectRefusal(await app.call("GET", "/api/v1/automations", { key: basic }), 403, "FEATURE_DISABLED");
    expect((await app.call("GET", "/api/v1/tags", { key: basic })).status).toBe(200);
    const none = await (await app.workspace(["ADVANCED_API"])).addKey();
    expectRefusal(await app.call("GET", "/api/v1/tags", { key: none }), 403, "FEATURE_DISABLED");
    expectRefusal(await app.call("GET", "/api/v1/automations", { key: none }), 403, "FEATURE_DISABLED");
  });

  it.each<[string, MemberOptions, number, number]>([
    ["an owner", { role: "owner" }, 200, 201],
    ["support, whatever the exceptions", { role: "support", deny: ["automations.edit"] }, 200, 201],
    ["a member", { role: "member" }, 200, 403],
    ["a member with the exception", { role: "member", allow: ["automations.edit"] }, 200, 201],
    ["a member denied reading", { role: "member", allow: ["automations.edit"], deny: ["automations.view"] }, 403, 201],
  ])("let %s read and write as the contract says", async (_, options, reading, writing) => {
    const theirs = await workspace.addKey(options);
    const read = await app.call("GET", "/api/v1/automations", { key: theirs });
    const written = await post({ key: theirs, json: automationBody() });
    expect([read.status, written.status]).toEqual([reading, writing]);
    for (const answer of [read, written]) if (answer.status === 403) expectRefusal(answer, 403, "FORBIDDEN");
  });

  it("need the right to edit for every change and for the test", async () => {
    const reader = await workspace.addKey({ role: "member" });
    const { id } = (await post({ json: automationBody() })).body.data;
    for (const [method, path] of [
      ["POST", ""],
      ["PUT", `/${id}`],
      ["PATCH", `/${id}/enabled`],
      ["DELETE", `/${id}`],
      ["POST", `/${id}/test`],
    ] as const) {
      expectRefusal(await app.call(method, `/api/v1/automations${path}`, { key: reader }), 403, "FORBIDDEN");
    }
  });
});

describe("a body", () => {
  it.each<[string, CallInit, number]>([
    ["that is not JSON", { raw: "{nope" }, 400],
    ["cut in the middle", { raw: bodyText().slice(0, -5) }, 400],
    ["that is not UTF-8", { raw: new Uint8Array([0x22, 0xff, 0xfe, 0x22]) }, 400],
    ["that is plain text", { raw: bodyText(), headers: { "content-type": "text/plain" } }, 415],
    ["that is a form", { raw: "name=x", headers: { "content-type": "application/x-www-form-urlencoded" } }, 415],
    ["in another encoding", { raw: bodyText(), headers: { "content-type": "application/json; charset=utf-16" } }, 415],
    ["that is compressed", { raw: bodyText(), headers: { "content-encoding": "gzip" } }, 415],
    ["of 2 MB", { raw: bodyText({ padding: "x".repeat(2 * 1024 * 1024) }) }, 413],
  ])("%s is refused as a bad request", async (_, init, status) => {
    expectRefusal(await post(init), status, "BAD_REQUEST");
  });

  it.each<[string, CallInit, string]>([
    ["that is missing", {}, "body"],
    ["that is empty", { raw: "" }, "body"],
    ["that is null", { raw: "null" }, "body"],
    ["that is a list", { raw: "[]" }, "body"],
    ["with __proto__", { raw: `{"__proto__":{"admin":true},${bodyText().slice(1)}` }, "body"],
    ["with __proto__ inside", { raw: bodyText().replace('"version"', '"__proto__":{},"version"') }, "graphDefinition"],
    ["with NUL", { json: automationBody({ name: "a\0b" }) }, "name"],
    ["with half a character", { raw: bodyText({ name: "a" }).replace('"a"', '"\\ud800"') }, "name"],
    [
      "with a number out of range",
      { raw: bodyText({ conditions: { n: 0 } }).replace('"n":0', '"n":1e999') },
      "conditions.n",
    ],
    [
      "nested without end",
      { raw: bodyText({ conditions: {} }).replace("{}", `{"a":${"[".repeat(9000)}${"]".repeat(9000)}}`) },
      `conditions.a${"[0]".repeat(62)}`,
    ],
  ])("%s is refused by field", async (_, init, field) => {
    const answer = await post(init);
    expectRefusal(answer, 400, "VALIDATION_ERROR");
    expect(answer.body.fieldErrors.map((error: { field: string }) => error.field)).toContain(field);
  });

  it("just under 1 MB passes, with a UTF-8 mark in front and ids and keys that are names of JavaScript", async () => {
    const [start, end] = SMALL_GRAPH.nodes;
    const graphDefinition = {
      version: 2,
      nodes: [
        { ...start, id: "__proto__" },
        { ...end, id: "constructor", config: { ui: "x".repeat(900_000), constructor: { prototype: { toString: 1 } } } },
      ],
      edges: [{ source: "__proto__", target: "constructor" }],
    };
    const headers = { "content-type": 'application/json; charset="UTF-8"', "content-encoding": "identity" };
    const answer = await post({ raw: `\uFEFF${bodyText({ graphDefinition })}`, headers });
    expect(answer.status).toBe(201);
    expect(answer.body.data.graphDefinition).toEqual(graphDefinition);
  });

  it("full of problems is answered in bounded size and time", async () => {
    const nodes = Array.from({ length: 10_000 }, (_, index) => ({ id: `n${index}`, type: "action" }));
    const edges = nodes.map((node, index) => ({ source: node.id, target: `n${(index * 7) % 10_000}` }));
    const answer = await post({ json: automationBody({ graphDefinition: { version: 2, nodes, edges } }) });
    expectRefusal(answer, 400, "VALIDATION_ERROR");
    expect(answer.body.fieldErrors.length).toBeLessThanOrEqual(501);
  });
});

describe("the order of refusals", () => {
  /** Wrong in every way at once; each row fixes the first thing that is left. */
  const wrong = { method: "PUT", path: "/api/v1/automations/nowhere", raw: "{nope" };
  const send = (withKey: string | undefined, raw: string, limited = app) =>
    limited.call(wrong.method, wrong.path, { key: withKey, raw });

  it("is address limit, key, workspace limit, feature, permission, body, existence, conflict", async () => {
    const poor = await app.workspace(["API_ACCESS"]);
    const poorMember = await poor.addKey({ role: "member" });
    const member = await workspace.addKey({ role: "member" });

    const exhausted = await startTestApp({ limits: { perIp: 0, perWorkspace: 0 } }, app.opened);
    expectRefusal(await send(undefined, wrong.raw, exhausted), 429, "QUOTA_EXCEEDED");
    await exhausted.close();
    const busy = await startTestApp({ limits: { perIp: 1000, perWorkspace: 0 } }, app.opened);
    expectRefusal(await send(undefined, wrong.raw, busy), 401, "UNAUTHORIZED");
    expectRefusal(await send(poorMember, wrong.raw, busy), 429, "QUOTA_EXCEEDED");
    await busy.close();

    expectRefusal(await send(poorMember, wrong.raw), 403, "FEATURE_DISABLED");
    expectRefusal(await send(member, wrong.raw), 403, "FORBIDDEN");
    expectRefusal(await send(key, wrong.raw), 400, "BAD_REQUEST");
    expectRefusal(await send(key, "{}"), 400, "VALIDATION_ERROR");
    expectRefusal(await send(key, bodyText({ baseVersion: 9 })), 404, "NOT_FOUND");
    const { id } = (await post({ json: automationBody() })).body.data;
    const stale = { key, json: automationBody({ name: "Other", baseVersion: 9 }) };
    expectRefusal(await app.call("PUT", `/api/v1/automations/${id}`, stale), 409, "CONFLICT");
  });
});

const forwarded = (limited: TestApp, address: string) =>
  limited.call("GET", "/api/v1/tags", { headers: { "x-forwarded-for": address } });

describe("limits", () => {
  it("count the address of the connection, whatever a header says", async () => {
    const limited = await startTestApp({ limits: { perIp: 1 } }, app.opened);
    expect((await forwarded(limited, "203.0.113.1")).status).toBe(401);
    expect((await forwarded(limited, "203.0.113.2")).status).toBe(429);
    await limited.close();
  });

  it("count the address that a trusted proxy tells, not what a client wrote before it", async () => {
    const limited = await startTestApp({ limits: { perIp: 1 }, trustProxy: ["loopback"] }, app.opened);
    expect((await forwarded(limited, "203.0.113.1")).status).toBe(401);
    expect((await forwarded(limited, "203.0.113.2")).status).toBe(401);
    expect((await forwarded(limited, "198.51.100.9, 203.0.113.1")).status).toBe(429);
    await limited.close();
  });

  it("answer 429 with the seconds to wait, per address and per workspace, and spare health and pages", async () => {
    const limited = await startTestApp({ limits: { perIp: 5, perWorkspace: 2 } }, app.opened);
    const other = await (await app.workspace()).addKey();
    const ask = (withKey: string) => limited.call("GET", "/api/v1/tags", { key: withKey });
    expect([(await ask(key)).status, (await ask(key)).status]).toEqual([200, 200]);
    const ofWorkspace = await ask(key);
    expectRefusal(ofWorkspace, 429, "QUOTA_EXCEEDED");
    expect((await ask(other)).status).toBe(200);
    await ask(other);
    const ofAddress = await ask(other);
    expectRefusal(ofAddress, 429, "QUOTA_EXCEEDED");
    for (const answer of [ofWorkspace, ofAddress]) {
      const seconds = Number(answer.headers.get("x-rate-limit-retry-after-seconds"));
      expect(seconds).toBeGreaterThanOrEqual(1);
      expect(seconds).toBeLessThanOrEqual(60);
    }
    expect((await limited.call("GET", "/health")).status).toBe(200);
    expectRefusal(await limited.call("GET", "/"), 404, "NOT_FOUND");
    await limited.close();
  });
});

it("takes an address with a slash at its end for the one without", async () => {
  const { status } = await app.call("GET", "/api/v1/deals/", { key });
  expect(status).toBe(200);
});

it("a refused deal says what is wrong in the contract's shape alone", async () => {
  const json = { stageId: "gone", responsibleUserId: "gone", customFields: { segment: "b", other: 1 } };
  const answer = await app.call("POST", "/api/v1/deals", { key, json });
  expectRefusal(answer, 400, "VALIDATION_ERROR");
  expect(answer.body.fieldErrors).toEqual([
    { field: "stageId", message: "is not a stage of this workspace" },
    { field: "responsibleUserId", message: "is not an active member" },
    { field: "customFields.segment", message: "is not the value of an option" },
    { field: "customFields.other", message: "is not a custom field of this kind of record" },
  ]);
});
