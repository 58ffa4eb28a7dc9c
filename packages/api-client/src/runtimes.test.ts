import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { build, type Rollup } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";
import type * as ApiClient from "./index.ts";
import { data, page, startScriptedService, type ScriptedService } from "./testing/scripted-service.ts";
import type * as Webhooks from "./webhooks.ts";

/** What browsers and every edge runtime have (WinterTC's minimum common API), and nothing else. */
const WEB = {
  AbortController,
  AbortSignal,
  atob,
  Blob,
  btoa,
  clearTimeout,
  crypto,
  fetch,
  FormData,
  Headers,
  Response,
  setTimeout,
  TextEncoder,
  URL,
  URLSearchParams,
};

let service: ScriptedService;
beforeAll(async () => (service = await startScriptedService()));
afterAll(() => service.close());

/** A module of this package, bundled as a program of a web page would be, in a world that is not Node.js. */
async function inWebWorld<Module>(file: string): Promise<Module> {
  const entry = fileURLToPath(new URL(file, import.meta.url));
  const built = (await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, minify: false, lib: { entry, formats: ["iife"], name: "loaded" } },
  })) as Rollup.RollupOutput[];
  const code = built.flatMap(({ output }) => output.map((part) => (part.type === "chunk" ? part.code : ""))).join("\n");
  return runInContext(`${code}\nloaded;`, createContext({ ...WEB })) as Module;
}

it("asks, sends and iterates with the web's own interfaces alone", async () => {
  const { createClient } = await inWebWorld<typeof ApiClient>("index.ts");
  service.script.push(page([{ id: "a" }], "c"), page([{ id: "b" }]), data({ id: "a", enabled: true }));
  const { automations } = createClient({ baseUrl: service.baseUrl, apiKey: "trk_test_1" });
  const ids: string[] = [];
  for await (const { id } of automations.list()) ids.push(id);
  expect(ids).toEqual(["a", "b"]);
  expect(await automations.setEnabled("a", { enabled: true })).toMatchObject({ id: "a" });
});

it("signs and verifies webhooks with Web Crypto alone", async () => {
  const { signWebhook, verifyWebhook } = await inWebWorld<typeof Webhooks>("webhooks.ts");
  const headers = await signWebhook("{}", { secret: "s", id: "m", timestamp: 1 });
  expect(await verifyWebhook({ body: "{}", headers }, "s", { now: 1000 })).toMatchObject({ ok: true });
});
