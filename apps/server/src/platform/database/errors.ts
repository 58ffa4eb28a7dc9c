/** Storage that cannot be used as it is. The message is for the operator: it names the folder or server, and what to do. */
export class StorageError extends Error {
  override name = "StorageError";
}

/** The embedded database cannot run on this machine; other storage may. The message is the reason, a part of a sentence. */
export class EmbeddedUnavailable extends Error {
  override name = "EmbeddedUnavailable";
}

/** The `code` of a system or database error. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

export const reasonOf = (error: unknown): string => {
  // Node's connection errors carry their reasons inside when a name has several addresses.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
};

/** PostgreSQL's disk_full, the system's own word for it, and what programs write of it. */
export const isDiskFull = (error: unknown): boolean =>
  ["53100", "ENOSPC"].includes(codeOf(error) ?? "") || /No space left on device|ENOSPC/.test(reasonOf(error));

/** Whether there is no room to write: the disk is full, or as good as that (PostgreSQL's configuration_limit_exceeded). */
export const hasNoRoom = (error: unknown): boolean => isDiskFull(error) || codeOf(error) === "53400";

/** How a database that is not there makes itself known: sockets, pool, PostgreSQL's classes 08, 53 and 57P. */
const AWAY =
  /^(?:EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EPIPE|ETIMEDOUT|08\w{3}|53\w{3}|57P\w{2})$/;
/** What the driver says of a connection without a code. */
const DISCONNECTED =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client .*(?:connection error|not queryable))/;

/** Whether the database is away or has no place for more. */
export const isAway = (error: unknown): boolean => AWAY.test(codeOf(error) ?? "") || DISCONNECTED.test(reasonOf(error));

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
