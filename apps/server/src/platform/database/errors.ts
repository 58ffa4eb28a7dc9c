import { codeOf, reasonOf } from "../service/thrown.ts";

/** Storage that cannot be used as it is. The message is for the operator: it names the folder or server, and what to do. */
export class StorageError extends Error {
  override name = "StorageError";
}

/** The embedded database cannot run on this machine; other storage may. The message is the reason, a part of a sentence. */
export class EmbeddedUnavailable extends Error {
  override name = "EmbeddedUnavailable";
}

/** PostgreSQL's disk_full, the system's own word for it, and what programs write of it. */
export const isDiskFull = (error: unknown): boolean =>
  ["53100", "ENOSPC"].includes(codeOf(error) ?? "") ||
  /No space left on device|ENOSPC|wrote only \d+ of \d+ bytes/.test(reasonOf(error));

/** Whether there is no room to write: the disk is full, or as good as that (PostgreSQL's configuration_limit_exceeded). */
export const hasNoRoom = (error: unknown): boolean => isDiskFull(error) || codeOf(error) === "53400";

/** PostgreSQL's read_only_sql_transaction. */
const READ_ONLY = "25006";

/** Whether the database takes no changes: a standby does not, nor one that whoever runs it has made read-only. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === READ_ONLY;

/** What PostgreSQL would refuse a change with. */
export const readOnly = (): Error => Object.assign(new Error("the database takes no changes"), { code: READ_ONLY });

/**
 * Whether a statement that a session keeps ready answers other columns than it did: a newer version has changed its table.
 * PostgreSQL's feature_not_supported says so, by the one routine.
 */
export const isOutdated = (error: unknown): boolean =>
  codeOf(error) === "0A000" &&
  error instanceof Error &&
  "routine" in error &&
  error.routine === "RevalidateCachedQuery";

/** As of a connection that failed (connection_failure): another one goes on. */
export const outdated = (cause: unknown): Error =>
  Object.assign(new Error("The session's statements are from before an upgrade", { cause }), { code: "08006" });

/** Nothing is wrong with the folder itself. */
export const diskFull = (folder: string): StorageError =>
  new StorageError(
    `There is no room left on the disk of ${folder}. Nothing is damaged: make room and start again, ` +
      `or choose another folder with TRILHO_DATA_DIR.`,
  );

/** What an operator can do about a folder that cannot be read as a database. */
export function damaged(folder: string, what: string): StorageError {
  return new StorageError(
    `The database folder ${folder} is damaged: ${what}. ` +
      `Nothing was changed. Restore it from a backup, or choose another folder with TRILHO_DATA_DIR.`,
  );
}
