import type { FastifyBaseLogger } from "fastify";
import { openForCommand } from "./commands/open.ts";
import type { Config } from "./config/config.ts";
import { ConfigError } from "./config/parts.ts";
import { registerHealth } from "../platform/http/health.ts";
import { createMetrics, type Metrics, serveMetrics } from "../platform/http/metrics.ts";
import { createServer } from "../platform/http/server.ts";
import { poolStateOf } from "../platform/database/open/postgres.ts";
import { tryRoom } from "../app/store.ts";
import { tellOutagesOnce } from "../platform/http/logging.ts";
import { openAutomation } from "./automation.ts";
import { Closers } from "../platform/background/closers.ts";
import { listen, tryPort } from "./listen.ts";
import { withRuns } from "../runs/metrics.ts";

/** A process that takes runs further, and nothing else. */
export interface RunningWorker {
  /** Runs at the same time. */
  concurrency: number;
  /** Where health and metrics are; null where nobody asked for them. */
  url: string | null;
  /** Lets what is under way end, then closes everything. */
  close(): Promise<void>;
}

/**
 * Works beside servers on the same `DATABASE_URL`; health and metrics are at `healthPort`, where there is one. Rejects
 * with a `ConfigError`, `StorageError` or `ListenError`, leaving nothing running.
 */
export async function startWorker(
  config: Config,
  logger: FastifyBaseLogger,
  healthPort: number | null = null,
): Promise<RunningWorker> {
  if (config.databaseUrl === null) {
    throw new ConfigError(
      "trilho work needs DATABASE_URL: the embedded database has one process, which works by itself.",
    );
  }
  if (healthPort !== null) await tryPort(config.host, healthPort);
  const closers = new Closers();
  try {
    const { db, serverSecret, close } = await openForCommand(config);
    closers.add(close);
    const ping = (): Promise<void> => tryRoom(db);
    closers.add(tellOutagesOnce(logger, ping));
    const metrics = withRuns(createMetrics(poolStateOf(db)));
    const automation = await openAutomation(config, db, serverSecret, metrics, logger, closers);
    const url = healthPort === null ? null : await serveHealth(config, healthPort, ping, metrics, logger, closers);
    automation.start();
    return { concurrency: config.workers, url, close: () => closers.close() };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

function serveHealth(
  { host, metricsToken }: Config,
  port: number,
  ping: () => Promise<void>,
  metrics: Metrics,
  logger: FastifyBaseLogger,
  closers: Closers,
): Promise<string> {
  const app = createServer({ logger, trustProxy: [], requests: undefined, metrics });
  registerHealth(app, ping);
  serveMetrics(app, metrics, metricsToken);
  closers.add(() => app.close());
  return listen(app, host, port);
}
