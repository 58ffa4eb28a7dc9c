import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import { Client, Pool, type PoolClient } from "pg";
import type { PoolState } from "../domain/platform.ts";
import { reasonOf, StorageError } from "./errors.ts";
import type { Database } from "./schema.ts";

/** The oldest PostgreSQL major version this schema is tested with. */
const OLDEST_MAJOR = 15;

/** A pool of sessions on a PostgreSQL server. `onIdleError` hears of connections that break while nobody uses them. */
export function openPool(connectionString: string, onIdleError: (error: Error) => void): Kysely<Database> {
  const pool = new Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 10_000,
    application_name: "trilho",
    // What planners think costly, as steps of a walk whose number they cannot know, takes less time than to compile it.
    onConnect: async (client) => {
      await client.query("set jit = off");
    },
  });
  // Without a listener, a server that goes away would end this process.
  pool.on("error", (error) => {
    // A pool that was told to end does not wait for its sessions: a server that stops first ends them, as wanted.
    if (!pool.ending) onIdleError(error);
  });
  // Nor may one that breaks while somebody has it, between two of their queries: the next of these rejects.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: keepingReady(pool) }) });
  POOLS.set(db, pool);
  return db;
}

/** Marks a statement that is sent very often: each session keeps it parsed and planned, under this name. */
const READY = /^\/\* ready: (\w+) \*\//;

function keepingReady(pool: Pool): PostgresPool {
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? clientKeepingReady(client);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

function clientKeepingReady(client: PoolClient): PostgresPoolClient {
  const query = (text: string, values: unknown[]): unknown => {
    const name = READY.exec(text)?.[1];
    return name === undefined ? client.query(text, values) : client.query({ name, text, values });
  };
  return { query: query as PostgresPoolClient["query"], release: () => client.release() };
}

const POOLS = new WeakMap<Kysely<Database>, Pool>();

/** The sessions of a database, as they are at each call; null for one without a pool. */
export function poolStateOf(db: Kysely<Database>): (() => PoolState) | null {
  const pool = POOLS.get(db);
  if (pool === undefined) return null;
  return () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount });
}

/** Opens the server at `DATABASE_URL`, which must be PostgreSQL 15 or newer. Rejects with a `StorageError`. */
export async function openServer(url: string, onIdleError: (error: Error) => void): Promise<Kysely<Database>> {
  const shown = withoutPassword(url);
  const db = openPool(url, onIdleError);
  const version = await serverVersion(url).catch(async (error: unknown) => {
    await db.destroy();
    throw new StorageError(`Cannot connect to DATABASE_URL (${shown}): ${reasonOf(error)}`);
  });
  if (version >= OLDEST_MAJOR * 10_000) return db;
  await db.destroy();
  throw new StorageError(
    `DATABASE_URL (${shown}) is PostgreSQL ${Math.floor(version / 10_000)}; Trilho needs ${OLDEST_MAJOR} or newer.`,
  );
}

async function serverVersion(url: string): Promise<number> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
    return Number(rows[0]?.version);
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
