import { DAY_MS, HOUR_MS } from "@trilho/engine";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { ROW_BY_ROW } from "../../platform/database/columns.ts";
import { startLoop } from "../../platform/background/loop.ts";
import { IS_ENDED, IS_LIVE } from "./run-changes.ts";
import { foldRuns } from "./run-counts.ts";
import type { Database } from "../../platform/database/schema/database.ts";

const KEPT_LOG_MS = 7 * DAY_MS;
/**
 * Their runs keep what they brought. A call with the same Idempotency-Key as one of them is known for as long; and a run
 * says that its event started its automation, so that none is kept for less.
 */
export const KEPT_EVENTS_DAYS = 30;
const KEPT_TESTS_DAYS = KEPT_EVENTS_DAYS;
/** Removed at once: each may have 64 KB and more, and nobody is to wait for all of them. */
const AT_ONCE = 500;

/** What is kept for as long as the operator wants, in days. */
export interface Retention {
  /** What webhooks of runs sent, and what came back. */
  deliveryDays: number;
  /** Ended runs with all their records, how runs were moved, and versions of automations that none is left of. */
  runDays: number;
  /** What was kept here instead of being sent. */
  outboxDays: number;
  /** Large values in deals' histories, from and to which a field changed. */
  historyDays: number;
}

export const DEFAULT_RETENTION: Retention = { deliveryDays: 30, runDays: 365, outboxDays: 90, historyDays: 365 };

export interface CleanupOptions extends Retention {
  /** Nobody else sweeps out old versions of rows and counts rows anew, as PostgreSQL does by itself and PGlite does not. */
  sweeps: boolean;
}

/**
 * Removes what has expired: answers kept for Idempotency-Keys, logged requests, old counts of requests, dispatched
 * events, and what the operator wants kept for some time alone. Runs are counted before they go.
 */
export async function removeExpired(db: Kysely<Database>, keeping: CleanupOptions, now: number): Promise<void> {
  const daysAgo = (days: number): Date => new Date(now - days * DAY_MS);
  await db.deleteFrom("idempotency_keys").where("expires_at", "<=", new Date(now)).execute();
  await db
    .deleteFrom("request_log")
    .where("at", "<", new Date(now - KEPT_LOG_MS))
    .execute();
  await db
    .deleteFrom("rate_limits")
    .where("expire", "<", String(now - HOUR_MS))
    .execute();
  await removeOld(db, "events", "dispatched_at", daysAgo(KEPT_EVENTS_DAYS));
  await removeOld(db, "webhook_deliveries", "at", daysAgo(keeping.deliveryDays));
  await removeOld(db, "frozen_calls", "at", daysAgo(keeping.deliveryDays), NOT_OF_LIVE_RUN);
  await removeOld(db, "outbox", "created_at", daysAgo(keeping.outboxDays));
  await foldRuns(db);
  await removeOld(
    db,
    "runs",
    "completed_at",
    daysAgo(keeping.runDays),
    sql`not is_test and is_folded and ${IS_DONE_WITH}`,
  );
  await removeOld(db, "runs", "completed_at", daysAgo(KEPT_TESTS_DAYS), sql`is_test and ${IS_DONE_WITH}`);
  const unused = replacedBefore(daysAgo(keeping.runDays));
  await removeOld(db, "run_migrations", "finished_at", daysAgo(keeping.runDays));
  await removeOld(db, "automation_versions", "created_at", daysAgo(keeping.runDays), unused);
  await lighten(db, daysAgo(keeping.historyDays));
  if (keeping.sweeps) await sql`vacuum analyze`.execute(db);
}

/** A run that is still at it goes on with what it sent before. */
const NOT_OF_LIVE_RUN = sql`not exists (
  select from runs where runs.workspace_id = old.workspace_id and runs.id = run_id
    and ${IS_LIVE} ${ROW_BY_ROW})`;

/** As the indexes of ended runs have it. While its event is there, the run says that it was started by it. */
const IS_DONE_WITH = sql`${IS_ENDED}
  and not exists (select from events where events.workspace_id = old.workspace_id and events.id = event_id
    ${ROW_BY_ROW})`;

/**
 * Versions that no run is left of or could be put back into, and that no run has begun with since: another one came then,
 * or the automation went.
 */
const replacedBefore = (at: Date) => sql`
  not exists (select from runs where runs.workspace_id = old.workspace_id and runs.automation_id = old.automation_id
    and runs.automation_version = old.version ${ROW_BY_ROW})
  and not exists (
    select from run_migrations as migration, json_array_elements(migration.choices) as choice
    where migration.workspace_id = old.workspace_id and migration.automation_id = old.automation_id
      and migration.status <> 'undone' and choice->>'choice' = 'move' and (choice->>'version')::integer = old.version
    ${ROW_BY_ROW})
  and (
    exists (select from automation_versions as next where next.workspace_id = old.workspace_id
      and next.automation_id = old.automation_id and next.version > old.version and next.created_at < ${at}
      ${ROW_BY_ROW})
    or not exists (select from automations where automations.workspace_id = old.workspace_id
      and automations.id = old.automation_id ${ROW_BY_ROW})
  )`;

type Aging =
  | "run_migrations"
  | "events"
  | "webhook_deliveries"
  | "frozen_calls"
  | "outbox"
  | "runs"
  | "automation_versions";

/**
 * By where rows lie: while PostgreSQL has not counted a table, a list of keys has all of it read. Several processes that
 * do it at once do not wait for each other.
 */
const removeOld = (
  db: Kysely<Database>,
  table: Aging,
  age: string,
  before: Date,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<void> =>
  inParts(
    db,
    sql`
    delete from ${sql.table(table)} where ctid = any (array(
      select ctid from ${sql.table(table)} as old where ${sql.ref(age)} < ${before} and ${condition}
      order by ${sql.ref(age)} limit ${AT_ONCE} for update of old skip locked
    )) returning 1`,
  );

/** The lines of histories stay, with the field that changed and who changed it. */
const lighten = (db: Kysely<Database>, before: Date): Promise<void> =>
  inParts(
    db,
    sql`
    update activities set is_heavy = false, changes = null
    where ctid = any (array(
      select ctid from activities where is_heavy and occurred_at < ${before}
      order by occurred_at limit ${AT_ONCE} for update skip locked
    )) returning 1`,
  );

/** Until there is none left, the oldest first. */
async function inParts(db: Kysely<Database>, changePart: RawBuilder<unknown>): Promise<void> {
  let changed = AT_ONCE;
  while (changed === AT_ONCE) changed = (await changePart.execute(db)).rows.length;
}

/** Removes now and every hour; the answer ends it. */
export function startCleanup(
  db: Kysely<Database>,
  keeping: CleanupOptions,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const work = async () => removeExpired(db, keeping, Date.now()).then(() => 0);
  return startLoop({ everyMs: HOUR_MS, work, onError }).stop;
}
