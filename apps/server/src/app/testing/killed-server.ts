import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { Client } from "pg";
import { expect } from "vitest";
import { temporaryFolder, type TestStore } from "../../testing/open-test-store.ts";
import { type MainProcess, startMain } from "../../testing/start-main.ts";

/** What the test holds, and whatever writes at the place of a round waits for. */
const GATE = 4711;

/** Processes of the server on a test's database, which can be killed in the middle of what they do. */
export interface KilledServers {
  start(): Promise<MainProcess>;
  kill(process: MainProcess): Promise<void>;
  /**
   * Kills a server at a write of `table`, where as many wait as there are `requests`, one at that place and the others
   * for it; without any, for what a server does by itself from its start on. What the database had not committed by then,
   * it undoes.
   */
  killAt(table: string, when: string, requests?: (url: string) => Promise<unknown>[]): Promise<void>;
  close(): Promise<void>;
}

export async function openKilledServers(
  { db, url: databaseUrl, serverSecret }: TestStore,
  settings: Readonly<Record<string, string>> = {},
): Promise<KilledServers> {
  const folder = await temporaryFolder();
  const gate = new Client({ connectionString: databaseUrl ?? "" });
  await gate.connect();
  await sql`create function wait_at_gate() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock_shared(${sql.lit(GATE)}); return coalesce(new, old);
  end $$`.execute(db);
  const running = new Set<MainProcess>();

  async function start(): Promise<MainProcess> {
    const own = { TRILHO_DATA_DIR: folder, TRILHO_WORKERS: "0", TRILHO_SECRET: serverSecret };
    const server = await startMain([], { ...own, ...settings, DATABASE_URL: databaseUrl ?? "" });
    running.add(server);
    return server;
  }

  async function kill(server: MainProcess): Promise<void> {
    await server.kill();
    running.delete(server);
  }

  const sessions = async (condition: string): Promise<number> => {
    const { rows } = await gate.query(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and ${condition}`,
    );
    return rows[0].count;
  };

  return {
    start,
    kill,
    async killAt(table, when, requests) {
      const early = requests === undefined ? null : await start();
      await gate.query(`create trigger gate ${when} on ${table} for each row execute function wait_at_gate()`);
      await gate.query(`select pg_advisory_lock(${GATE})`);
      const server = early ?? (await start());
      const asked = requests?.(server.url) ?? [];
      const lost = Promise.allSettled(asked);
      await expect
        .poll(() => sessions("wait_event_type = 'Lock'"), { timeout: 30_000 })
        .toBe(Math.max(1, asked.length));
      await kill(server);
      expect((await lost).every(({ status }) => status === "rejected")).toBe(true);
      await gate.query(`select pg_advisory_unlock(${GATE})`);
      await expect.poll(() => sessions("state = 'active'"), { timeout: 30_000 }).toBe(0);
      await gate.query(`drop trigger gate on ${table}`);
    },
    async close() {
      await Promise.all([...running].map((server) => server.kill()));
      await gate.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
