import { join } from "node:path";
import type { DataFolder } from "../folder/data-folder.ts";
import { checkDatabaseFolder } from "../folder/major.ts";
import { type Binaries, findPackage, prepareBinaries } from "./binaries.ts";
import { guardPostmaster, type Release } from "./guard.ts";
import { initialise, readPassword, SUPERUSER } from "./initialise.ts";
import { answers, socketIn, startPostmaster, stopPostmaster } from "./postmaster.ts";
import { candidateUsers } from "./user.ts";

export interface EmbeddedServer {
  /** Connection string, password included: for this process only. */
  url: string;
  /** The same over a socket in the data folder, which costs less than TCP; `url` where there is none, as on Windows or in a folder with a long path. */
  localUrl: string;
  /** From now on, starts it again when it ends untold, which `onEnd` hears of. */
  guard(onEnd: (error: Error) => void): void;
  stop(): Promise<void>;
}

/**
 * Starts (or adopts) the PostgreSQL that lives in the data folder, making its database on the first start.
 * Rejects with `EmbeddedUnavailable` when this machine cannot run it, with a `StorageError` when the folder is not as it should be.
 */
export async function openEmbedded(dataFolder: DataFolder, stopping?: AbortSignal): Promise<EmbeddedServer> {
  const folder = join(dataFolder.path, "postgres");
  if (dataFolder.storage === "postgres")
    await checkDatabaseFolder(folder, "Start the server on it: that brings it over.");
  const binaries = await prepareBinaries(findPackage(), candidateUsers(folder));
  if (dataFolder.storage === null) await initialise(dataFolder.path, binaries, stopping);
  await dataFolder.markStorage("postgres");
  return serve(dataFolder.path, binaries);
}

/** Starts (or adopts) the complete database in a data folder. Rejects with a `StorageError`. */
export async function serve(dataFolder: string, binaries: Binaries): Promise<EmbeddedServer> {
  const password = readPassword(dataFolder);
  const port = await startPostmaster(dataFolder, binaries);
  const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
  const folder = join(dataFolder, "postgres");
  const hasSocket = await answers({ path: socketIn(folder, port) });
  let release: Release | null = null;
  return {
    url,
    localUrl: hasSocket ? `${url}?host=${encodeURIComponent(folder)}` : url,
    guard(onEnd) {
      release = guardPostmaster(dataFolder, binaries, port, onEnd);
    },
    async stop() {
      await release?.();
      await stopPostmaster(dataFolder, binaries);
    },
  };
}
