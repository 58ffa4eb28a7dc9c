import type { GraphDefinition, JsonObject } from "@trilho/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Call, MOST, type MeasuredCalls, openMeasuredCalls } from "./testing/measured-calls.ts";

/** Of each request; a page of 50 MB takes seconds in all. */
const BLOCK = { ...MOST, total: Infinity };
/** What fits into a body beside the rest of a definition. */
const BODY = 1_000_000;
const PAGE = 50;

let calls: MeasuredCalls;
beforeAll(async () => {
  calls = await openMeasuredCalls();
});
afterAll(() => calls.close());

/** As many webhooks as a graph may have beside its trigger, in a chain. */
function automation(config: JsonObject): JsonObject {
  const ids = Array.from({ length: 49 }, (_, index) => `n${index}`);
  const graph: GraphDefinition = {
    version: 2,
    nodes: [
      { id: "start", type: "trigger" },
      ...ids.map((id) => ({
        id,
        type: "action" as const,
        actionType: "webhook" as const,
        config: { url: "https://example.invalid/", ...config },
      })),
    ],
    edges: ids.map((target, index) => ({ source: ids[index - 1] ?? "start", target })),
  };
  return { triggerType: "deal_created", graphDefinition: graph as unknown as JsonObject };
}

const step = { channel: "email", subject: "Hi", htmlBody: "é[]".repeat(3000) };
const cadence = (pipelineId: string): JsonObject => ({
  pipelineId,
  steps: Array.from({ length: 75 }, (_, day) => ({ ...step, dayNumber: day + 1 })),
});

type Case = [name: string, path: string, definition: (pipelineId: string) => JsonObject];
const share = Math.floor(BODY / 49) - 200;
const LARGE: Case[] = [
  ["an automation of long texts", "automations", () => automation({ body: "é[]".repeat(share / 4) })],
  ["a cadence of long texts", "cadences", cadence],
];

async function create(call: Call, path: string, definition: JsonObject, name: string): Promise<string> {
  const { data, ...refused } = await call("POST", `api/v1/${path}`, { name, ...definition });
  expect(refused).not.toHaveProperty("error");
  return data.id;
}

describe("the event loop is not held up by", () => {
  it.each(LARGE)("%s of 1 MB, written and read", async (_, path, definition) => {
    const { call, pipelineId } = await calls.newCaller();
    const json = definition(pipelineId);
    const tooBusy = await calls.tooBusyBy(async (measure) => {
      const id = await measure("creating", () => create(call, path, json, "Large"));
      const one = `api/v1/${path}/${id}`;
      await measure("replacing", () => call("PUT", one, { ...json, name: "Other" }));
      await measure("replacing by the same", () => call("PUT", one, { ...json, name: "Other" }));
      await measure("reading", () => call("GET", one));
      await call("DELETE", one);
    }, BLOCK);
    expect(tooBusy).toEqual([]);
  });

  it.each(LARGE)("a page of them: %s", async (_, path, definition) => {
    const { call, pipelineId } = await calls.newCaller();
    for (let index = 0; index < PAGE; index += 1) await create(call, path, definition(pipelineId), `Large ${index}`);
    const tooBusy = await calls.tooBusyBy(async (measure) => {
      const { data } = await measure("listing", () => call("GET", `api/v1/${path}?limit=${PAGE}`));
      expect(data.items).toHaveLength(PAGE);
    }, BLOCK);
    expect(tooBusy).toEqual([]);
  });
});
