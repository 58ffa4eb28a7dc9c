/** The `code` of a system or database error. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

export const reasonOf = (error: unknown): string => {
  // Node's connection errors carry their reasons inside when a name has several addresses.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
};

/**
 * How a database that is not there makes itself known: sockets, pool, PostgreSQL's classes 08, 53 and 57P; and one that
 * takes no changes (25006), as a standby that is not promoted yet.
 */
const AWAY =
  /^(?:25006|EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EPIPE|ETIMEDOUT|08\w{3}|53\w{3}|57P\w{2})$/;
/** What the driver says of a connection without a code. */
const DISCONNECTED =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client .*(?:connection error|not queryable))/;

/** Whether the database is away or has no place for more. */
export const isAway = (error: unknown): boolean => AWAY.test(codeOf(error) ?? "") || DISCONNECTED.test(reasonOf(error));
