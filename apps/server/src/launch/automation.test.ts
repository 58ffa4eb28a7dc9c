import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { META_DEFAULTS } from "../channels/meta/settings.ts";
import type { Config } from "./config/config.ts";
import { createLogger } from "../platform/http/logging.ts";
import { webhookGraph } from "../app/testing/graphs.ts";
import { chain } from "../runs/testing/graphs.ts";
import { answer, type Receiver, startReceiver } from "../runs/testing/servers.ts";
import { DEFAULT_RETENTION } from "../runs/store/cleanup.ts";
import { bundleOf } from "../testing/bundle.ts";
import { EVERYTHING } from "../testing/everything.ts";
import { fail, onServer, temporaryFolder } from "../testing/open-test-store.ts";
import { type RunningServer, startServer } from "./start-server.ts";
import { startWorker } from "./start-worker.ts";

let root: string;
let receiver: Receiver;
const KEY = "trk_live_automation_of_acme_0123456789";
const SECRET = "the warehouse's own secret";
const lines: string[] = [];
const logger = createLogger({ level: "debug", destination: { write: (line) => void lines.push(line) } });
beforeAll(async () => {
  [root, receiver] = await Promise.all([temporaryFolder(), startReceiver()]);
  const member = { email: "ana@acme.example", name: "Ana", role: "owner", keys: [{ name: "k", secret: KEY }] };
  const features = ["API_ACCESS", "ADVANCED_API"];
  const workspace = { slug: "acme", name: "Acme", features, members: [member] };
  writeFileSync(join(root, "acme.json"), JSON.stringify({ workspaces: [workspace] }));
});
afterAll(async () => {
  await receiver.close();
  rmSync(root, { recursive: true, force: true });
});

const config = (change: Partial<Config> = {}): Config => ({
  host: "127.0.0.1",
  port: 0,
  dataDir: join(root, "data"),
  databaseUrl: null,
  // The fewest there may be: nothing waits for a second one while it holds the first.
  databaseConnections: 2,
  storage: "auto",
  secret: null,
  demo: true,
  trustProxy: [],
  editorDir: null,
  provisionFile: join(root, "acme.json"),
  logLevel: "silent",
  metricsToken: null,
  mail: null,
  meta: META_DEFAULTS,
  workers: 2,
  webhookAllowPrivate: true,
  retention: DEFAULT_RETENTION,
  ai: null,
  tracing: null,
  ...change,
});

const logged = (message: string) =>
  lines.map((line) => JSON.parse(line) as { msg: string }).filter(({ msg }) => msg === message);

const start = (change: Partial<Config> = {}) => startServer(config(change), logger, () => fail(new Error("lost")));

interface Answered {
  id: string;
  items: { id: string; runId: string; status: string }[];
  steps: { seq: number; why: { code: string } }[];
}

async function call({ url }: RunningServer, method: string, path: string, json?: object) {
  const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers,
    ...(json && { body: JSON.stringify(json) }),
  });
  const body = (await response.json()) as { data: Answered };
  expect(response.ok, JSON.stringify(body)).toBe(true);
  return body.data;
}

const addWebhook = async (server: RunningServer) =>
  (
    await call(server, "POST", "/automations", {
      name: "Tell the warehouse",
      enabled: true,
      triggerType: "deal_created",
      graphDefinition: webhookGraph({
        url: receiver.url,
        secret: SECRET,
        headers: { Authorization: `Bearer ${SECRET}` },
      }),
    })
  ).id;

const hook = (url: string) => ({ type: "action" as const, actionType: "webhook" as const, config: { url } });

let deals = 0;
const addDeal = (server: RunningServer) =>
  call(server, "POST", "/deals", { name: "Solar kit", phone: `+55119${70_000_000 + (deals += 1)}` });

const statuses = async (server: RunningServer, id: string) =>
  (await call(server, "GET", `/automations/${id}/runs`)).items.map(({ status }) => status);

describe.each(EVERYTHING ? (["auto", "pglite"] as const) : (["auto"] as const))("a server on %s storage", (storage) => {
  const change = { storage, dataDir: "" };
  beforeAll(() => {
    change.dataDir = join(root, storage);
  });

  test("takes runs further by itself, and lets an action end when it is told to stop", async () => {
    const first = await start(change);
    const id = await addWebhook(first);
    await addDeal(first);
    await expect.poll(() => statuses(first, id), { timeout: 20_000 }).toEqual(["completed"]);

    const before = receiver.requests.length;
    const arrived = new Promise<() => void>((resolve) =>
      receiver.next((response) => resolve(() => response.writeHead(200).end("at last"))),
    );
    await addDeal(first);
    const answerIt = await arrived;
    const closed = first.close();
    answerIt();
    await closed;

    const second = await start(change);
    await expect.poll(() => statuses(second, id), { timeout: 20_000 }).toEqual(["completed", "completed"]);
    expect(receiver.requests.length - before).toBe(1);
    await call(second, "PATCH", `/automations/${id}/enabled`, { enabled: false });
    await second.close();
  });

  test("begins no further action of a run once it is told to stop, and leaves it to the next one at once", async () => {
    const first = await start(change);
    const calls = ["/first", "/second"].map((path) => hook(`${receiver.url}${path}`));
    const automation = { name: "Twice", enabled: true, triggerType: "deal_created", graphDefinition: chain(...calls) };
    const { id } = await call(first, "POST", "/automations", automation);
    const arrived = new Promise<() => void>((resolve) =>
      receiver.next((response) => resolve(() => response.writeHead(200).end("at last"))),
    );
    const before = receiver.requests.length;
    await addDeal(first);
    const answerIt = await arrived;
    const closed = first.close();
    answerIt();
    await closed;
    const second = await start({ ...change, workers: 0 });
    expect((await call(second, "GET", `/automations/${id}/runs`)).items).toMatchObject([
      { status: "waiting", currentNodeId: "n1", attempts: 0 },
    ]);
    await second.close();
    const third = await start(change);
    // Long before a lease of its would run out.
    await expect.poll(() => statuses(third, id), { timeout: 20_000 }).toEqual(["completed"]);
    expect(receiver.requests.slice(before).map(({ path }) => path)).toEqual(["/first", "/second"]);
    const [run] = (await call(third, "GET", `/automations/${id}/runs`)).items;
    const { steps } = await call(third, "GET", `/automations/${id}/runs/${run?.runId ?? ""}`);
    // As if nobody had been stopped.
    expect(steps.map(({ seq, why }) => `${seq} ${why.code}`)).toEqual([
      "1 triggered",
      "2 performing",
      "3 succeeded",
      "4 performing",
      "5 succeeded",
      "6 no-edge",
    ]);
    await third.close();
  });
});

describe("workers beside servers", () => {
  let databaseUrl: string;
  beforeAll(async () => {
    const name = `trilho_workers_${Date.now()}`;
    await onServer(new URL(inject("embeddedUrl")), `create database ${name}`);
    databaseUrl = Object.assign(new URL(inject("embeddedUrl")), { pathname: name }).href;
    return () => onServer(new URL(inject("embeddedUrl")), `drop database ${name} with (force)`);
  });

  test("take runs further that a server without workers leaves", async () => {
    const shared = { databaseUrl, dataDir: join(root, "shared") };
    const server = await start({ ...shared, workers: 0 });
    const id = await addWebhook(server);
    await addDeal(server);
    expect(await statuses(server, id)).toEqual([]);
    const worker = await startWorker(config({ ...shared, workers: 3 }), logger, 0);
    expect(worker.concurrency).toBe(3);
    await expect.poll(() => statuses(server, id), { timeout: 20_000 }).toEqual(["completed"]);
    receiver.next(answer(400));
    await addDeal(server);
    await expect.poll(() => statuses(server, id), { timeout: 20_000 }).toEqual(["failed", "completed"]);
    const [ready, metrics, ofServer] = await Promise.all(
      [`${worker.url}/health/ready`, `${worker.url}/metrics`, `${server.url}/metrics`].map(async (url) => {
        const response = await fetch(url);
        return { status: response.status, text: await response.text() };
      }),
    );
    expect(ready?.status).toBe(200);
    for (const line of [
      "trilho_runs_started_total 2",
      'trilho_runs_ended_total{outcome="completed"} 1',
      'trilho_runs_ended_total{outcome="failed"} 1',
      'trilho_action_attempts_total{action="webhook",outcome="succeeded"} 1',
      'trilho_action_attempts_total{action="webhook",outcome="permanent"} 1',
      "trilho_run_lateness_seconds_count 2",
      'trilho_runs{status="queued"} 0',
      "trilho_event_lag_seconds 0",
      "trilho_calls_under_way 0",
    ]) {
      expect(metrics?.text).toContain(line);
    }
    expect(ofServer?.text).toContain("trilho_runs_started_total 0");
    expect(ofServer?.text).toContain("trilho_queue_age_seconds 0");
    await worker.close();
    await server.close();
    expect(logged("action failed")).toMatchObject([
      {
        workspaceId: expect.any(String),
        automationId: id,
        runId: expect.any(String),
        attempt: 1,
        outcome: "permanent",
        reasons: ["address-refuses"],
      },
    ]);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join()).not.toContain(SECRET);
  });

  // Windows has no signals that a process could answer.
  test.runIf(process.platform !== "win32")(
    "end what they are at when they are told to stop, and leave the rest to others",
    async () => {
      const shared = { databaseUrl, dataDir: join(root, "shared") };
      const server = await start({ ...shared, workers: 0 });
      for (const other of (await call(server, "GET", "/automations")).items) {
        await call(server, "PATCH", `/automations/${other.id}/enabled`, { enabled: false });
      }
      const id = await addWebhook(server);
      const env = {
        DATABASE_URL: databaseUrl,
        TRILHO_DATA_DIR: shared.dataDir,
        TRILHO_WEBHOOK_ALLOW_PRIVATE: "on",
      };
      const child = spawn(process.execPath, [await bundleOf("main.ts"), "work", "--concurrency", "1"], {
        env: { ...process.env, ...env },
        stdio: "ignore",
      });
      const ended = once(child, "exit");
      const arrived = new Promise<() => void>((resolve) =>
        receiver.next((response) => resolve(() => response.writeHead(200).end("at last"))),
      );
      const before = receiver.requests.length;
      await addDeal(server);
      const answerIt = await arrived;
      child.kill("SIGTERM");
      await addDeal(server);
      answerIt();
      expect(await ended).toEqual([0, null]);
      expect(await statuses(server, id)).toContain("completed");
      expect(receiver.requests.length - before).toBe(1);
      const other = await startWorker(config({ ...shared, workers: 1 }), logger);
      await expect.poll(() => statuses(server, id), { timeout: 20_000 }).toEqual(["completed", "completed"]);
      expect(receiver.requests.length - before).toBe(2);
      await other.close();
      await server.close();
    },
  );

  test("need a database that several processes can use", async () => {
    await expect(startWorker(config(), logger)).rejects.toThrow("trilho work needs DATABASE_URL");
  });
});
