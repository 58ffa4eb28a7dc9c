import { Kysely, PostgresDialect } from "kysely";
import { Client, type ClientBase, Pool } from "pg";
import type { PoolState } from "../../service/requests.ts";
import { readOnly, StorageError } from "../errors.ts";
import { codeOf, reasonOf } from "../../service/thrown.ts";
import { PoolSession } from "./pool-session.ts";
import { readSession } from "./session.ts";
import { endWhenLost, KEPT_ALIVE, SILENT_MS } from "./silence.ts";
import { spansOfStatements } from "./statement-spans.ts";
import type { Database } from "../schema/database.ts";

/** The oldest PostgreSQL major version this schema is tested with. */
const OLDEST_MAJOR = 15;

/** Connections of one process by default. */
export const DEFAULT_CONNECTIONS = 10;

/**
 * A pool of sessions on a PostgreSQL server, none of them on a standby. `onIdleError` hears of connections that break while
 * nobody uses them.
 */
export function openPool(
  connectionString: string,
  onIdleError: (error: Error) => void,
  connections = DEFAULT_CONNECTIONS,
  silentMs = SILENT_MS,
): Kysely<Database> {
  const sessions = new WeakMap<ClientBase, PoolSession>();
  const pool = new Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: 10_000,
    application_name: "trilho",
    // Statements that do not wait for each other are sent one right after the other.
    pipeline: true,
    ...KEPT_ALIVE,
    onConnect: async (client) => {
      // What planners think costly, as steps of a walk whose number they cannot know, takes less time than to compile it.
      await client.query("set jit = off");
      const session = await readSession(client);
      if (session.isStandby) throw readOnly();
      const own = new PoolSession(client, !session.isPooled);
      sessions.set(client, own);
      if (!session.isPooled)
        endWhenLost(client, session, { connectionString, silentMs, isAwaited: () => own.isAwaited });
    },
  });
  // Without a listener, a server that goes away would end this process.
  pool.on("error", (error) => {
    // A pool that is ending does not wait for its sessions: a server that stops first ends them, as wanted.
    if (!pool.ending) onIdleError(error);
  });
  // Nor may one that breaks while somebody has it, between two of their queries: the next of these rejects.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: {
        async connect() {
          const client = await pool.connect();
          return sessions.get(client) ?? client;
        },
        end: () => pool.end(),
      },
    }),
    ...spansOfStatements(),
  });
  POOLS.set(db, pool);
  return db;
}

const POOLS = new WeakMap<Kysely<Database>, Pool>();

/** The sessions of a database, as they are at each call; null for one without a pool. */
export function poolStateOf(db: Kysely<Database>): (() => PoolState) | null {
  const pool = POOLS.get(db);
  if (pool === undefined) return null;
  return () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount });
}

/**
 * Opens the server at `DATABASE_URL`, which must be PostgreSQL 15 or newer and let this process have its connections and
 * the one over which others wake it. Rejects with a `StorageError`.
 */
export async function openServer(
  url: string,
  onIdleError: (error: Error) => void,
  connections = DEFAULT_CONNECTIONS,
): Promise<Kysely<Database>> {
  const shown = withoutPassword(url);
  const { version, most } = await readServer(url).catch((error: unknown) => {
    if (codeOf(error) === TOO_MANY) throw tooFewConnections(shown, connections, reasonOf(error));
    throw new StorageError(`Cannot connect to DATABASE_URL (${shown}): ${reasonOf(error)}`);
  });
  if (version < OLDEST_MAJOR * 10_000) {
    throw new StorageError(
      `DATABASE_URL (${shown}) is PostgreSQL ${Math.floor(version / 10_000)}; Trilho needs ${OLDEST_MAJOR} or newer.`,
    );
  }
  if (most !== null && most < connections + 1) throw tooFewConnections(shown, connections, `it allows ${most}`);
  return openPool(url, onIdleError, connections);
}

/** PostgreSQL's too_many_connections. */
const TOO_MANY = "53300";

const tooFewConnections = (shown: string, connections: number, reason: string): StorageError =>
  new StorageError(
    `DATABASE_URL (${shown}) has too few connections: ${reason}, and this process takes up to ${connections + 1}. ` +
      `Allow more there, or take fewer with TRILHO_DATABASE_CONNECTIONS (${connections}).`,
  );

/** `most` connections of this user to this database at once; null behind a pooler, whose own limits are unknown. */
async function readServer(url: string): Promise<{ version: number; most: number | null }> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: number; most: number }>(`
      select current_setting('server_version_num')::integer as version, least(
        current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer,
        (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user and not rolsuper),
        (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
      ) as most`);
    const [row] = rows;
    if (row === undefined) throw new Error("it does not say what it is");
    return { version: row.version, most: (await readSession(client)).isPooled ? null : row.most };
  } finally {
    await client.end();
  }
}

/** What can be shown of a connection string. */
export function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return "not a URL";
  const { protocol, hostname, port, pathname } = new URL(url);
  return `${protocol}//${hostname}${port === "" ? "" : `:${port}`}${pathname}`;
}
