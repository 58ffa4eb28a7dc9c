import { type Kysely, Migrator, type MigrationResultSet } from "kysely";
import { StorageError } from "../errors.ts";
import { initial } from "../migrations/0001-initial.ts";
import { dealExternalIds } from "../migrations/0002-deal-external-ids.ts";
import { runTraces } from "../migrations/0003-run-traces.ts";
import type { Database } from "../schema/database.ts";

/** In order of name; a migration that has shipped is never edited. */
const MIGRATIONS = {
  "0001-initial": initial,
  "0002-deal-external-ids": dealExternalIds,
  "0003-run-traces": runTraces,
};

export const isMigration = (name: string): boolean => Object.hasOwn(MIGRATIONS, name);

/** What the migrator found there and does not know. */
function unknownIn(message: string): string {
  const [, name] = /previously executed migration (\S+) is missing/.exec(message) ?? [];
  return name === undefined ? "" : `, which has the migration ${name}`;
}

/** Databases from before the first release have it, and no other. */
const UNRELEASED = "0002-history-and-files";

/**
 * Brings the schema up to date in one transaction, under a lock: processes that start together wait for each other.
 * Rejects with a `StorageError` when the database is a newer Trilho's, or from before the first release. `place` says
 * where it is; `last` is the migration to stop at.
 */
export async function migrate(db: Kysely<Database>, place: string, last?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error }: MigrationResultSet =
    last === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(last);
  if (error === undefined) return;
  const message = error instanceof Error ? error.message : String(error);
  if (!message.includes("corrupted migrations")) throw error;
  throw new StorageError(
    message.includes(UNRELEASED)
      ? `The database (${place}) is from before Trilho's first release, and this version cannot read it. ` +
          "Nothing was changed or deleted: start with an empty folder (TRILHO_DATA_DIR) or an empty database (DATABASE_URL)."
      : `The database (${place}) was made by a newer version of Trilho${unknownIn(message)}. ` +
          "Nothing was changed: start that version, or restore a backup from before.",
  );
}
