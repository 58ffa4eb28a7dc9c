import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { Client } from "pg";
import { expect } from "vitest";
import { bundleOf } from "../../testing/bundle.ts";
import { temporaryFolder, type TestStore } from "../../testing/open-test-store.ts";

/** What the test holds, and whatever writes at the place of a round waits for. */
const GATE = 4711;

interface ServerProcess {
  child: ChildProcess;
  /** Ends with a slash. */
  url: string;
}

/** Processes of the server on a test's database, which can be killed in the middle of what they do. */
export interface KilledServers {
  start(): Promise<ServerProcess>;
  kill(process: ServerProcess): Promise<void>;
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
  const running = new Set<ChildProcess>();

  async function start(): Promise<ServerProcess> {
    const env = { PORT: "0", TRILHO_DATA_DIR: folder, TRILHO_DEMO: "off", TRILHO_WORKERS: "0", TRILHO_TEST_ALL: "" };
    const child = spawn(process.execPath, [await bundleOf("main.ts")], {
      env: { ...process.env, ...env, ...settings, DATABASE_URL: databaseUrl ?? "", TRILHO_SECRET: serverSecret },
      stdio: ["ignore", "pipe", "inherit"],
    });
    running.add(child);
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
    await expect.poll(() => printed, { timeout: 60_000 }).toContain("Ctrl-C");
    return { child, url: /http:\S+\//.exec(printed)?.[0] ?? "" };
  }

  async function kill({ child }: ServerProcess): Promise<void> {
    child.kill("SIGKILL");
    await once(child, "close");
    running.delete(child);
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
      for (const child of running) child.kill("SIGKILL");
      await gate.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
