import type { FastifyBaseLogger } from "fastify";
import type { AppOptions } from "../app/app.ts";
import type { Config } from "./config/config.ts";
import { cacheKeys } from "../platform/security/key-cache.ts";
import { startCleanup } from "../runs/store/cleanup.ts";
import type { OpenDatabase } from "../platform/database/open/open-database.ts";
import { createCounterClient } from "../platform/database/rate-counters.ts";
import { createRequestLog } from "../platform/database/request-log.ts";
import { createStore } from "../app/store.ts";
import type { Closers } from "../platform/background/closers.ts";
import type { ServerMetrics } from "../runs/metrics.ts";

/** How long a key that was revoked may still be good. */
const KEY_CACHE_MS = 2000;

/** What a server in use has around its routes: store, log of requests, metrics, shared limits, housekeeping. */
export function openPlatform(
  { databaseUrl, metricsToken, retention }: Config,
  { db, kind }: Pick<OpenDatabase, "db" | "kind">,
  serverSecret: string,
  metrics: ServerMetrics,
  logger: FastifyBaseLogger,
  closers: Closers,
): Pick<AppOptions, "store" | "requests" | "metrics" | "metricsToken" | "sharedCounts"> {
  const warn =
    (what: string) =>
    (error: unknown): void =>
      logger.warn({ err: error }, what);
  const store = createStore(db, serverSecret, warn("last use not recorded"), metrics.runs.tally);
  const requests = createRequestLog(db, (error, count) => logger.warn({ err: error, count }, "requests not logged"));
  closers.add(() => requests.flush());
  closers.add(startCleanup(db, { ...retention, sweeps: kind === "pglite" }, warn("expired rows not removed")));
  return {
    store: { ...store, keys: cacheKeys(store.keys, KEY_CACHE_MS) },
    requests,
    metrics,
    metricsToken,
    // The database of the data folder has one process; on a server of their own there may be several.
    ...(databaseUrl !== null && { sharedCounts: createCounterClient(db) }),
  };
}
