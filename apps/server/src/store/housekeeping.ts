import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "./schema.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const KEPT_LOG_MS = 7 * DAY_MS;
/** Their runs keep what they brought. A call with the same Idempotency-Key as one of them is known for as long. */
const KEPT_EVENTS_MS = 30 * DAY_MS;
/** Removed at once: each may have 64 KB and more, and nobody is to wait for all of them. */
const AT_ONCE = 500;

/** What is kept for as long as the operator wants. */
export interface Keeping {
  /** What webhooks of runs sent, and what came back. */
  deliveryDays: number;
  /** Nobody else sweeps out old versions of rows and counts rows anew, as PostgreSQL does by itself and PGlite does not. */
  sweeps: boolean;
}

/**
 * Removes what has expired: answers kept for Idempotency-Keys, requests logged more than seven days ago, old counts, old
 * events that were dispatched, old deliveries of webhooks.
 */
export async function removeExpired(
  db: Kysely<Database>,
  { deliveryDays, sweeps }: Keeping,
  now: number,
): Promise<void> {
  await db.deleteFrom("idempotency_keys").where("expires_at", "<=", new Date(now)).execute();
  await db
    .deleteFrom("request_log")
    .where("at", "<", new Date(now - KEPT_LOG_MS))
    .execute();
  await db
    .deleteFrom("rate_limits")
    .where("expire", "<", String(now - HOUR_MS))
    .execute();
  await inParts(
    db,
    sql`
    delete from events where (workspace_id, id) in (
      select workspace_id, id from events where dispatched_at < ${new Date(now - KEPT_EVENTS_MS)}
      order by dispatched_at limit ${AT_ONCE} for update skip locked
    ) returning id`,
  );
  await inParts(
    db,
    sql`
    delete from webhook_deliveries where (workspace_id, run_id, id) in (
      select workspace_id, run_id, id from webhook_deliveries where at < ${new Date(now - deliveryDays * DAY_MS)}
      order by at limit ${AT_ONCE} for update skip locked
    ) returning id`,
  );
  // A run that is still at it goes on with what it sent before.
  await inParts(
    db,
    sql`
    delete from webhook_requests where (workspace_id, run_id, node_id) in (
      select request.workspace_id, run_id, node_id from webhook_requests as request
      join runs on runs.workspace_id = request.workspace_id and runs.id = run_id
      where at < ${new Date(now - deliveryDays * DAY_MS)} and runs.status not in ('queued', 'running', 'waiting')
      order by at limit ${AT_ONCE} for update of request skip locked
    ) returning run_id`,
  );
  if (sweeps) await sql`vacuum analyze`.execute(db);
}

/** Until there is none left, the oldest first; several processes that do it at once do not wait for each other. */
async function inParts(db: Kysely<Database>, removePart: RawBuilder<unknown>): Promise<void> {
  let removed = AT_ONCE;
  while (removed === AT_ONCE) removed = (await removePart.execute(db)).rows.length;
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
