import { type Kysely, sql } from "kysely";
import type { LoggedRequest, RequestLog } from "../service/requests.ts";
import { sendReady } from "./ready.ts";
import type { Database } from "./schema/database.ts";

const FLUSH_MS = 1000;
/** Rows of one insert. */
const BATCH = 500;
/** What waits while the database does not take it; the newest is dropped beyond. */
const MOST_WAITING = 5000;
const LONGEST_PATH = 500;

/** `onLost` hears how many could not be written: no reason to fail anything. */
export function createRequestLog(db: Kysely<Database>, onLost: (error: unknown, count: number) => void): RequestLog {
  let waiting: LoggedRequest[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      await insert(db, batch).catch((error: unknown) => onLost(error, batch.length));
    }
  }

  return {
    note(request) {
      if (waiting.length >= MOST_WAITING) return;
      waiting.push(request);
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
    },
    flush,
  };
}

/** However many rows, one statement with one value: a busy server writes hundreds each second. */
const insert = (db: Kysely<Database>, batch: readonly LoggedRequest[]) =>
  sendReady(
    db,
    "note_requests",
    { rows: JSON.stringify(batch.map(toRow)) },
    ({ rows }) => sql`insert into request_log (request_id, workspace_id, key_id, method, path, status, code, ms, at)
      select * from json_to_recordset(${rows}::json) as noted(request_id text, workspace_id text, key_id text,
        method text, path text, status integer, code text, ms real, at timestamptz)`,
  );

const toRow = ({ requestId, workspaceId, keyId, method, path, status, code, ms, at }: LoggedRequest) => ({
  request_id: requestId,
  workspace_id: workspaceId,
  key_id: keyId,
  method,
  path: path.slice(0, LONGEST_PATH),
  status,
  code,
  ms,
  at: new Date(at),
});

/** The requests of an id, oldest first: clients may choose ids, so there can be several. */
export async function findRequests(db: Kysely<Database>, requestId: string): Promise<LoggedRequest[]> {
  const rows = await db
    .selectFrom("request_log")
    .selectAll()
    .where("request_id", "=", requestId)
    .orderBy("id")
    .limit(100)
    .execute();
  return rows.map((row) => ({
    requestId: row.request_id,
    workspaceId: row.workspace_id,
    keyId: row.key_id,
    method: row.method,
    path: row.path,
    status: row.status,
    code: row.code,
    ms: row.ms,
    at: row.at.getTime(),
  }));
}
