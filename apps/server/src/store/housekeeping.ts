import type { Kysely } from "kysely";
import type { Database } from "./schema.ts";

const HOUR_MS = 60 * 60 * 1000;
const KEPT_LOG_MS = 7 * 24 * HOUR_MS;

/** Removes what has expired: answers kept for Idempotency-Keys, requests logged more than seven days ago, old counts. */
export async function removeExpired(db: Kysely<Database>, now: number): Promise<void> {
  await db.deleteFrom("idempotency_keys").where("expires_at", "<=", new Date(now)).execute();
  await db
    .deleteFrom("request_log")
    .where("at", "<", new Date(now - KEPT_LOG_MS))
    .execute();
  await db
    .deleteFrom("rate_limits")
    .where("expire", "<", String(now - HOUR_MS))
    .execute();
}

/** Removes now and every hour; the answer ends it. */
export function keepHouse(db: Kysely<Database>, onFailure: (error: unknown) => void): () => Promise<void> {
  let running = Promise.resolve();
  const run = (): void => {
    running = removeExpired(db, Date.now()).catch(onFailure);
  };
  const timer = setInterval(run, HOUR_MS).unref();
  run();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
