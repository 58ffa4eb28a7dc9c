// A server as it is started, with its workers and with limits out of the way: node hook-server.js ORDER
import { createApp } from "@trilho/server/app/app";
import { openAutomation } from "@trilho/server/launch/automation";
import { readConfig } from "@trilho/server/launch/config/config";
import { openPlatform } from "@trilho/server/launch/platform";
import { Closers } from "@trilho/server/platform/background/closers";
import { openPool, poolStateOf } from "@trilho/server/platform/database/open/postgres";
import { createLogger } from "@trilho/server/platform/http/logging";
import { createMetrics } from "@trilho/server/platform/http/metrics";
import { withRuns } from "@trilho/server/runs/metrics";
import type { AddressInfo } from "node:net";
import { fail } from "./parts.ts";

interface HookOrder {
  readonly databaseUrl: string;
  readonly serverSecret: string;
}

const { databaseUrl, serverSecret } = JSON.parse(process.argv[2] ?? "") as HookOrder;
const config = readConfig([], { DATABASE_URL: databaseUrl }, process.cwd());
const db = openPool(databaseUrl, fail);
const logger = createLogger({ level: "error" });
const closers = new Closers();
const metrics = withRuns(createMetrics(poolStateOf(db)));
const automation = await openAutomation(config, db, serverSecret, metrics, logger, closers);
// As on the embedded database: what a minute's calls are limited by is counted in memory.
const { sharedCounts: _, ...platform } = openPlatform(
  config,
  { db, kind: "server" },
  serverSecret,
  metrics,
  logger,
  closers,
);
const app = createApp({
  ...platform,
  serverSecret,
  logger,
  limits: { perIp: 1e9, perWorkspace: 1e9 },
  onWrite: automation.wake,
});
await app.listen({ port: 0, host: "127.0.0.1" });
automation.start();
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuUs: user + system });
});
process.on("disconnect", () => process.exit(0));
process.send?.({ port: (app.server.address() as AddressInfo).port });
