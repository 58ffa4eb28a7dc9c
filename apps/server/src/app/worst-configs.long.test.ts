import type { GraphDefinition, JsonObject, JsonValue } from "@trilho/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  filled,
  loop,
  WORST_CONFIGS,
  WORST_FACTS,
} from "../../../../packages/engine/src/liquid/testing/worst-configs.ts";
import { type Busy, type MeasuredServer, startMeasuredServer } from "../testing/measured.ts";
import { openTestStore, type TestStore } from "../testing/open-test-store.ts";
import { type Answer, request } from "./testing/test-app.ts";
import { addWorkspace } from "./testing/workspace.ts";

/** How long the event loop may be held up, and all that a request or a tick may take: ms of the processor. */
const MOST: Busy = { longestBlock: 50, total: 250 };
/** Other programs slow the processor down: the best of so many tries counts. */
const TRIES = 8;
/** What fits into a body beside the rest of an automation. */
const BODY = 1_000_000;

/** The worst by what they do. */
const WORST = new Set([
  "20,000 small loops",
  "many small loops, each in a text of its own",
  "20,000 small loops, none like another",
  "the size of an object, again and again",
  "the size of an object in texts of their own",
  "nested lists printed",
  "contains in texts of their own",
  "dates in texts of their own",
  "texts of outputs, none like another",
  "texts that do not parse",
  "texts with unknown filters, none like another",
  "texts left open",
]);

let opened: TestStore;
let server: MeasuredServer;
beforeAll(async () => {
  opened = await openTestStore();
  server = await startMeasuredServer(opened);
});
afterAll(async () => {
  await server.close();
  await opened.close();
});

type Call = (method: string, path: string, json?: object) => Promise<Answer["body"]>;

/** Each calls from an address of its own, so that no limit of requests is reached. */
let callers = 0;

async function newCaller(): Promise<{ call: Call; pipelineId: string }> {
  const workspace = await addWorkspace(opened.db, opened.serverSecret, ["API_ACCESS", "ADVANCED_API", "CADENCE"]);
  const key = await workspace.addKey({ mode: "live" });
  callers += 1;
  const headers = { "x-forwarded-for": `10.1.${callers >> 8}.${callers & 255}` };
  return {
    pipelineId: workspace.pipelineId,
    async call(method, path, json) {
      const { status, body } = await request(server.url + path, method, { key, headers, ...(json && { json }) });
      expect(status, `${method} ${path}: ${JSON.stringify(body).slice(0, 300)}`).toBeLessThan(500);
      return body;
    },
  };
}

/** How busy some steps keep the server, in the best of some tries each. */
async function busyBy(steps: (measure: Measure) => Promise<void>): Promise<Record<string, Busy>> {
  const best: Record<string, Busy> = {};
  const measure: Measure = async (name, work) => {
    await server.busy();
    const value = await work();
    const { longestBlock, total } = await server.busy();
    const known = best[name] ?? { longestBlock, total };
    best[name] = {
      longestBlock: Math.min(known.longestBlock, longestBlock),
      total: Math.min(known.total, total),
    };
    return value;
  };
  for (let tries = 0; tries === 0 || (tries < TRIES && tooBusy(best).length > 0); tries += 1) await steps(measure);
  return best;
}

type Measure = <T>(name: string, work: () => Promise<T>) => Promise<T>;

const tooBusy = (best: Record<string, Busy>) =>
  Object.entries(best).filter(
    ([, { longestBlock, total }]) => longestBlock >= MOST.longestBlock || total >= MOST.total,
  );

const automation = (graphDefinition: GraphDefinition, name: string): JsonObject => ({
  name,
  enabled: true,
  triggerType: "incoming_webhook",
  triggerConfig: {},
  graphDefinition: graphDefinition as unknown as JsonObject,
});

/** A webhook as the only action: its config is filled in by runs and when it is tried out. */
const graphOf = (config: JsonObject): GraphDefinition => ({
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "hook", type: "action", actionType: "webhook", config: { url: "https://example.invalid/", ...config } },
  ],
  edges: [{ source: "start", target: "hook" }],
});

/** As it reads what a call of the automation's address brings, and no longer than a body may be. */
function sent(config: JsonObject): JsonObject {
  const read = JSON.parse(JSON.stringify(config).replaceAll(/event\.(\w+)/g, "event.body.$1")) as JsonObject;
  let length = 0;
  const fits = (text: JsonValue): boolean => (length += JSON.stringify(text).length + 1) < BODY;
  return Array.isArray(read["texts"]) ? { texts: read["texts"].filter(fits) } : read;
}

/** What of the facts a config reads. */
function eventFor(config: JsonObject): JsonObject {
  const names = new Set([...JSON.stringify(config).matchAll(/event\.(\w+)/g)].map(([, name]) => name));
  return Object.fromEntries(Object.entries(WORST_FACTS["event"] as JsonObject).filter(([name]) => names.has(name)));
}

/** Waits until the automation's run has come through its actions. */
const tried = (automationId: string): Promise<void> =>
  expect
    .poll(async () => {
      const runs = opened.db.selectFrom("runs").where("automation_id", "=", automationId);
      return (await runs.select(["status", "attempts"]).execute()).map(
        ({ status, attempts }) => attempts > 0 || ["completed", "failed"].includes(status),
      );
    })
    .toEqual([true]);

describe("neither the event loop nor the processor is held up by", () => {
  it.each(WORST_CONFIGS.filter(([name]) => WORST.has(name)))("%s", async (_, config) => {
    const { call } = await newCaller();
    const graph = graphOf(sent(config));
    const busy = await busyBy(async (measure) => {
      const create = () => call("POST", "api/v1/automations", automation(graph, "New"));
      const { data } = await measure("creating", create);
      const path = `api/v1/automations/${data.id}`;
      await measure("replacing", () => call("PUT", path, automation(graph, "Other")));
      await measure("reading", () => call("GET", path));
      await measure("trying its webhook", () => call("POST", `${path}/test`, {}));
      await measure("running", async () => {
        await call("POST", `hooks/automations/${data.triggerConfig.hookToken}`, eventFor(config));
        await tried(data.id);
      });
      const runs = await measure("its runs", () => call("GET", `${path}/runs`));
      await measure("its run", () => call("GET", `${path}/runs/${runs.data.items[0].runId}`));
      await call("DELETE", path);
    });
    expect(tooBusy(busy)).toEqual([]);
  });

  it("a run of many actions that cannot be filled in", async () => {
    const { call } = await newCaller();
    const ids = Array.from({ length: 48 }, (_, index) => `n${index}`);
    const config = { title: loop("{{ i }}") };
    const graph: GraphDefinition = {
      version: 2,
      nodes: [
        { id: "start", type: "trigger" },
        ...ids.map((id) => ({ id, type: "action" as const, actionType: "create_task" as const, config })),
      ],
      edges: ids.map((target, index) =>
        index === 0 ? { source: "start", target } : { source: `n${index - 1}`, target, sourceHandle: "fallback" },
      ),
    };
    const busy = await busyBy(async (measure) => {
      const { data } = await call("POST", "api/v1/automations", automation(graph, "Long"));
      await measure("running", async () => {
        await call("POST", `hooks/automations/${data.triggerConfig.hookToken}`, {});
        await tried(data.id);
      });
    });
    expect(tooBusy(busy)).toEqual([]);
  });

  it("a cadence of texts that take long to read", async () => {
    const { call, pipelineId } = await newCaller();
    const texts = Array.from({ length: 10 }, () => filled("{{a}}").slice(0, 95_000));
    const steps = texts.map((htmlBody, day) => ({ dayNumber: day + 1, channel: "email", subject: "Hi", htmlBody }));
    const busy = await busyBy(async (measure) => {
      const body = await measure("creating", () =>
        call("POST", "api/v1/cadences", { name: "Long", pipelineId, steps }),
      );
      expect(body.fieldErrors).toHaveLength(texts.length);
    });
    expect(tooBusy(busy)).toEqual([]);
  });
});
