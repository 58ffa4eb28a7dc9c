import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { damaged, StorageError } from "../errors.ts";
import { codeOf, reasonOf } from "../../service/thrown.ts";
import { exists } from "./exists.ts";

/** The major version of PostgreSQL, embedded and PGlite, whose files this Trilho reads. */
export const MAJOR = 18;

/** The major version of PostgreSQL that made a database folder. Rejects with a `StorageError` where it does not say. */
export async function majorOf(folder: string): Promise<number> {
  const version = await readFile(join(folder, "PG_VERSION"), "utf8").catch((error: unknown) => {
    if (codeOf(error) === "EACCES") {
      throw new StorageError(`The database folder ${folder} belongs to another user. Start Trilho as that user.`);
    }
    const why = codeOf(error) === "ENOENT" ? "is missing" : `cannot be read (${codeOf(error) ?? reasonOf(error)})`;
    throw damaged(folder, `PG_VERSION ${why}`);
  });
  if (!/^\d+\s*$/.test(version)) throw damaged(folder, "PG_VERSION is not a version");
  return Number(version);
}

/** Refuses a folder which is no whole database of our version, before anything could write to it; `ifOlder` is what to do then. */
export async function checkDatabaseFolder(folder: string, ifOlder = throughBackup(folder)): Promise<void> {
  const major = await majorOf(folder);
  if (major !== MAJOR) throw otherMajor(folder, major, ifOlder);
  if (!(await exists(join(folder, "global", "pg_control")))) throw damaged(folder, "global/pg_control is missing");
}

/** A database folder of another PostgreSQL than ours, and what to do where that is older. */
export const otherMajor = (folder: string, major: number, ifOlder: string): StorageError =>
  new StorageError(
    `The database folder ${folder} was made by PostgreSQL ${major}; this Trilho reads ${MAJOR}. Nothing was changed. ` +
      (major > MAJOR ? "Start the newer Trilho that made it." : ifOlder),
  );

/** How rows leave a database that only another Trilho opens, in commands. */
export function throughBackup(folder: string): string {
  const path = dirname(folder);
  return [
    "Back it up with the Trilho that made it, and restore that with this one:",
    `  TRILHO_DATA_DIR="${path}" trilho backup "${path}.backup"`,
    `  TRILHO_DATA_DIR="${path}-new" trilho restore "${path}.backup"`,
  ].join("\n");
}
