import { Client } from "pg";
import { readSession } from "../../platform/database/open/session.ts";
import { endWhenLost, KEPT_ALIVE, SILENT_MS } from "../../platform/database/open/silence.ts";

const CHANNEL = "trilho_runs";
const RECONNECT_MS = 5_000;

/** Tells other processes on a database that there may be something to do, so that they need not wait for their next look. */
export interface WakeSignals {
  /** Never rejects, never waits. Many at once become one. */
  give(): void;
  close(): Promise<void>;
}

/** A hint that gets lost costs half a second, so nothing here is tried hard: LISTEN and NOTIFY on one connection. */
export async function listenForWakeSignals(
  connectionString: string,
  onHint: () => void,
  onError: (error: unknown) => void,
): Promise<WakeSignals> {
  let client: Client | null = null;
  let again: NodeJS.Timeout | null = null;
  let isClosed = false;
  let isGiving = false;
  let isWanted = false;

  async function connect(): Promise<void> {
    const next = new Client({
      connectionString,
      connectionTimeoutMillis: 5_000,
      application_name: "trilho hints",
      ...KEPT_ALIVE,
    });
    let isLost = false;
    const lose = (error: unknown): void => {
      if (isLost || isClosed) return;
      isLost = true;
      client = null;
      onError(error);
      void endQuietly(next);
      again = setTimeout(() => void connect(), RECONNECT_MS).unref();
    };
    next.on("error", lose);
    next.on("end", () => lose(new Error("Connection terminated")));
    next.on("notification", ({ processId }) => {
      // One's own come back too.
      if (processId !== (next as Client & { processID?: number }).processID) onHint();
    });
    try {
      await next.connect();
      // Behind a pooler, this would be some session's that comes to others next.
      const session = await readSession(next);
      if (!session.isPooled) {
        await next.query(`listen ${CHANNEL}`);
        endWhenLost(next, session, { connectionString, silentMs: SILENT_MS, isAwaited: () => isGiving });
      }
      client = next;
    } catch (error) {
      lose(error);
    }
  }

  async function giveNow(): Promise<void> {
    isGiving = true;
    for (let current = client; isWanted && current !== null; current = client) {
      isWanted = false;
      // A connection that is lost says so itself.
      await current.query(`notify ${CHANNEL}`).catch(() => undefined);
    }
    isGiving = false;
  }

  await connect();
  return {
    give() {
      isWanted = true;
      if (!isGiving && client !== null) void giveNow();
    },
    async close() {
      isClosed = true;
      if (again !== null) clearTimeout(again);
      await client?.end();
    },
  };
}

/** Of a connection that is lost already. */
const endQuietly = (client: Client): Promise<void> => client.end().catch(() => undefined);
