import type { FastifyBaseLogger } from "fastify";
import { openForCommand } from "../commands/open.ts";
import { type Config, ConfigError } from "../config/config.ts";
import { openAutomation } from "./automation.ts";
import { Closers } from "./closers.ts";

/** A process that takes runs further, and nothing else. */
export interface RunningWorker {
  /** Runs at the same time. */
  concurrency: number;
  /** Lets what is under way end, then closes everything. */
  close(): Promise<void>;
}

/** Works beside servers on the same `DATABASE_URL`. Rejects with a `ConfigError` or `StorageError`, leaving nothing running. */
export async function startWorker(config: Config, logger: FastifyBaseLogger): Promise<RunningWorker> {
  if (config.databaseUrl === null) {
    throw new ConfigError(
      "trilho work needs DATABASE_URL: the embedded database has one process, which works by itself.",
    );
  }
  const closers = new Closers();
  try {
    const { db, serverSecret, close } = await openForCommand(config);
    closers.add(close);
    const automation = await openAutomation(config, db, serverSecret, logger, closers);
    await automation.start();
    return { concurrency: config.workers, close: () => closers.close() };
  } catch (error) {
    await closers.close();
    throw error;
  }
}
