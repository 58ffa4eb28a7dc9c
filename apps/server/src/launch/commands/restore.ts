import { join } from "node:path";
import { Closers } from "../../platform/background/closers.ts";
import { checkBackup, type CheckedBackup } from "../../platform/database/backup/format.ts";
import { restoreInto, type ServerSecret } from "../../platform/database/backup/restore.ts";
import { openDataFolder } from "../../platform/database/folder/data-folder.ts";
import { openDatabase, type StorageChoice } from "../../platform/database/open/open-database.ts";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/parts.ts";
import { keptSecret } from "../config/kept-secret.ts";

export interface RestoreCommand {
  kind: "restore";
  file: string;
}

/**
 * Makes the database of a backup, in a data folder or on a server where there is nothing yet; answers what was restored.
 * Rejects with a `StorageError` or `ConfigError`.
 */
export async function restore(config: Config, { file }: RestoreCommand): Promise<string> {
  const backup = await checkBackup(file);
  const closers = new Closers();
  try {
    const choice = await choose(config, closers);
    const secret = await secretFor(config, backup);
    const database = await openDatabase(choice, {
      onIdleError: () => undefined,
      prepare: (db, place) => restoreInto(db, place, backup, secret),
    });
    closers.add(() => database.close());
    const { at, version } = backup.head;
    return (
      `Restored ${backup.end.rows} rows, as of ${at} (Trilho ${version}), to ${database.description}.\n` +
      "What was due since then is done once the server starts; to look at it first: trilho runs pause --all\n"
    );
  } finally {
    await closers.close();
  }
}

async function choose(
  { dataDir, databaseUrl, databaseConnections, storage }: Config,
  closers: Closers,
): Promise<StorageChoice> {
  if (databaseUrl !== null) return { kind: "server", url: databaseUrl, connections: databaseConnections };
  const folder = await openDataFolder(dataDir, () => undefined);
  closers.add(() => folder.release());
  return { kind: storage, folder };
}

async function secretFor({ secret, dataDir }: Config, { head }: CheckedBackup): Promise<ServerSecret> {
  if (secret !== null) return { value: secret, source: "TRILHO_SECRET" };
  const kept = head.secret;
  if (kept === null) throw new ConfigError("The backup is of a server with a TRILHO_SECRET: set that to restore it.");
  const file = join(dataDir, "secret");
  return { value: await keptSecret(file, () => kept), source: file };
}
