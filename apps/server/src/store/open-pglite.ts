import { PGlite } from "@electric-sql/pglite";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { damaged, reasonOf } from "./errors.ts";
import { checkDatabaseFolder, type DataFolder, stagingFolder } from "./folder/data-folder.ts";

/** Opens the PGlite database in the data folder, making it on the first start. Rejects with a `StorageError`. */
export async function openPglite(dataFolder: DataFolder): Promise<PGlite> {
  const folder = join(dataFolder.path, "pglite");
  if (dataFolder.storage === "pglite") await checkDatabaseFolder(folder);
  else await initialise(dataFolder.path, folder);
  await dataFolder.markStorage("pglite");
  try {
    return await PGlite.create({ dataDir: folder });
  } catch (error) {
    throw damaged(folder, `PGlite cannot open it (${reasonOf(error)})`);
  }
}

/** A killed first start must not leave half a database behind under the final name. */
async function initialise(dataFolder: string, folder: string): Promise<void> {
  const staging = stagingFolder(dataFolder, "pglite");
  try {
    const lite = await PGlite.create({ dataDir: staging });
    await lite.close();
    await rename(staging, folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
