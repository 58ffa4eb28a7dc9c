import { PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { damaged, reasonOf } from "../errors.ts";
import { checkDatabaseFolder, type DataFolder, stagingFolder } from "../folder/data-folder.ts";

/** What the schema uses of PostgreSQL's own extensions. */
const EXTENSIONS = { btree_gin, pg_trgm };

/** Opens the PGlite database in the data folder, making it on the first start. Rejects with a `StorageError`. */
export async function openPglite(dataFolder: DataFolder): Promise<PGlite> {
  const folder = join(dataFolder.path, "pglite");
  if (dataFolder.storage === "pglite") await checkDatabaseFolder(folder);
  else await initialise(dataFolder.path, folder);
  await dataFolder.markStorage("pglite");
  try {
    return await PGlite.create({ dataDir: folder, extensions: EXTENSIONS });
  } catch (error) {
    throw damaged(folder, `PGlite cannot open it (${reasonOf(error)})`);
  }
}

/** A killed first start must not leave half a database behind under the final name. */
async function initialise(dataFolder: string, folder: string): Promise<void> {
  const staging = stagingFolder(dataFolder, "pglite");
  try {
    const lite = await PGlite.create({ dataDir: staging, extensions: EXTENSIONS });
    await lite.close();
    await rename(staging, folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
