import { existsSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import type { Kysely } from "kysely";
import type { Config } from "../config/config.ts";
import { readSecret } from "../config/kept-secret.ts";
import { Closers } from "../../platform/background/closers.ts";
import { readPassword, SUPERUSER } from "../../platform/database/embedded/initialise.ts";
import { readPidFile } from "../../platform/database/embedded/pid-file.ts";
import { StorageError } from "../../platform/database/errors.ts";
import { openDataFolder } from "../../platform/database/folder/data-folder.ts";
import { openDatabase } from "../../platform/database/open/open-database.ts";
import { openPool } from "../../platform/database/open/postgres.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { checkServerSecret } from "../../platform/database/secret-check.ts";

/** What commands work on. */
export interface CommandDatabase {
  db: Kysely<Database>;
  serverSecret: string;
  /** Whether the secret is kept in the data folder, not by the operator (TRILHO_SECRET). */
  isSecretKept: boolean;
}

/**
 * Opens what the server uses: `DATABASE_URL`; or the database of the data folder, through the server that runs on it, or
 * started for the command. Makes nothing: a command on the wrong folder must not leave a database there.
 * Rejects with a `StorageError`.
 */
export async function openForCommand(config: Config): Promise<CommandDatabase & { close(): Promise<void> }> {
  const { dataDir, databaseUrl, secret } = config;
  const file = join(dataDir, "secret");
  const serverSecret = secret ?? (await readSecret(file));
  if (serverSecret === null) throw new StorageError(`There is no Trilho in ${dataDir}: ${file} is missing.`);
  const closers = new Closers();
  try {
    const db =
      databaseUrl === null
        ? await inFolder(config, closers)
        : await onServer(databaseUrl, config.databaseConnections, closers);
    await checkServerSecret(db, serverSecret, secret === null ? file : "TRILHO_SECRET");
    return { db, serverSecret, isSecretKept: secret === null, close: () => closers.close() };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

const ignoreIdle = (): void => undefined;

async function onServer(url: string, connections: number, closers: Closers): Promise<Kysely<Database>> {
  const database = await openDatabase({ kind: "server", url, connections }, { onIdleError: ignoreIdle });
  closers.add(() => database.close());
  return database.db;
}

async function inFolder({ dataDir, storage }: Config, closers: Closers): Promise<Kysely<Database>> {
  const running = await runningServer(dataDir);
  if (running !== null) {
    const db = openPool(running, ignoreIdle);
    closers.add(() => db.destroy());
    return db;
  }
  if (!existsSync(join(dataDir, "postgres")) && !existsSync(join(dataDir, "pglite"))) {
    throw new StorageError(`There is no database in ${dataDir} yet: start Trilho once.`);
  }
  const folder = await openDataFolder(dataDir, ignoreIdle);
  closers.add(() => folder.release());
  const database = await openDatabase({ kind: storage, folder }, { onIdleError: ignoreIdle });
  closers.add(() => database.close());
  return database.db;
}

/** The address of the embedded PostgreSQL that runs on a folder; null when none does. */
async function runningServer(dataDir: string): Promise<string | null> {
  const folder = join(dataDir, "postgres");
  const postmaster = existsSync(folder) ? readPidFile(folder) : null;
  if (postmaster === null || postmaster.port === null || !postmaster.ready) return null;
  const url = `postgres://${SUPERUSER}:${readPassword(dataDir)}@127.0.0.1:${postmaster.port}/postgres`;
  return (await answers(url)) ? url : null;
}

/** A file that a crash left may name a port that is nobody's by now, or somebody else's. */
async function answers(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    return true;
  } catch {
    // Whoever is there, if anybody, is not our database.
    return false;
  } finally {
    await client.end();
  }
}
