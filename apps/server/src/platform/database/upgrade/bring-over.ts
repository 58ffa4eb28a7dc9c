import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Kysely } from "kysely";
import { Client } from "pg";
import { reasonOf } from "../../service/thrown.ts";
import { tablesOf } from "../backup/catalog.ts";
import { checkBackup } from "../backup/format.ts";
import { loadInto, type ServerSecret } from "../backup/restore.ts";
import { writeBackup } from "../backup/write-backup.ts";
import { type Binaries, findPackage, prepareBinaries } from "../embedded/binaries.ts";
import { serve } from "../embedded/embedded.ts";
import { initialise, readPassword } from "../embedded/initialise.ts";
import { stopPostmaster } from "../embedded/postmaster.ts";
import { candidateUsers } from "../embedded/user.ts";
import { diskFull, isDiskFull, StorageError } from "../errors.ts";
import { type DataFolder, removeUnfinished } from "../folder/data-folder.ts";
import { exists } from "../folder/exists.ts";
import { MAJOR, majorOf } from "../folder/major.ts";
import { replaceDatabase } from "../folder/replace.ts";
import { openPool } from "../open/postgres.ts";
import type { Database } from "../schema/database.ts";
import { checkServerSecret } from "../secret-check.ts";
import { digestOf } from "./digest.ts";
import { olderPrograms } from "./older-programs.ts";

/** A data folder within the data folder, in which the new database is made. */
const stagingIn = (path: string): string => join(path, "upgrade");

/**
 * Brings an embedded database that an older major version of PostgreSQL made over to ours: its rows, by way of a file. The
 * old one is kept beside it. What fails, stops or is killed leaves the old one in its place. `tell` hears of it for the
 * operator. Rejects with a `StorageError`, or with the reason of `stopping`.
 */
export async function bringOver(
  { path, storage }: DataFolder,
  secret: ServerSecret,
  tell: (line: string) => void,
  stopping?: AbortSignal,
): Promise<void> {
  if (storage !== "postgres") return;
  const database = join(path, "postgres");
  const major = await majorOf(database);
  if (major >= MAJOR && !(await exists(stagingIn(path)))) return;
  try {
    const own = await prepareBinaries(findPackage(), candidateUsers(database));
    await discardStaging(path, own);
    if (major >= MAJOR) return;
    const kept = join(path, `postgres.old-${major}`);
    if (await exists(kept)) throw new StorageError(`${kept} is in the way of an upgrade: remove it, or move it away.`);
    const older = await olderPrograms(path, major);
    tell(
      `the database is brought over from PostgreSQL ${major} to ${MAJOR}, which takes as long as backup and restore`,
    );
    try {
      const rows = await remake(path, { older, own }, secret, stopping);
      await replaceDatabase(path, join(stagingIn(path), "postgres"), kept);
      tell(`the database is one of PostgreSQL ${MAJOR} now, with all ${rows} rows; the old one is kept in ${kept}`);
    } finally {
      await discardStaging(path, own);
    }
  } catch (error) {
    stopping?.throwIfAborted();
    throw inWords(path, major, error);
  }
}

function inWords(path: string, major: number, error: unknown): StorageError {
  if (isDiskFull(error)) return diskFull(path);
  if (error instanceof StorageError) return error;
  return new StorageError(
    `The database in ${path} cannot be brought over from PostgreSQL ${major} to ${MAJOR}: ${reasonOf(error)}. ` +
      "Nothing was changed.",
  );
}

/** Makes a database from the rows of the old one. Answers how many it has. */
async function remake(
  path: string,
  { older, own }: { older: Binaries; own: Binaries },
  secret: ServerSecret,
  stopping?: AbortSignal,
): Promise<number> {
  const staging = stagingIn(path);
  const file = join(staging, "rows.backup");
  await mkdir(staging, { mode: 0o700 });
  const before = await onServer(path, older, async (db, url) => {
    await checkServerSecret(db, secret.value, secret.source);
    await lockTables(db, url);
    await writeBackup(db, file, { version: "", at: new Date().toISOString(), secret: null });
    const digest = await digestOf(db);
    // Sessions that end one by one would give the lock free while a command that waits for it can still write.
    await stopPostmaster(path, older, ["immediate"]);
    return digest;
  });
  stopping?.throwIfAborted();
  await initialise(staging, own, stopping, readPassword(path));
  const backup = await checkBackup(file);
  const after = await onServer(staging, own, async (db) => {
    await loadInto(db, staging, backup, secret);
    return digestOf(db);
  });
  if (!isDeepStrictEqual(after, before)) throw new Error("its copy has other rows than it has");
  stopping?.throwIfAborted();
  return backup.end.rows;
}

async function onServer<T>(
  path: string,
  binaries: Binaries,
  work: (db: Kysely<Database>, url: string) => Promise<T>,
): Promise<T> {
  const server = await serve(path, binaries);
  const db = openPool(server.url, () => undefined);
  try {
    return await work(db, server.url);
  } finally {
    await db.destroy();
    await server.stop();
  }
}

/** Commands find this server as they find any: those that write wait until it is stopped at once, and then fail, so that no row is lost. */
async function lockTables(db: Kysely<Database>, url: string): Promise<void> {
  const tables = (await tablesOf(db)).map(({ name }) => `"${name}"`).join();
  const session = new Client({ connectionString: url });
  // It ends with the server.
  session.on("error", () => undefined);
  await session.connect();
  await session.query(`begin; lock table ${tables} in share mode`);
}

/** Also one that was killed, and whose PostgreSQL may still run. */
async function discardStaging(path: string, own: Binaries): Promise<void> {
  await stopPostmaster(stagingIn(path), own);
  await removeUnfinished(stagingIn(path));
}
