import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Binaries } from "./binaries.ts";
import { findPostmaster } from "./pid-file.ts";
import { startPostmaster } from "./postmaster.ts";

const LOOK_EVERY_MS = 500;

/** Lets PostgreSQL be stopped: from then on it is not started again. */
export type Release = () => Promise<void>;

/**
 * Starts PostgreSQL again when it ends untold, as when the system runs out of memory: at the same port, so that the
 * next connections find it. `onEnd` hears of each such end, and of why it cannot be started where that is so.
 */
export function guardPostmaster(
  dataFolder: string,
  binaries: Binaries,
  port: number,
  onEnd: (error: Error) => void,
): Release {
  const folder = join(dataFolder, "postgres");
  const released = new AbortController();

  async function look(): Promise<void> {
    if (findPostmaster(folder) !== null) return;
    onEnd(new Error("PostgreSQL ended without having been told to; it is started again"));
    await startPostmaster(dataFolder, binaries, port);
  }

  async function watch(): Promise<void> {
    while (!released.signal.aborted) {
      await look().catch((error: unknown) => onEnd(error instanceof Error ? error : new Error(String(error))));
      await sleep(LOOK_EVERY_MS, undefined, { signal: released.signal, ref: false }).catch(() => undefined);
    }
  }

  const watching = watch();
  return async () => {
    released.abort();
    await watching;
  };
}
