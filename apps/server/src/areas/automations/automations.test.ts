import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSuccess, fieldsOf, startTestApi, type TestApi } from "../../app/testing/api.ts";
import { automationBody, SMALL_GRAPH, webhookGraph } from "../../app/testing/graphs.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.app.close());

const ruleOf = (value: string) => ({
  combinator: "and",
  rules: [{ field: "deal.expectedCloseAt", operator: "<", value }],
});

describe("creating an automation", () => {
  it("answers the resource with defaults, version 1, and no secret without a webhook", async () => {
    const created = await api.create();
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
    expect(await api.read(created.id)).toEqual(resource);
  });

  it("keeps what it does not know in the graph, and ignores what it does not know in the body", async () => {
    const graphDefinition = {
      ...SMALL_GRAPH,
      note: "mine",
      nodes: SMALL_GRAPH.nodes.map((node) => ({ ...node, extra: 1 })),
    };
    const created = await api.create({ graphDefinition, futureField: true });
    expect((await api.read(created.id)).graphDefinition).toEqual(graphDefinition);
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
    const { actions } = await api.create({ graphDefinition });
    expect(actions).toEqual([
      { id: "a", type: "wait", order: 0, config: { delaySeconds: 5 } },
      { id: "b", type: "add_tag", order: 1, config: { tagIds: ["t"] } },
    ]);
  });

  it("fills in the pipeline of a stage, and drops ids that the scope does not use", async () => {
    const [stageId] = api.workspace.stageIds;
    const { pipelineId } = api.workspace;
    expect(await api.create({ scope: "stage", stageId })).toMatchObject({ scope: "stage", stageId, pipelineId });
    expect(await api.create({ scope: "pipeline", pipelineId, stageId })).toMatchObject({ pipelineId, stageId: null });
    expect(await api.create({ scope: "global", pipelineId })).toMatchObject({ pipelineId: null });
  });

  it("reports every problem at once: the schema's, the scope's and the graph's", async () => {
    const graph = webhookGraph();
    const answer = await api.call("POST", "/automations", {
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
    [
      "a filter by a day that no calendar has",
      { triggerConfig: { filter: ruleOf("2026-02-30") } },
      "triggerConfig.filter.rules[0].value",
    ],
    ["a condition on a leap second", { conditions: ruleOf("2016-12-31T23:59:60Z") }, "conditions.rules[0].value"],
    [
      "an hour of one digit",
      { triggerWindow: { days: [{ weekday: 1, from: "9:00", to: "18:00" }] } },
      "triggerWindow.days[0].from",
    ],
    ["an unknown time zone", { triggerWindow: { days: [], timeZone: "Brazil" } }, "triggerWindow.timeZone"],
    ["conditions without rules", { conditions: { combinator: "and" } }, "conditions.rules"],
    ["a filter without a combinator", { triggerConfig: { filter: { rules: [] } } }, "triggerConfig.filter.combinator"],
    ["a password that is no text", { triggerConfig: { password: {} } }, "triggerConfig.password"],
  ])("refuses %s and stores nothing", async (_, change, field) => {
    const before = await api.call("GET", "/automations");
    const answer = await api.call("POST", "/automations", { json: automationBody(change) });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe("VALIDATION_ERROR");
    expect(fieldsOf(answer)).toContain(field);
    expect((await api.call("GET", "/automations")).body).toEqual(before.body);
  });

  it("refuses a stage of another pipeline, and ids of another workspace", async () => {
    const other = await api.app.workspace();
    const foreign = await api.call("POST", "/automations", {
      json: automationBody({ scope: "pipeline", pipelineId: other.pipelineId }),
    });
    expect(fieldsOf(foreign)).toEqual(["pipelineId"]);
    const mixed = await api.call("POST", "/automations", {
      json: automationBody({ scope: "stage", pipelineId: other.pipelineId, stageId: api.workspace.stageIds[0] }),
    });
    expect(fieldsOf(mixed)).toEqual(["pipelineId"]);
  });
});

describe("replacing an automation", () => {
  it("replaces every writable field and counts the version up", async () => {
    const { id } = await api.create({ respectBusinessHours: true, conditions: { combinator: "and", rules: [] } });
    expect(await api.replace(id, { name: "Second" })).toMatchObject({
      id,
      name: "Second",
      version: 2,
      respectBusinessHours: false,
      conditions: null,
    });
  });

  it("keeps the version when nothing of the definition changes, whatever the order of keys", async () => {
    const { id } = await api.create({ triggerConfig: { a: 1, b: 2 } });
    expect((await api.replace(id, { triggerConfig: { b: 2, a: 1 } })).version).toBe(1);
    expect(await api.replace(id, { triggerConfig: { a: 1, b: 2 }, enabled: true })).toMatchObject({
      version: 1,
      enabled: true,
    });
  });

  it("leaves the switch alone unless it is sent", async () => {
    const { id } = await api.create({ enabled: true });
    expect((await api.replace(id, { name: "Other" })).enabled).toBe(true);
    expect((await api.replace(id, { name: "Third", enabled: false })).enabled).toBe(false);
  });

  it("refuses a stale base version, naming both, and stores nothing", async () => {
    const { id } = await api.create();
    await api.replace(id, { name: "Theirs", baseVersion: 1 });
    const answer = await api.call("PUT", `/automations/${id}`, {
      json: automationBody({ name: "Mine", baseVersion: 1 }),
    });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: "CONFLICT", details: "baseVersion 1, stored version 2" });
    expect((await api.read(id)).name).toBe("Theirs");
  });

  it("answers a repeated replacement as the first time: its answer may have been lost", async () => {
    const { id } = await api.create();
    await api.replace(id, { name: "Mine", baseVersion: 1 });
    expect(await api.replace(id, { name: "Mine", baseVersion: 1 })).toMatchObject({ name: "Mine", version: 2 });
  });

  it("lets exactly one of many rivals with the same base version win", async () => {
    const { id } = await api.create();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, rival) =>
        api.call("PUT", `/automations/${id}`, { json: automationBody({ name: `Rival ${rival}`, baseVersion: 1 }) }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(409)]);
    expect((await api.read(id)).version).toBe(2);
  });

  it("stores every one of many writes at once that name no base version", async () => {
    const { id } = await api.create();
    const names = Array.from({ length: 20 }, (_, index) => `Rival ${index}`);
    await Promise.all(names.map((name) => api.replace(id, { name })));
    expect((await api.read(id)).version).toBe(21);
  });

  it("refuses a bad body before it looks for the automation", async () => {
    const bad = await api.call("PUT", "/automations/nowhere", { json: {} });
    expect(bad.status).toBe(400);
    const good = await api.call("PUT", "/automations/nowhere", { json: automationBody() });
    expect(good.status).toBe(404);
  });
});

describe("switching an automation", () => {
  it("is idempotent and keeps the version", async () => {
    const { id } = await api.create();
    for (const enabled of [true, true, false]) {
      const answer = await api.call("PATCH", `/automations/${id}/enabled`, { json: { enabled } });
      expect(expectSuccess("setAutomationEnabled", answer)).toMatchObject({ enabled, version: 1 });
    }
  });

  it.each([[{}], [{ enabled: "true" }], [{ enabled: null }], [[]], ["on"]])("refuses %j", async (json) => {
    const { id } = await api.create();
    const answer = await api.call("PATCH", `/automations/${id}/enabled`, { json });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe("VALIDATION_ERROR");
  });
});

describe("deleting an automation", () => {
  it("answers 204 without a body, and 404 from then on", async () => {
    const { id } = await api.create();
    const answer = await api.call("DELETE", `/automations/${id}`);
    expectSuccess("deleteAutomation", answer);
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
      const gone = await api.call(method, `/automations/${id}${rest}`, { json });
      expect([method, rest, gone.status, gone.body.code]).toEqual([method, rest, 404, "NOT_FOUND"]);
    }
  });

  it("accepts a JSON content type without a body", async () => {
    const { id } = await api.create();
    const answer = await api.call("DELETE", `/automations/${id}`, { headers: { "content-type": "application/json" } });
    expect(answer.status).toBe(204);
  });
});

describe("automations of another workspace", () => {
  it("do not exist", async () => {
    const { id } = await api.create();
    const other = await api.app.workspace();
    const otherKey = await other.addKey();
    for (const [method, rest, json] of [
      ["GET", "", undefined],
      ["PUT", "", automationBody()],
      ["DELETE", "", undefined],
    ] as const) {
      expect((await api.call(method, `/automations/${id}${rest}`, { key: otherKey, json })).status).toBe(404);
    }
    expect((await api.call("GET", "/automations", { key: otherKey })).body.data.items).toEqual([]);
    expect((await api.read(id)).id).toBe(id);
  });
});
