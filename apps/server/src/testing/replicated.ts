import { appendFileSync, chownSync, cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { expect } from "vitest";
import { type Binaries, findPackage, prepareBinaries } from "../platform/database/embedded/binaries.ts";
import { initialise, readPassword, SUPERUSER } from "../platform/database/embedded/initialise.ts";
import { findPostmaster } from "../platform/database/embedded/pid-file.ts";
import { startPostmaster, stopPostmaster } from "../platform/database/embedded/postmaster.ts";
import { candidateUsers } from "../platform/database/embedded/user.ts";
import { onServer, temporaryFolder } from "./open-test-store.ts";

/** A PostgreSQL and another one that follows it: no commit is answered before both have it. */
export interface Replicated {
  /** Of the first one. */
  primary: string;
  /** Of the one that follows; takes no changes until it is promoted. */
  standby: string;
  /** Ends the first one at once, as a machine does that loses its power. */
  killPrimary(): void;
  promoteStandby(): Promise<void>;
  close(): Promise<void>;
}

const STANDBY = "standby";

/** Both with the programs of the embedded database. */
export async function startReplicated(): Promise<Replicated> {
  const root = await temporaryFolder();
  const [first, second] = [join(root, "first"), join(root, "second")];
  const binaries = await prepareBinaries(findPackage(), candidateUsers(join(first, "postgres")));
  mkdirSync(first);
  await initialise(first, binaries);
  // As one has it that was never started: what both begin with is the same.
  copy(first, second, binaries);
  const primary = urlOf(first, await startPostmaster(first, binaries));
  follow(second, primary, binaries);
  const standby = urlOf(second, await startPostmaster(second, binaries));
  await onServer(new URL(primary), `alter system set synchronous_standby_names = '${STANDBY}'`);
  await onServer(new URL(primary), "select pg_reload_conf()");
  await expect.poll(() => stateOfStandby(primary), { timeout: 60_000 }).toBe("streaming sync");
  return {
    primary,
    standby,
    killPrimary() {
      const { pid } = findPostmaster(join(first, "postgres")) ?? {};
      if (pid === undefined) throw new Error("The primary is not running");
      process.kill(pid, "SIGKILL");
    },
    promoteStandby: () => onServer(new URL(standby), "select pg_promote()"),
    async close() {
      for (const folder of [second, first]) await stopPostmaster(folder, binaries);
      await rm(root, { recursive: true, force: true });
    },
  };
}

const urlOf = (folder: string, port: number): string =>
  `postgres://${SUPERUSER}:${readPassword(folder)}@127.0.0.1:${port}/postgres`;

/** A copy of a data folder that belongs to the same user. */
function copy(from: string, to: string, { user }: Binaries): void {
  cpSync(from, to, { recursive: true });
  const database = join(to, "postgres");
  const files = [database, ...readdirSync(database, { recursive: true }).map((name) => join(database, String(name)))];
  if (user !== null) for (const file of files) chownSync(file, user.uid, user.gid);
}

/** Makes the database in a data folder one that follows another one from its start on. */
function follow(folder: string, primary: string, { user }: Binaries): void {
  const { hostname, port, username, password } = new URL(primary);
  const primaryInfo = `host=${hostname} port=${port} user=${username} password=${password} application_name=${STANDBY}`;
  appendFileSync(join(folder, "postgres", "postgresql.auto.conf"), `primary_conninfo = '${primaryInfo}'\n`);
  const signal = join(folder, "postgres", "standby.signal");
  writeFileSync(signal, "");
  if (user !== null) chownSync(signal, user.uid, user.gid);
}

async function stateOfStandby(primary: string): Promise<string> {
  const client = new Client({ connectionString: primary });
  await client.connect();
  const { rows } = await client.query<{ state: string }>(
    "select state || ' ' || sync_state as state from pg_stat_replication",
  );
  await client.end();
  return rows[0]?.state ?? "not there";
}
