import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorker, waitsForRow, type WorkerProcess } from "../testing/run-world.ts";
import { choose, greeting, type MigrationWorld, startMigrationWorld } from "../testing/migration-world.ts";

const WORKER = "moves runs";
/** More than two batches. */
const RUNS = 2500;
/** Of which so many are to be moved. */
const LIMIT = 2200;

let world: MigrationWorld;
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  world = await startMigrationWorld();
});
afterAll(async () => {
  await Promise.all(workers.filter((worker) => worker.isAlive()).map((worker) => worker.kill()));
  await world.api.app.close();
});

async function addWorker(): Promise<WorkerProcess> {
  const { url, serverSecret } = world.api.app.opened;
  const databaseUrl = `${url}?application_name=${encodeURIComponent(WORKER)}`;
  const worker = await startWorker({ databaseUrl, serverSecret, receiverUrl: "http://127.0.0.1:9/", concurrency: 1 });
  workers.push(worker);
  return worker;
}

/** As many runs like this one, which wait as it does. */
async function copies(runId: string, count: number): Promise<void> {
  const { db } = world.api.app.opened;
  await sql`
    insert into runs (workspace_id, id, event_id, automation_id, automation_version, status, trigger_type, state,
      current_node_id, next_attempt_at)
    select workspace_id, 'copy-' || n, 'copy-' || n, automation_id, automation_version, 'queued', trigger_type, state,
      current_node_id, next_attempt_at
    from runs, generate_series(1, ${count}::integer) as n where id = ${runId}`.execute(db);
  await sql`update runs set status = 'waiting' where id like 'copy-%'`.execute(db);
}

test("a move of many runs survives the end of its process in the middle of a batch: each is moved once, and no more than were asked for", async () => {
  const { db } = world.api.app.opened;
  const id = await world.automation(greeting());
  const [first = ""] = await world.waiting(id, 1);
  await copies(first, RUNS - 1);
  await world.publish(id, greeting({ call: { title: "write" } }));
  const { id: migrationId } = await world.migrate(id, [choose("different", "move", { limit: LIMIT })]);

  // The third batch has moved its runs when it comes to what this test holds.
  const killed = await db.transaction().execute(async (trx) => {
    await sql`select from run_migration_items where migration_id = ${migrationId}
      order by run_id desc limit 1 for update`.execute(trx);
    const worker = await addWorker();
    await expect.poll(() => waitsForRow(db, WORKER)).toBe(true);
    const going = await db.selectFrom("run_migrations").selectAll().where("id", "=", migrationId).executeTakeFirst();
    await worker.kill();
    return going;
  });
  expect(killed).toMatchObject({ status: "running", runs: LIMIT, moved: 2000 });

  await addWorker();
  const read = () => world.api.call("GET", `/automations/${id}/migrations/${migrationId}`);
  await expect.poll(async () => (await read()).body.data.status).toBe("done");
  expect((await read()).body.data).toMatchObject({ runs: LIMIT, moved: LIMIT, left: 0 });
  const { rows } = await sql<{ runs: number; changes: number; recorded: number }>`
    select count(*)::integer as runs, (select count(*) from run_changes)::integer as changes,
      (select count(distinct run_id) from run_changes)::integer as recorded
    from runs where automation_id = ${id} and automation_version = 2 and status = 'waiting'`.execute(db);
  expect(rows).toEqual([{ runs: LIMIT, changes: LIMIT, recorded: LIMIT }]);
});
