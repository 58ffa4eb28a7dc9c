import { type Kysely, sql } from "kysely";
import type { Database } from "./schema.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const KEPT_LOG_MS = 7 * DAY_MS;
/** Removed at once: each may have 64 KB, and nobody is to wait for all of them. */
const DELIVERIES_AT_ONCE = 500;

/** What is kept for as long as the operator wants. */
export interface Keeping {
  /** What webhooks of runs sent, and what came back. */
  deliveryDays: number;
}

/**
 * Removes what has expired: answers kept for Idempotency-Keys, requests logged more than seven days ago, old counts, old
 * deliveries of webhooks.
 */
export async function removeExpired(db: Kysely<Database>, { deliveryDays }: Keeping, now: number): Promise<void> {
  await db.deleteFrom("idempotency_keys").where("expires_at", "<=", new Date(now)).execute();
  await db
    .deleteFrom("request_log")
    .where("at", "<", new Date(now - KEPT_LOG_MS))
    .execute();
  await db
    .deleteFrom("rate_limits")
    .where("expire", "<", String(now - HOUR_MS))
    .execute();
  await removeDeliveries(db, new Date(now - deliveryDays * DAY_MS));
}

/** A part at a time, the oldest first; several processes that do it at once do not wait for each other. */
async function removeDeliveries(db: Kysely<Database>, before: Date): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      delete from webhook_deliveries where (workspace_id, run_id, id) in (
        select workspace_id, run_id, id from webhook_deliveries where at < ${before}
        order by at limit ${DELIVERIES_AT_ONCE} for update skip locked
      ) returning id`.execute(db);
    if (rows.length < DELIVERIES_AT_ONCE) return;
  }
}

/** Removes now and every hour; the answer ends it. */
export function keepHouse(
  db: Kysely<Database>,
  keeping: Keeping,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  let running = Promise.resolve();
  const run = (): void => {
    running = removeExpired(db, keeping, Date.now()).catch(onFailure);
  };
  const timer = setInterval(run, HOUR_MS).unref();
  run();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
