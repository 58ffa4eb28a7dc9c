import type { ClientBase } from "pg";

/** What a session says of itself as it begins. */
export interface Session {
  /** Its process, and when that began: no other session's, on whichever server. */
  id: string;
  /** Whether its server only follows another one, and takes no changes before it is promoted. */
  isStandby: boolean;
  /**
   * Whether a pooler stands before the database, such as PgBouncer, which may hand each transaction to another session. It
   * makes up the process that it names when a connection begins, so that the session's own differs.
   */
  isPooled: boolean;
}

/** Of a session, in the table that lists all of them. */
const ID = "pid || ' ' || extract(epoch from backend_start)";

export async function readSession(client: ClientBase): Promise<Session> {
  const { rows } = await client.query<{ pid: number; id: string; isStandby: boolean }>(
    `select pid, ${ID} as id, pg_is_in_recovery() as "isStandby" from pg_stat_activity where pid = pg_backend_pid()`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("it does not say what it is");
  const named = (client as ClientBase & { processID?: number }).processID;
  return { id: row.id, isStandby: row.isStandby, isPooled: row.pid !== named };
}

/** Whether a session is at a statement, as another one of its server sees it. */
export async function isAtWork(client: ClientBase, { id }: Session): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where ${ID} = $1 and coalesce(state, '') not like 'idle%'`,
    [id],
  );
  return rowCount === 1;
}
