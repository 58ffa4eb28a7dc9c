import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { exists } from "./exists.ts";

/** A whole database that waits for the place of the one in the folder. */
const NEXT = "postgres.upgraded";

/** Puts the database `made` in the place of the embedded one in a data folder, which is `kept`. A kill leaves either. */
export async function replaceDatabase(dataFolder: string, made: string, kept: string): Promise<void> {
  await rename(made, join(dataFolder, NEXT));
  await rename(join(dataFolder, "postgres"), kept);
  await finishReplacing(dataFolder);
}

/** Does the rest of what was killed. One that the old database was not moved away for counts for nothing: work may have gone on. */
export async function finishReplacing(dataFolder: string): Promise<void> {
  const [next, current] = [join(dataFolder, NEXT), join(dataFolder, "postgres")];
  if (!(await exists(next))) return;
  if (await exists(current)) await rm(next, { recursive: true });
  else await rename(next, current);
}
