import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { temporaryFolder } from "../../../../testing/open-test-store.ts";
import { EmbeddedUnavailable } from "../../errors.ts";
import { type DataFolder, openDataFolder } from "../../folder/data-folder.ts";

export const fail = (error?: unknown): never => {
  throw error instanceof Error ? error : new Error("The lock was lost");
};

/** Of a machine on which the embedded database cannot run. */
export const unavailable = {
  onIdleError: fail,
  startEmbedded: () => Promise.reject(new EmbeddedUnavailable("musl")),
};

/** A data folder of its own for each test of a suite. */
export function ownFolder() {
  let path: string;
  let folder: DataFolder;
  const open = async (): Promise<void> => {
    folder = await openDataFolder(path, fail);
  };
  beforeEach(async () => {
    path = join(await temporaryFolder(), "data");
    await open();
  });
  afterEach(async () => {
    await folder.release();
    rmSync(join(path, ".."), { recursive: true, force: true });
  });
  return {
    path: () => path,
    folder: () => folder,
    /** As the next process does it. */
    async reopen() {
      await folder.release();
      await open();
    },
  };
}
