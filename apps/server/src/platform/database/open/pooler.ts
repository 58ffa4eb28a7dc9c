import type { ClientBase } from "pg";

/**
 * Whether a pooler stands before the database, such as PgBouncer, which may hand each transaction to another session. It
 * makes up the process that it names when a connection begins, so that the session's own differs.
 */
export async function isPooled(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid !== (client as ClientBase & { processID?: number }).processID;
}
