import type { Socket } from "node:net";
import { Client, type ClientBase } from "pg";
import { isAtWork, type Session } from "./session.ts";

/** A session that says nothing for so long while somebody waits for it is asked for elsewhere, and again after as long. */
export const SILENT_MS = 15_000;
/** To reach the server that is there now. */
const CONNECT_MS = 5_000;

/** How connections are made that notice when the other end is gone while nothing is said: after 20 s at most. */
export const KEPT_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/**
 * Ends a connection whose server vanished, or forgot it, in the middle of a statement. What was sent to a machine that is
 * gone is sent anew by the system for a quarter of an hour; whoever takes that machine's place is asked instead. A
 * statement that only takes long is waited for. Not for connections to a pooler, whose sessions are nobody's own.
 */
export function endWhenLost(
  client: ClientBase,
  session: Session,
  { connectionString, silentMs, isAwaited }: { connectionString: string; silentMs: number; isAwaited: () => boolean },
): void {
  const { stream } = (client as ClientBase & { connection: { stream: Socket } }).connection;
  async function ask(): Promise<void> {
    const read = stream.bytesRead;
    const isLost = isAwaited() && !(await isKnown(connectionString, session));
    if (isLost && isAwaited() && stream.bytesRead === read) stream.destroy(new Error(LOST));
    else stream.setTimeout(silentMs);
  }
  stream.setTimeout(silentMs).on("timeout", () => void ask());
}

const LOST = "Connection terminated: its server knows nothing of it any more";

/** Where nobody can be asked, nothing is known to be lost. */
async function isKnown(connectionString: string, session: Session): Promise<boolean> {
  const other = new Client({ connectionString, connectionTimeoutMillis: CONNECT_MS, application_name: "trilho" });
  other.on("error", () => undefined);
  try {
    await other.connect();
    return await isAtWork(other, session);
  } catch {
    return true;
  } finally {
    await other.end().catch(() => undefined);
  }
}
