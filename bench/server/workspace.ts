import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureDemo } from "@trilho/server/demo/ensure";
import { openEmbedded } from "@trilho/server/platform/database/embedded/embedded";
import { openDataFolder } from "@trilho/server/platform/database/folder/data-folder";
import { openDatabase } from "@trilho/server/platform/database/open/open-database";

/** A database with the demo workspace, and a key of it. */
export interface Workspace {
  readonly databaseUrl: string;
  readonly serverSecret: string;
  readonly key: string;
  close(): Promise<void>;
}

const fail = (error?: unknown): never => {
  throw error ?? new Error("The lock was lost");
};

/** The embedded PostgreSQL as a start makes it, in a folder of its own; or an empty database that is given. */
export async function openWorkspace(given?: string): Promise<Workspace> {
  if (given !== undefined) return { ...(await filled(given)), close: () => Promise.resolve() };
  const path = await mkdtemp(join(tmpdir(), "trilho-bench-"));
  const folder = await openDataFolder(path, fail);
  const server = await openEmbedded(folder);
  const made = await filled(server.url);
  return {
    ...made,
    async close() {
      await server.stop();
      await folder.release();
      await rm(path, { recursive: true, force: true });
    },
  };
}

async function filled(databaseUrl: string): Promise<Omit<Workspace, "close">> {
  const [serverSecret, key] = ["b".repeat(43), `trk_live_${"b".repeat(43)}`];
  const database = await openDatabase({ kind: "server", url: databaseUrl }, { onIdleError: fail });
  await ensureDemo(database.db, serverSecret, async () => key);
  await database.close();
  return { databaseUrl, serverSecret, key };
}
