import type { GraphDefinition, JsonObject, JsonValue } from "@trilho/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  filled,
  loop,
  WORST_CONFIGS,
  WORST_FACTS,
} from "../../../../packages/engine/src/liquid/testing/worst-configs.ts";
import { MOST, type MeasuredCalls, openMeasuredCalls } from "./testing/measured-calls.ts";

/** What fits into a body beside the rest of an automation. */
const BODY = 1_000_000;
/** A run may use as much as some configs. */
const RUN = { ...MOST, total: 2 * MOST.total };

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

let calls: MeasuredCalls;
beforeAll(async () => {
  calls = await openMeasuredCalls();
});
afterAll(() => calls.close());

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
      const runs = calls.opened.db.selectFrom("runs").where("automation_id", "=", automationId);
      return (await runs.select(["status", "attempts"]).execute()).map(
        ({ status, attempts }) => attempts > 0 || ["completed", "failed"].includes(status),
      );
    })
    .toEqual([true]);

describe("neither the event loop nor the processor is held up by", () => {
  it.each(WORST_CONFIGS.filter(([name]) => WORST.has(name)))("%s", async (_, config) => {
    const { call } = await calls.newCaller();
    const graph = graphOf(sent(config));
    const tooBusy = await calls.tooBusyBy(async (measure) => {
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
    expect(tooBusy).toEqual([]);
  });

  it("a run of many actions that cannot be filled in", async () => {
    const { call } = await calls.newCaller();
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
    const tooBusy = await calls.tooBusyBy(async (measure) => {
      const { data } = await call("POST", "api/v1/automations", automation(graph, "Long"));
      await measure("running", async () => {
        await call("POST", `hooks/automations/${data.triggerConfig.hookToken}`, {});
        await tried(data.id);
      });
    }, RUN);
    expect(tooBusy).toEqual([]);
  });

  it("a cadence of texts that take long to read", async () => {
    const { call, pipelineId } = await calls.newCaller();
    const texts = Array.from({ length: 10 }, () => filled("{{a}}").slice(0, 95_000));
    const steps = texts.map((htmlBody, day) => ({ dayNumber: day + 1, channel: "email", subject: "Hi", htmlBody }));
    const tooBusy = await calls.tooBusyBy(async (measure) => {
      const body = await measure("creating", () =>
        call("POST", "api/v1/cadences", { name: "Long", pipelineId, steps }),
      );
      expect(body.fieldErrors).toHaveLength(texts.length);
    });
    expect(tooBusy).toEqual([]);
  });
});
