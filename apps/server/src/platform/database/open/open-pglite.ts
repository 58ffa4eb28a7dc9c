import { PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { damaged } from "../errors.ts";
import { reasonOf } from "../../service/thrown.ts";
import { type DataFolder, stagingFolder } from "../folder/data-folder.ts";
import { checkDatabaseFolder } from "../folder/major.ts";

/** What the schema uses of PostgreSQL's own extensions. */
const EXTENSIONS = { btree_gin, pg_trgm };

/** Opens the PGlite database in the data folder, making it on the first start. Rejects with a `StorageError`. */
export async function openPglite(dataFolder: DataFolder, stopping?: AbortSignal): Promise<PGlite> {
  const folder = join(dataFolder.path, "pglite");
  if (dataFolder.storage === "pglite") await checkDatabaseFolder(folder);
  else await initialise(dataFolder.path, folder, stopping);
  await dataFolder.markStorage("pglite");
  try {
    return await create(folder);
  } catch (error) {
    throw damaged(folder, `PGlite cannot open it (${reasonOf(error)})`);
  }
}

const create = (dataDir: string): Promise<PGlite> =>
  PGlite.create({ dataDir, extensions: EXTENSIONS }).catch((error: unknown) => {
    throw asError(error);
  });

/** WASI's ENOSPC. */
const NO_ROOM = 51;

/** PGlite's file system throws plain objects that hold WASI's number of what went wrong, and no message. */
export function asError(thrown: unknown): unknown {
  if (thrown instanceof Error || typeof thrown !== "object" || thrown === null || !("errno" in thrown)) return thrown;
  if (thrown.errno === NO_ROOM) return Object.assign(new Error("No space left on device"), { code: "ENOSPC" });
  return new Error(`error ${String(thrown.errno)} of its file system`);
}

/** A killed first start must not leave half a database behind under the final name. */
async function initialise(dataFolder: string, folder: string, stopping?: AbortSignal): Promise<void> {
  const staging = stagingFolder(dataFolder, "pglite");
  try {
    const lite = await create(staging);
    await lite.close();
    stopping?.throwIfAborted();
    await rename(staging, folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
