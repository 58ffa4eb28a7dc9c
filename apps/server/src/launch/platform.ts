import type { FastifyBaseLogger } from "fastify";
import type { AppOptions } from "../app.ts";
import type { Config } from "../config/config.ts";
import type { Metrics } from "../http/metrics.ts";
import { cacheKeys } from "../security/key-cache.ts";
import { keepHouse } from "../store/housekeeping.ts";
import type { OpenDatabase } from "../store/open-database.ts";
import { createCounterClient } from "../store/rate-counters.ts";
import { createRequestLog } from "../store/request-log.ts";
import { createStore } from "../store/store.ts";
import type { Automation } from "./automation.ts";
import type { Closers } from "./closers.ts";

/** How long a key that was revoked may still be good. */
const KEY_CACHE_MS = 2000;

/** What a server in use has around its routes: store, log of requests, metrics, shared limits, housekeeping. */
export function openPlatform(
  { databaseUrl, metricsToken, retention }: Config,
  { db, kind }: Pick<OpenDatabase, "db" | "kind">,
  serverSecret: string,
  { queue }: Pick<Automation, "queue">,
  metrics: Metrics,
  logger: FastifyBaseLogger,
  closers: Closers,
): Pick<AppOptions, "store" | "requests" | "metrics" | "metricsToken" | "sharedCounts"> {
  const warn =
    (what: string) =>
    (error: unknown): void =>
      logger.warn({ err: error }, what);
  const store = createStore(db, serverSecret, warn("last use not recorded"), {
    jobs: (of) => queue.jobs(of),
    tally: metrics.runs.tally,
  });
  const requests = createRequestLog(db, (error, count) => logger.warn({ err: error, count }, "requests not logged"));
  closers.add(() => requests.flush());
  closers.add(keepHouse(db, { ...retention, sweeps: kind === "pglite" }, warn("expired rows not removed")));
  return {
    store: { ...store, keys: cacheKeys(store.keys, KEY_CACHE_MS) },
    requests,
    metrics,
    metricsToken,
    // The database of the data folder has one process; on a server of their own there may be several.
    ...(databaseUrl !== null && { sharedCounts: createCounterClient(db) }),
  };
}
