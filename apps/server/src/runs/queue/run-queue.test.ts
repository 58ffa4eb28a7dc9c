import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fail, openTestStore, type TestStore } from "../../testing/open-test-store.ts";
import { openRunQueue } from "./run-queue.ts";

const OPENERS = 3;

let opened: TestStore;
beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened.close());

it("processes that open the queue of a new database at the same instant all have it", async () => {
  const { db } = opened;
  const first = await openRunQueue(db, fail);
  await first.stop(0);
  await sql`select pgboss.delete_queue('runs')`.execute(db);
  const opening = await db.transaction().execute(async (trx) => {
    // Holds all of them back where the queue's row is written.
    await sql`lock table pgboss.queue in share mode`.execute(trx);
    const begun = Array.from({ length: OPENERS }, () => openRunQueue(db, fail));
    const settled = Promise.allSettled(begun);
    await expect.poll(() => waiting(trx), { timeout: 20_000 }).toBe(OPENERS);
    return { settled };
  });
  const outcomes = await opening.settled;
  expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: OPENERS }, () => "fulfilled"));
  await Promise.all(outcomes.map((outcome) => outcome.status === "fulfilled" && outcome.value.stop(0)));
});

async function waiting(db: TestStore["db"]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct pid)::int as count from pg_locks where not granted
      and (database is null or database = (select oid from pg_database where datname = current_database()))`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
