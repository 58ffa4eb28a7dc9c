import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLogger } from "../platform/http/logging.ts";
import { openVirtualClock, type VirtualClock } from "../runs/testing/virtual-clock.ts";
import { fail, openTestStore, temporaryFolder, type TestStore } from "../testing/open-test-store.ts";
import { readConfig } from "./config/config.ts";
import { type RunningServer, startServer } from "./start-server.ts";

/* A server as it is launched, on a database whose clock is years ahead of the process's. */

const KEY = `trk_live_${"k".repeat(40)}`;
/** Monday, 09:00 in São Paulo. */
const MONDAY = Date.parse("2040-03-05T12:00:00Z");
const HOUR = 3_600_000;

let root: string;
let opened: TestStore;
let clock: VirtualClock;
beforeAll(async () => {
  [root, opened] = await Promise.all([temporaryFolder(), openTestStore()]);
  clock = await openVirtualClock(opened);
  await clock.set(MONDAY);
  const member = { email: "ana@acme.example", name: "Ana", role: "owner", keys: [{ name: "k", secret: KEY }] };
  const features = ["API_ACCESS", "ADVANCED_API", "CADENCE"];
  writeFileSync(
    join(root, "acme.json"),
    JSON.stringify({ workspaces: [{ slug: "acme", name: "Acme", features, members: [member] }] }),
  );
});
afterAll(async () => {
  await clock.close();
  await opened.close();
  rmSync(root, { recursive: true, force: true });
});

function start(): Promise<RunningServer> {
  const env = { PORT: "0", DATABASE_URL: clock.url, TRILHO_SECRET: opened.serverSecret, TRILHO_LOG_LEVEL: "error" };
  const config = readConfig(["--provision", "acme.json", "--no-work"], env, root);
  return startServer(config, createLogger({ level: "error" }), () => fail(new Error("lost")));
}

async function call({ url }: RunningServer, method: string, path: string, json?: object) {
  const headers = { authorization: `Bearer ${KEY}`, ...(json && { "content-type": "application/json" }) };
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers,
    ...(json && { body: JSON.stringify(json) }),
  });
  const body = (await response.json()) as { data: ReturnType<typeof JSON.parse> };
  expect(response.ok, JSON.stringify(body)).toBe(true);
  return body.data;
}

const status = async (): Promise<unknown> =>
  (await opened.db.selectFrom("cadence_tasks").select("status").executeTakeFirst())?.status;

it("a cadence goes by the clock of the database, in requests and by itself", async () => {
  const first = await start();
  const { seq, pipelineId } = await call(first, "POST", "/deals", { name: "Roof" });
  const steps = [{ dayNumber: 2, channel: "research", timeOfDay: "10:00" }];
  const cadence = await call(first, "POST", "/cadences", { name: "Call", pipelineId, steps });
  const enrolled = await call(first, "POST", `/deals/${seq}/cadence/enroll`, { cadenceId: cadence.id });
  expect(enrolled).toMatchObject({
    startedAt: new Date(MONDAY).toISOString(),
    tasks: [{ status: "pending", dueAt: "2040-03-06T13:00:00.000Z" }],
  });
  await clock.set(MONDAY + 25 * HOUR);
  expect(await call(first, "GET", `/deals/${seq}/cadence`)).toMatchObject({ tasks: [{ status: "due" }] });
  await first.close();

  await clock.set(MONDAY + 3 * 24 * HOUR);
  const second = await start();
  await expect.poll(status, { timeout: 20_000 }).toBe("overdue");
  await call(second, "POST", `/deals/${seq}/cadence/pause`, {});
  await clock.set(MONDAY + 4 * 24 * HOUR);
  expect(await call(second, "POST", `/deals/${seq}/cadence/stop`, {})).toMatchObject({
    pausedAt: new Date(MONDAY + 3 * 24 * HOUR).toISOString(),
    stoppedAt: new Date(MONDAY + 4 * 24 * HOUR).toISOString(),
  });
  await second.close();
});
