import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { webhookGraph } from "../app/testing/graphs.ts";
import { answer, type Receiver, startReceiver } from "../runs/testing/servers.ts";
import { bundleProduct, type Product } from "../testing/bundle.ts";
import { openTestStore, temporaryFolder, type TestStore } from "../testing/open-test-store.ts";
import { type Collector, type SentSpan, startCollector } from "./testing/collector.ts";
import { killProcesses, type ServerProcess, startProcess } from "./testing/process.ts";

const KEY = "trk_live_traces_of_acme_0123456789abcdef";
const [INTERNAL, SERVER, CLIENT] = [1, 2, 3];

let root: string;
let product: Product;
let store: TestStore;
let shop: Receiver;
let collector: Collector;
beforeAll(async () => {
  [root, product, store, shop, collector] = await Promise.all([
    temporaryFolder(),
    bundleProduct(),
    openTestStore(),
    startReceiver(),
    startCollector(),
  ]);
  const member = { email: "ana@acme.example", name: "Ana", role: "owner", keys: [{ name: "k", secret: KEY }] };
  const workspace = { slug: "acme", name: "Acme", features: ["API_ACCESS", "ADVANCED_API"], members: [member] };
  writeFileSync(join(root, "acme.json"), JSON.stringify({ workspaces: [workspace] }));
});
afterAll(async () => {
  killProcesses();
  product.remove();
  await Promise.all([shop.close(), collector.receiver.close(), store.close()]);
  rmSync(root, { recursive: true, force: true });
});

const start = (args: readonly string[], settings: Readonly<Record<string, string>> = {}) =>
  startProcess(product.main, args, {
    DATABASE_URL: store.url ?? "",
    TRILHO_SECRET: store.serverSecret,
    TRILHO_WEBHOOK_ALLOW_PRIVATE: "on",
    ...settings,
  });

/** As soon as they are made, to the collector. */
const traced = () => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.receiver.url,
  OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
  OTEL_BSP_SCHEDULE_DELAY: "50",
});

const serve = (...more: string[]) => ["--provision", join(root, "acme.json"), ...more];

async function send(url: string, json: object, headers: Record<string, string> = {}, method = "POST") {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(json),
  });
  const body = (await response.json()) as { data: { id: string; triggerConfig: { hookToken?: string } | null } };
  expect(response.ok, JSON.stringify(body)).toBe(true);
  return body.data;
}

/** An automation that calls an address, until its test is over. */
async function addAutomation(server: ServerProcess, triggerType: string, url: string) {
  const graphDefinition = webhookGraph({ url });
  const automation = { name: triggerType, enabled: true, triggerType, graphDefinition };
  const added = await send(`${server.url}/api/v1/automations`, automation);
  onTestFinished(async () => {
    await send(`${server.url}/api/v1/automations/${added.id}/enabled`, { enabled: false }, {}, "PATCH");
  });
  return added;
}

let deals = 0;
const newDeal = () => ({ name: "Solar kit", phone: `+55119${60_000_000 + (deals += 1)}` });

/** What somebody else's trace hands on, of which a request is a part. */
function callers(flags = "01") {
  const [traceId, spanId] = [randomBytes(16).toString("hex"), randomBytes(8).toString("hex")];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-${flags}` } };
}

const received = async (path: string) => {
  await expect.poll(() => shop.requests.filter((each) => each.path === path)).toHaveLength(1);
  return shop.requests.find((each) => each.path === path);
};

/** The one span of a name, which lies directly in another one. */
function child(spans: readonly SentSpan[], parentSpanId: string, name: string, kind: number): SentSpan {
  const found = spans.filter((span) => span.name === name && span.parentSpanId === parentSpanId);
  expect(found, `${name} in ${JSON.stringify(spans.map((span) => span.name))}`).toHaveLength(1);
  expect(found[0]?.kind).toBe(kind);
  return found[0] as SentSpan;
}

const namesIn = (spans: readonly SentSpan[], { spanId }: SentSpan): string[] =>
  spans.filter(({ parentSpanId }) => parentSpanId === spanId).map(({ name }) => name);

describe.each([
  ["a server alone", () => [serve()]],
  ["a server and a worker", () => [serve("--no-work"), ["work", "--concurrency", "2", "--health-port", "0"]]],
])("with %s, one trace leads from a request to its effect", (_, all) => {
  let processes: ServerProcess[];
  const [server, worker] = [() => processes[0] as ServerProcess, () => processes.at(-1) as ServerProcess];
  beforeAll(async () => {
    processes = [];
    for (const args of all()) processes.push(await start(args, traced()));
    return () => Promise.all(processes.map((each) => each.stop()));
  });

  test.each([
    {
      of: "a deal that is created",
      triggerType: "deal_created",
      route: "POST /api/v1/deals",
      statement: "WITH insert_history",
      ask: (headers: Record<string, string>) => send(`${server().url}/api/v1/deals`, newDeal(), headers),
    },
    {
      of: "a call from outside",
      triggerType: "incoming_webhook",
      route: "POST /hooks/automations/:token",
      statement: "WITH take_call",
      ask: (headers: Record<string, string>, token: string) =>
        send(`${server().url}/hooks/automations/${token}`, { hello: "there" }, headers),
    },
  ])("of $of", async ({ triggerType, route, statement, ask }) => {
    const path = `/${processes.length}/${triggerType}`;
    const { id, triggerConfig } = await addAutomation(server(), triggerType, shop.url + path);
    shop.next(answer(422, "not today"));
    const { traceId, spanId, headers } = callers();
    await ask(headers, triggerConfig?.hookToken ?? "");
    const call = await received(path);
    const spans = await collector.trace(traceId, "run");

    const request = child(spans, spanId, route, SERVER ?? 0);
    expect(request.attributes).toMatchObject({
      "http.request.method": "POST",
      "http.route": route.split(" ")[1],
      "http.response.status_code": expect.any(Number),
    });
    expect(namesIn(spans, request)).toContain(statement);

    const run = child(spans, request.spanId, "run", INTERNAL ?? 0);
    expect(run.attributes).toMatchObject({ "trilho.automation.id": id, "trilho.run.id": expect.any(String) });
    expect(namesIn(spans, run)).toEqual(
      expect.arrayContaining(["BEGIN", "SELECT hold_run", "WITH save_run", "COMMIT"]),
    );

    const action = child(spans, run.spanId, "action webhook", INTERNAL ?? 0);
    expect(action).toMatchObject({
      status: { code: 2 },
      attributes: { "trilho.node.id": "hook", "trilho.attempt": 1, "error.type": "permanent" },
    });
    const outgoing = child(spans, action.spanId, "POST", CLIENT ?? 0);
    expect(outgoing.attributes).toMatchObject({ "server.address": "127.0.0.1", "http.response.status_code": 422 });
    expect(call?.headers["traceparent"]).toBe(`00-${traceId}-${outgoing.spanId}-01`);

    for (const { name, startTimeUnixNano: from, endTimeUnixNano: to } of spans) {
      expect(BigInt(to) - BigInt(from), name).toBeGreaterThan(0n);
    }
    const instances = new Set(spans.map(({ resource }) => resource["service.instance.id"]));
    expect(instances.size).toBe(processes.length);
    expect(spans.every(({ resource }) => resource["service.name"] === "trilho")).toBe(true);
    expect(JSON.stringify(spans), "nothing that lets in whoever knows it").not.toContain(
      triggerConfig?.hookToken ?? KEY,
    );

    const lines = () => [...server().logged("request"), ...worker().logged("action failed")];
    await expect
      .poll(() => lines().filter(({ trace_id: of }) => of === traceId))
      .toEqual([
        expect.objectContaining({ span_id: request.spanId, msg: "request" }),
        expect.objectContaining({ span_id: run.spanId, msg: "action failed", runId: run.attributes["trilho.run.id"] }),
      ]);
  });
});

describe("of what a server does", () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await start(serve(), traced());
    return () => server.stop();
  });

  test("a call that nobody answers says so, and nothing of its address that lets in whoever knows it", async () => {
    await addAutomation(server, "deal_created", "http://me:SECRET@127.0.0.1:1/SECRET?key=SECRET");
    const { traceId, headers } = callers();
    await send(`${server.url}/api/v1/deals`, newDeal(), headers);
    const spans = await collector.trace(traceId, "run");
    const [call] = spans.filter(({ name, kind }) => name === "POST" && kind === CLIENT);
    expect(call).toMatchObject({
      status: { code: 2 },
      attributes: { "server.address": "127.0.0.1", "server.port": 1, "error.type": "ECONNREFUSED" },
    });
    expect(JSON.stringify(spans)).not.toContain("SECRET");
  });

  test("a trace that its caller does not keep is not kept, and those whom it leads to are told so", async () => {
    await addAutomation(server, "deal_created", `${shop.url}/unkept`);
    const [unkept, kept] = [callers("00"), callers()];
    await send(`${server.url}/api/v1/deals`, newDeal(), unkept.headers);
    const call = await received("/unkept");
    expect(call?.headers["traceparent"]).toMatch(new RegExp(`^00-${unkept.traceId}-[0-9a-f]{16}-00$`));
    await send(`${server.url}/api/v1/deals`, newDeal(), kept.headers);
    await collector.trace(kept.traceId, "run");
    expect(JSON.stringify(collector.receiver.requests)).not.toContain(unkept.traceId);
  });
});

test("health and metrics are asked too often to be traced", async () => {
  const server = await start(serve("--no-work"), traced());
  const before = collector.receiver.requests.length;
  for (const path of ["/health/ready", "/health/live", "/metrics"]) await fetch(`${server.url}${path}`);
  await server.stop();
  expect(collector.receiver.requests.slice(before).map(({ body }) => body)).toEqual([]);
});

test("what was done last is sent before the process ends, as protobuf by default; what is lost or wrong is told once", async () => {
  const [taking, away] = await Promise.all([startReceiver(answer(200)), startReceiver(answer(400))]);
  onTestFinished(async () => void (await Promise.all([taking.close(), away.close()])));
  const ends = [taking, away].map(async ({ url }) => {
    const server = await start(serve("--no-work"), {
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_SERVICE_NAME: "crm",
      OTEL_TRACES_SAMPLER: "sometimes",
    });
    await send(`${server.url}/api/v1/deals`, newDeal());
    await server.stop();
    expect(server.logged("OpenTelemetry")).toMatchObject([{ text: expect.stringContaining('"sometimes" invalid') }]);
    return server.logged("traces not taken").length;
  });
  expect(await Promise.all(ends)).toEqual([0, 1]);
  expect(taking.requests).toMatchObject([
    { path: "/v1/traces", headers: { "content-type": "application/x-protobuf" }, body: expect.stringContaining("crm") },
  ]);
});

test("off, as by default, nothing is sent or handed on, and OpenTelemetry's SDK is not loaded", async () => {
  const parts = product.partsOf("@opentelemetry/sdk-trace");
  expect(parts).not.toEqual([]);
  const before = collector.receiver.requests.length;
  const server = await start(serve(), { OTEL_SERVICE_NAME: "crm" });
  const graphDefinition = webhookGraph({ url: `${shop.url}/off` });
  const automation = { name: "Off", enabled: true, triggerType: "deal_created", graphDefinition };
  await send(`${server.url}/api/v1/automations`, automation);
  await send(`${server.url}/api/v1/deals`, newDeal(), callers().headers);
  expect((await received("/off"))?.headers).not.toHaveProperty("traceparent");
  const loaded = await server.stop();
  const lines = server.logged("request");
  expect(lines).not.toEqual([]);
  expect(lines.filter((line) => "trace_id" in line)).toEqual([]);
  expect(loaded).toContain("main.mjs");
  expect(loaded.filter((name) => parts.includes(name))).toEqual([]);
  expect(collector.receiver.requests).toHaveLength(before);

  const other = await start(serve("--no-work"), traced());
  expect(await other.stop(), "where it is on").toEqual(expect.arrayContaining(parts));
});
