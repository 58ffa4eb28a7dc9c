import { getEventListeners } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createClient } from "../client.ts";
import { data, errorOf, refusal, startScriptedService } from "../testing/scripted-service.ts";
import type { Scripted, ScriptedService } from "../testing/scripted-service.ts";

let service: ScriptedService;
beforeAll(async () => {
  service = await startScriptedService();
});
afterAll(() => service.close());

const now = { "x-rate-limit-retry-after-seconds": "0" };

it.each<[name: string, answers: Scripted[]]>([
  ["succeeded", [data([])]],
  ["was refused", [refusal(400)]],
  ["succeeded on its third attempt", [refusal(429, {}, now), refusal(429, {}, now), data([])]],
  ["took longer than it may", [{ silent: true }]],
])("a call that %s leaves nothing with a signal that lives on", async (_, answers) => {
  const { signal } = new AbortController();
  service.script.splice(0, service.script.length, ...answers);
  const client = createClient({ baseUrl: service.baseUrl, apiKey: "trk_test_1", timeoutMs: 1000 });
  let meanwhile = 0;
  service.server.once("request", () => (meanwhile = getEventListeners(signal, "abort").length));
  await errorOf(client.tags.list({ signal }));
  expect(meanwhile).toBeGreaterThan(0);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
