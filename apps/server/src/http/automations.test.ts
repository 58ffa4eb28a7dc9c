import { createHmac } from "node:crypto";
import { ROUTES, type OperationId } from "@trilho/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { automationBody, SMALL_GRAPH, webhookGraph } from "./testing/graphs.ts";
import { startTestApp, type Answer, type CallInit, type TestApp } from "./testing/test-app.ts";
import type { TestWorkspace } from "./testing/workspace.ts";

let app: TestApp;
let workspace: TestWorkspace;
let key: string;

beforeAll(async () => {
  app = await startTestApp();
  workspace = await app.workspace();
  key = await workspace.addKey();
}, 60_000);
afterAll(() => app.close());

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajvFormats.default(ajv);

const call = (method: string, path: string, init: CallInit = {}): Promise<Answer> =>
  app.call(method, `/api/v1${path}`, { key, ...init });

/** Calls an operation and holds a success to the contract's schema of it. */
async function expectSuccess(id: OperationId, answer: Answer): Promise<Answer["body"]> {
  const { status, schema } = ROUTES[id].success;
  expect(answer.body).not.toHaveProperty("error");
  expect(answer.status).toBe(status);
  if (schema !== null) {
    ajv.validate(schema, answer.body);
    expect(ajv.errors).toBeNull();
  }
  return answer.body.data;
}

const create = async (change: object = {}) =>
  expectSuccess("createAutomation", await call("POST", "/automations", { json: automationBody(change) }));
const read = async (id: string) => expectSuccess("getAutomation", await call("GET", `/automations/${id}`));
const replace = async (id: string, change: object = {}) =>
  expectSuccess("replaceAutomation", await call("PUT", `/automations/${id}`, { json: automationBody(change) }));
const secretsOf = (id: string) => app.opened.store.automations.secrets(workspace.id, id);
const fieldsOf = (answer: Answer): string[] => answer.body.fieldErrors.map(({ field }: { field: string }) => field);

describe("creating an automation", () => {
  it("answers the resource with defaults, version 1, and no secret without a webhook", async () => {
    const created = await create();
    expect(created).toMatchObject({
      name: "Welcome",
      version: 1,
      enabled: false,
      scope: "global",
      pipelineId: null,
      stageId: null,
      outboundChannelId: null,
      respectBusinessHours: false,
      triggerWindow: null,
      conditions: null,
      triggerConfig: null,
      graphDefinition: SMALL_GRAPH,
      actions: [],
      secret: null,
    });
    const { secret: _, ...resource } = created;
    expect(await read(created.id)).toEqual(resource);
  });

  it("keeps what it does not know in the graph, and ignores what it does not know in the body", async () => {
    const graphDefinition = {
      ...SMALL_GRAPH,
      note: "mine",
      nodes: SMALL_GRAPH.nodes.map((node) => ({ ...node, extra: 1 })),
    };
    const created = await create({ graphDefinition, futureField: true });
    expect((await read(created.id)).graphDefinition).toEqual(graphDefinition);
    expect(created).not.toHaveProperty("futureField");
  });

  it("derives the actions from the graph, in topological order", async () => {
    const graphDefinition = {
      version: 2,
      nodes: [
        { id: "b", type: "action", actionType: "add_tag", config: { tagIds: ["t"] } },
        { id: "start", type: "trigger" },
        { id: "a", type: "action", actionType: "wait", config: { delaySeconds: 5 } },
      ],
      edges: [
        { source: "start", target: "a" },
        { source: "a", target: "b" },
      ],
    };
    const { actions } = await create({ graphDefinition });
    expect(actions).toEqual([
      { id: "a", type: "wait", order: 0, config: { delaySeconds: 5 } },
      { id: "b", type: "add_tag", order: 1, config: { tagIds: ["t"] } },
    ]);
  });

  it("fills in the pipeline of a stage, and drops ids that the scope does not use", async () => {
    const [stageId] = workspace.stageIds;
    const { pipelineId } = workspace;
    expect(await create({ scope: "stage", stageId })).toMatchObject({ scope: "stage", stageId, pipelineId });
    expect(await create({ scope: "pipeline", pipelineId, stageId })).toMatchObject({ pipelineId, stageId: null });
    expect(await create({ scope: "global", pipelineId })).toMatchObject({ pipelineId: null });
  });

  it("reports every problem at once: the schema's, the scope's and the graph's", async () => {
    const graph = webhookGraph();
    const answer = await call("POST", "/automations", {
      json: {
        name: "",
        enabled: "yes",
        triggerType: null,
        scope: "pipeline",
        pipelineId: "nowhere",
        respectBusinessHours: null,
        graphDefinition: {
          ...graph,
          nodes: graph.nodes.map((node) => (node.id === "hook" ? { ...node, config: {} } : node)),
        },
      },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe("VALIDATION_ERROR");
    expect(fieldsOf(answer).toSorted()).toEqual([
      "enabled",
      "graphDefinition.nodes[1].config.url",
      "name",
      "pipelineId",
      "respectBusinessHours",
      "triggerType",
    ]);
  });

  it.each<[string, object, string]>([
    ["no name", { name: undefined }, "name"],
    ["a blank name", { name: "  " }, "name"],
    ["a long name", { name: "x".repeat(256) }, "name"],
    ["a number as name", { name: 7 }, "name"],
    ["no trigger type", { triggerType: undefined }, "triggerType"],
    ["a long trigger type", { triggerType: "x".repeat(101) }, "triggerType"],
    ["no graph", { graphDefinition: undefined }, "graphDefinition"],
    ["null as graph", { graphDefinition: null }, "graphDefinition"],
    ["a list as graph", { graphDefinition: [] }, "graphDefinition"],
    ["an empty graph", { graphDefinition: {} }, "graphDefinition.version"],
    ["an unknown scope", { scope: "planet" }, "scope"],
    ["null as scope", { scope: null }, "scope"],
    ["a pipeline scope without its pipeline", { scope: "pipeline" }, "pipelineId"],
    ["a stage scope without its stage", { scope: "stage" }, "stageId"],
    ["a stage that does not exist", { scope: "stage", stageId: "nowhere" }, "stageId"],
    ["a list as conditions", { conditions: [] }, "conditions"],
    ["a text as trigger window", { triggerWindow: "9-17" }, "triggerWindow"],
    ["a text as enabled", { enabled: "true" }, "enabled"],
    [
      "a webhook secret that is no text",
      { graphDefinition: webhookGraph({ secret: 5 }) },
      "graphDefinition.nodes[1].config.secret",
    ],
    ["a password that is no text", { triggerConfig: { password: {} } }, "triggerConfig.password"],
  ])("refuses %s and stores nothing", async (_, change, field) => {
    const before = await call("GET", "/automations");
    const answer = await call("POST", "/automations", { json: automationBody(change) });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe("VALIDATION_ERROR");
    expect(fieldsOf(answer)).toContain(field);
    expect((await call("GET", "/automations")).body).toEqual(before.body);
  });

  it("refuses a stage of another pipeline, and ids of another workspace", async () => {
    const other = await app.workspace();
    const foreign = await call("POST", "/automations", {
      json: automationBody({ scope: "pipeline", pipelineId: other.pipelineId }),
    });
    expect(fieldsOf(foreign)).toEqual(["pipelineId"]);
    const mixed = await call("POST", "/automations", {
      json: automationBody({ scope: "stage", pipelineId: other.pipelineId, stageId: workspace.stageIds[0] }),
    });
    expect(fieldsOf(mixed)).toEqual(["pipelineId"]);
  });
});

describe("replacing an automation", () => {
  it("replaces every writable field and counts the version up", async () => {
    const { id } = await create({ respectBusinessHours: true, conditions: { combinator: "and", rules: [] } });
    expect(await replace(id, { name: "Second" })).toMatchObject({
      id,
      name: "Second",
      version: 2,
      respectBusinessHours: false,
      conditions: null,
    });
  });

  it("keeps the version when nothing of the definition changes, whatever the order of keys", async () => {
    const { id } = await create({ triggerConfig: { a: 1, b: 2 } });
    expect((await replace(id, { triggerConfig: { b: 2, a: 1 } })).version).toBe(1);
    expect(await replace(id, { triggerConfig: { a: 1, b: 2 }, enabled: true })).toMatchObject({
      version: 1,
      enabled: true,
    });
  });

  it("leaves the switch alone unless it is sent", async () => {
    const { id } = await create({ enabled: true });
    expect((await replace(id, { name: "Other" })).enabled).toBe(true);
    expect((await replace(id, { name: "Third", enabled: false })).enabled).toBe(false);
  });

  it("refuses a stale base version, naming both, and stores nothing", async () => {
    const { id } = await create();
    await replace(id, { name: "Theirs", baseVersion: 1 });
    const answer = await call("PUT", `/automations/${id}`, { json: automationBody({ name: "Mine", baseVersion: 1 }) });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: "CONFLICT", details: "baseVersion 1, stored version 2" });
    expect((await read(id)).name).toBe("Theirs");
  });

  it("answers a repeated replacement as the first time: its answer may have been lost", async () => {
    const { id } = await create();
    await replace(id, { name: "Mine", baseVersion: 1 });
    expect(await replace(id, { name: "Mine", baseVersion: 1 })).toMatchObject({ name: "Mine", version: 2 });
  });

  it("lets exactly one of many rivals with the same base version win", async () => {
    const { id } = await create();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, rival) =>
        call("PUT", `/automations/${id}`, { json: automationBody({ name: `Rival ${rival}`, baseVersion: 1 }) }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(409)]);
    expect((await read(id)).version).toBe(2);
  });

  it("refuses a bad body before it looks for the automation", async () => {
    const bad = await call("PUT", "/automations/nowhere", { json: {} });
    expect(bad.status).toBe(400);
    const good = await call("PUT", "/automations/nowhere", { json: automationBody() });
    expect(good.status).toBe(404);
  });
});

describe("switching an automation", () => {
  it("is idempotent and keeps the version", async () => {
    const { id } = await create();
    for (const enabled of [true, true, false]) {
      const answer = await call("PATCH", `/automations/${id}/enabled`, { json: { enabled } });
      expect(await expectSuccess("setAutomationEnabled", answer)).toMatchObject({ enabled, version: 1 });
    }
  });

  it.each([[{}], [{ enabled: "true" }], [{ enabled: null }], [[]], ["on"]])("refuses %j", async (json) => {
    const { id } = await create();
    const answer = await call("PATCH", `/automations/${id}/enabled`, { json });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe("VALIDATION_ERROR");
  });
});

describe("deleting an automation", () => {
  it("answers 204 without a body, and 404 from then on", async () => {
    const { id } = await create();
    const answer = await call("DELETE", `/automations/${id}`);
    expect([answer.status, answer.body]).toEqual([204, ""]);
    const after: [string, string, object?][] = [
      ["GET", ""],
      ["PUT", "", automationBody()],
      ["PATCH", "/enabled", { enabled: true }],
      ["DELETE", ""],
      ["GET", "/runs"],
      ["POST", "/test"],
    ];
    for (const [method, rest, json] of after) {
      const gone = await call(method, `/automations/${id}${rest}`, { json });
      expect([method, rest, gone.status, gone.body.code]).toEqual([method, rest, 404, "NOT_FOUND"]);
    }
  });

  it("accepts a JSON content type without a body", async () => {
    const { id } = await create();
    const answer = await call("DELETE", `/automations/${id}`, { headers: { "content-type": "application/json" } });
    expect(answer.status).toBe(204);
  });
});

describe("automations of another workspace", () => {
  it("do not exist", async () => {
    const { id } = await create();
    const other = await app.workspace();
    const otherKey = await other.addKey();
    for (const [method, rest, json] of [
      ["GET", "", undefined],
      ["PUT", "", automationBody()],
      ["DELETE", "", undefined],
    ] as const) {
      expect((await call(method, `/automations/${id}${rest}`, { key: otherKey, json })).status).toBe(404);
    }
    expect((await call("GET", "/automations", { key: otherKey })).body.data.items).toEqual([]);
    expect((await read(id)).id).toBe(id);
  });
});

describe("listing automations", () => {
  let own: string;
  let ids: string[];
  const list = async (query: string) =>
    expectSuccess("listAutomations", await call("GET", `/automations${query}`, { key: own }));
  const names = async (query: string) => (await list(query)).items.map(({ name }: { name: string }) => name);

  beforeAll(async () => {
    own = await (await app.workspace()).addKey();
    ids = [];
    for (const [name, triggerType, enabled] of [
      ["Alpha", "deal_created", true],
      ["beta 100%", "tag_added", false],
      ["Gamma", "deal_created", false],
    ] as const) {
      const answer = await call("POST", "/automations", {
        key: own,
        json: automationBody({ name, triggerType, enabled }),
      });
      ids.push(answer.body.data.id);
    }
  });

  it("gives pages, newest first, which together hold every row once", async () => {
    const first = await list("?limit=2");
    expect(first).toMatchObject({ hasMore: true, nextCursor: expect.any(String) });
    const second = await list(`?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`);
    expect(second).toMatchObject({ hasMore: false, nextCursor: null });
    const seen = [...first.items, ...second.items].map(({ id }: { id: string }) => id);
    expect(seen).toEqual(ids.toReversed());
  });

  it("filters, and takes an empty search for none", async () => {
    expect(await names("?search=BETA")).toEqual(["beta 100%"]);
    expect(await names("?search=%25")).toEqual(["beta 100%"]);
    expect(await names("?enabled=true")).toEqual(["Alpha"]);
    expect(await names("?enabled=false&triggerType=deal_created")).toEqual(["Gamma"]);
    expect(await names("?search=")).toHaveLength(3);
    expect(await names("?unknown=1&limit=200")).toHaveLength(3);
  });

  it("never shows a secret", async () => {
    expect((await list("")).items.every((item: object) => !("secret" in item))).toBe(true);
  });

  it.each([
    "limit=0",
    "limit=201",
    "limit=ten",
    "limit=1.5",
    "limit=",
    "enabled=maybe",
    "limit=1&limit=2",
    "search=%00",
  ])("refuses %s", async (query) => {
    const answer = await call("GET", `/automations?${query}`, { key: own });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe("VALIDATION_ERROR");
    expect(fieldsOf(answer)).toEqual([query.split("=")[0]]);
  });

  it("refuses a cursor that is tampered with, made up, or of other filters, another list or another workspace", async () => {
    const { nextCursor } = await list("?limit=1");
    const cursor = encodeURIComponent(nextCursor);
    const { id } = await create();
    const bad: [string, string, string][] = [
      ["tampered", `/automations?cursor=${cursor.slice(0, -3)}AAA`, own],
      ["made up", "/automations?cursor=abc", own],
      ["empty", "/automations?cursor=", own],
      ["other filters", `/automations?enabled=true&cursor=${cursor}`, own],
      ["another list", `/automations/${ids[0]}/runs?cursor=${cursor}`, own],
      ["another workspace", `/automations?cursor=${cursor}`, key],
      ["another automation's runs", `/automations/${id}/runs?cursor=${cursor}`, key],
    ];
    for (const [what, path, withKey] of bad) {
      const answer = await call("GET", path, { key: withKey });
      expect([what, answer.status, answer.body.code, fieldsOf(answer)]).toEqual([
        what,
        400,
        "VALIDATION_ERROR",
        ["cursor"],
      ]);
    }
    expect((await call("GET", `/automations?limit=7&cursor=${cursor}`, { key: own })).status).toBe(200);
  });
});

describe("runs of an automation", () => {
  it("come in pages, newest first, by status", async () => {
    const { id } = await create();
    for (let index = 0; index < 3; index += 1) {
      await app.opened.db
        .insertInto("runs")
        .values({
          workspace_id: workspace.id,
          id: `run-${id}-${index}`,
          automation_id: id,
          automation_version: 1,
          deal_id: null,
          status: index === 2 ? "failed" : "completed",
          trigger_type: "deal_created",
          last_error: null,
          current_node_id: null,
          chain_id: null,
          created_at: new Date(Date.UTC(2026, 0, 1 + index)),
        })
        .execute();
    }
    const runs = async (query: string) =>
      expectSuccess("listAutomationRuns", await call("GET", `/automations/${id}/runs${query}`));
    const first = await runs("?limit=2");
    expect(first.items.map(({ runId }: { runId: string }) => runId)).toEqual([`run-${id}-2`, `run-${id}-1`]);
    const second = await runs(`?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`);
    expect(second).toMatchObject({ items: [{ runId: `run-${id}-0`, status: "completed" }], hasMore: false });
    expect((await runs("?status=failed")).items).toHaveLength(1);
  });

  it.each(["status=done", "limit=101", "limit=0"])("refuse %s", async (query) => {
    const { id } = await create();
    const answer = await call("GET", `/automations/${id}/runs?${query}`);
    expect([answer.status, answer.body.code]).toEqual([400, "VALIDATION_ERROR"]);
  });
});

describe("the signing secret", () => {
  it("is answered once, by the write that generated it, and by no read", async () => {
    const created = await create({ graphDefinition: webhookGraph() });
    expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const answers = [
      await call("GET", `/automations/${created.id}`),
      await call("GET", "/automations"),
      await call("PATCH", `/automations/${created.id}/enabled`, { json: { enabled: true } }),
      await call("PUT", `/automations/${created.id}`, {
        json: automationBody({ name: "N", graphDefinition: webhookGraph() }),
      }),
      await call("POST", `/automations/${created.id}/test`),
    ];
    for (const answer of answers) expect(JSON.stringify(answer.body)).not.toContain(created.secret);
    expect(answers[3]?.body.data.secret).toBeNull();
  });

  it("is generated by the replacement that brings the first webhook", async () => {
    const { id, secret } = await create();
    expect(secret).toBeNull();
    expect((await replace(id, { graphDefinition: webhookGraph() })).secret).toMatch(/^whsec_/);
  });

  it("may be brought along in a webhook's config, and is taken out of everything that is read", async () => {
    const created = await create({ graphDefinition: webhookGraph({ secret: "my own secret" }) });
    expect(created.secret).toBeNull();
    const { data } = (await call("POST", `/automations/${created.id}/test`)).body;
    expect(data.headers["X-Service-Signature-256"]).toBe(
      `sha256=${createHmac("sha256", "my own secret").update(data.body).digest("hex")}`,
    );
    for (const answer of [await call("GET", `/automations/${created.id}`), await call("GET", "/automations")]) {
      expect(JSON.stringify(answer.body)).not.toContain("my own secret");
    }
    const stored = await app.opened.db.selectFrom("automation_versions").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain("my own secret");
  });

  it("is one: two webhooks with different ones are refused", async () => {
    const { nodes, edges } = webhookGraph({ secret: "one" });
    const second = {
      id: "hook2",
      type: "action",
      actionType: "webhook",
      config: { url: "https://b.example", secret: "two" },
    };
    const graphDefinition = {
      version: 2,
      nodes: [...nodes, second],
      edges: [...(edges ?? []).slice(0, 1), { source: "hook", target: "hook2" }, { source: "hook2", target: "done" }],
    };
    const answer = await call("POST", "/automations", { json: automationBody({ graphDefinition }) });
    expect(fieldsOf(answer)).toEqual(["graphDefinition.nodes[3].config.secret"]);
  });
});

describe("credentials of an incoming webhook", () => {
  const triggerConfig = { headerName: "x-key", headerValue: "hv-secret", password: "pw-secret" };

  it("are kept sealed, never read, and kept when a replacement leaves them out", async () => {
    const { id, ...created } = await create({ triggerConfig });
    expect(created.triggerConfig).toEqual({ headerName: "x-key" });
    expect(await secretsOf(id)).toMatchObject({ headerValue: "hv-secret", password: "pw-secret" });
    await replace(id, { name: "Next", triggerConfig: (await read(id)).triggerConfig });
    expect(await secretsOf(id)).toMatchObject({ headerValue: "hv-secret", password: "pw-secret" });
    const rows = await app.opened.db.selectFrom("automations").selectAll().where("id", "=", id).execute();
    expect(JSON.stringify(rows)).not.toMatch(/hv-secret|pw-secret/);
  });

  it("are changed by a text, which counts as a change, and removed by null or with the whole config", async () => {
    const { id } = await create({ triggerConfig });
    expect((await replace(id, { triggerConfig: { headerName: "x-key", password: "new" } })).version).toBe(2);
    expect(await secretsOf(id)).toMatchObject({ headerValue: "hv-secret", password: "new" });
    await replace(id, { triggerConfig: { headerName: "x-key", password: null } });
    expect(await secretsOf(id)).toMatchObject({ headerValue: "hv-secret", password: null });
    await replace(id, { triggerConfig: null });
    expect(await secretsOf(id)).toMatchObject({ headerValue: null, password: null });
  });
});

describe("the test of an automation", () => {
  it("answers the request that the first webhook would send, with signatures over its exact body", async () => {
    const { id, secret } = await create({
      graphDefinition: webhookGraph({
        url: "https://h.example/{{ contact.firstName }}",
        headers: { "X-Team": "sales", "Webhook-Id": "no" },
      }),
    });
    const data = await expectSuccess("testAutomation", await call("POST", `/automations/${id}/test`));
    expect(data).toMatchObject({ nodeId: "hook", url: "https://h.example/Maria", method: "POST" });
    expect(JSON.parse(data.body)).toMatchObject({
      test: true,
      automation: { id, name: "Welcome", version: 1 },
      nodeId: "hook",
    });

    expect(data.headers["X-Service-Signature-256"]).toBe(
      `sha256=${createHmac("sha256", secret).update(data.body).digest("hex")}`,
    );
    const { "webhook-id": messageId, "webhook-timestamp": timestamp } = data.headers;
    const bytes = Buffer.from(secret.replace("whsec_", ""), "base64");
    expect(bytes).toHaveLength(32);
    expect(data.headers["webhook-signature"]).toBe(
      `v1,${createHmac("sha256", bytes).update(`${messageId}.${timestamp}.${data.body}`).digest("base64")}`,
    );
    expect(data.headers).toMatchObject({ "X-Team": "sales", "X-Service-Test": "true" });
    expect(data.headers).not.toHaveProperty("Webhook-Id");
  });

  it("sends the body of the config, rendered", async () => {
    const { id } = await create({
      graphDefinition: webhookGraph({ method: "PUT", body: { who: "{{ contact.firstName }}" } }),
    });
    const data = await expectSuccess("testAutomation", await call("POST", `/automations/${id}/test`));
    expect(data).toMatchObject({ method: "PUT", body: '{"who":"Maria"}' });
  });

  it("is refused without a webhook action", async () => {
    const { id } = await create();
    const answer = await call("POST", `/automations/${id}/test`);
    expect([answer.status, answer.body.code]).toEqual([422, "UNPROCESSABLE_ENTITY"]);
  });
});
