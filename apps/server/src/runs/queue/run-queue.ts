import { CompiledQuery, type Kysely, sql } from "kysely";
import PgBoss from "pg-boss";
import type { RunJob } from "../model/run.ts";
import type { RunJobs } from "../model/run-ports.ts";
import { reasonOf } from "../../platform/database/errors.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { addIndexOfWorkspaces, dueJobsOf, lockQueue, QUEUE, type TakenJob } from "./due-jobs.ts";
import { type Pump, startPump } from "./pump.ts";
import { createFairScheduler } from "./fair-scheduler.ts";

/** Waits last for years; the queue would drop them after a fortnight. */
const RETENTION_DAYS = 3650;
const POLL_MS = 500;
/** It looks through all jobs, those that wait too. Nothing hurries: runs whose job is lost are found from their rows. */
const MAINTENANCE_SECONDS = 600;
const REMIND_SECONDS = 60;

/** Wakes runs through tables of the same database, so that a job commits with the change that asks for it. */
export interface RunQueue {
  /** Sends in the transaction of `db`, where it is one. */
  jobs(db: Kysely<Database>): RunJobs;
  /** Sends a job that may be there already, once a minute at most: who is merely late must not fill the queue. */
  remind(job: RunJob): Promise<void>;
  /**
   * Hands jobs to `handle`, so many at once and one more where a workspace would have none; what it rejects with is
   * tried again by the queue. Jobs of automations that are `busy` come after others.
   */
  work(handle: (job: RunJob) => Promise<void>, concurrency: number, busy?: () => string[]): Promise<void>;
  /** By workspace, since when the first of the jobs that nobody has taken yet has been due, where one is. */
  oldestDue(): Promise<ReadonlyMap<string, Date>>;
  /** Looks for jobs now instead of at the next poll. */
  wake(): void;
  /** Waits for the jobs under way, at most so long. */
  stop(graceMs: number): Promise<void>;
}

export async function openRunQueue(db: Kysely<Database>, onError: (error: Error) => void): Promise<RunQueue> {
  const boss = new PgBoss({
    db: executorOf(db),
    schedule: false,
    maintenanceIntervalSeconds: MAINTENANCE_SECONDS,
    retentionDays: RETENTION_DAYS,
    archiveCompletedAfterSeconds: 60,
    deleteAfterHours: 1,
  });
  boss.on("error", onError);
  await boss.start();
  await db.transaction().execute(createQueue);
  const due = dueJobsOf(db);
  let pump: Pump | null = null;
  return {
    jobs: (of) => ({
      async send(job, at) {
        const startAfter = at === undefined ? {} : { startAfter: new Date(at) };
        await boss.send(QUEUE, job, { ...startAfter, retentionDays: RETENTION_DAYS, db: executorOf(of) });
      },
    }),
    async remind(job) {
      const once = { singletonKey: `${job.runId}:${job.tick}`, singletonSeconds: REMIND_SECONDS };
      const reminder: RunJob = { ...job, redelivered: true };
      // The next one comes when this one fails.
      await boss.send(QUEUE, reminder, { ...once, retryLimit: 0, retentionDays: RETENTION_DAYS });
    },
    async work(handle, concurrency, busy = () => []) {
      const turns = createFairScheduler(due, busy);
      const source = {
        fetch: turns.take,
        // Nobody asks for them again: the run's row knows what became of it.
        done: (ids: string[]) => boss.deleteJob(QUEUE, ids),
        failed: (id: string, error: unknown) => boss.fail(QUEUE, id, { message: reasonOf(error) }),
        onError: (error: unknown) => onError(error instanceof Error ? error : new Error(String(error))),
      };
      const again = { isAgain: true } as const;
      const take = ({ data, retryCount }: TakenJob): Promise<void> =>
        handle(retryCount === 0 ? data : { ...data, ...again });
      pump = startPump(source, (job) => turns.during(job, () => take(job)), concurrency, POLL_MS);
    },
    oldestDue: due.oldest,
    wake: () => pump?.wake(),
    async stop(graceMs) {
      await pump?.stop(graceMs);
      await boss.stop({ graceful: false, close: false });
    },
  };
}

/** One process after the other: those that wrote the queue's row at once would wait for each other, and all but one fail. */
async function createQueue(trx: Kysely<Database>): Promise<void> {
  await lockQueue(trx);
  const boss = new PgBoss({ db: executorOf(trx) });
  await boss.createQueue(QUEUE, { name: QUEUE, policy: "standard", retryLimit: 5, expireInSeconds: 120 });
  await addIndexOfWorkspaces(trx);
}

const executorOf = (db: Kysely<Database>) => ({
  async executeSql(text: string, values: unknown[] = []) {
    const query = CompiledQuery.raw(text, values);
    const { rows } = db.isTransaction
      ? await db.executeQuery(query)
      : await db.connection().execute((session) => executeAlone(session, query));
    return { rows, rowCount: rows.length };
  },
});

/** The queue begins transactions within one text. One that fails leaves its session within it, for whoever comes next. */
async function executeAlone(session: Kysely<Database>, query: CompiledQuery) {
  try {
    return await session.executeQuery(query);
  } catch (error) {
    // A session that cannot do that is broken, and nobody gets it again.
    await sql`rollback`.execute(session).catch(() => undefined);
    throw error;
  }
}
