import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureDemo } from "@trilho/server/demo/ensure";
import { openEmbedded } from "@trilho/server/platform/database/embedded/embedded";
import { openDataFolder } from "@trilho/server/platform/database/folder/data-folder";
import { sql } from "kysely";
import { openDatabase } from "@trilho/server/platform/database/open/open-database";

/** A database with the demo workspace, and a key of it. */
export interface Workspace {
  readonly databaseUrl: string;
  readonly serverSecret: string;
  readonly key: string;
  /** Starts the embedded database anew, with a library of its own loaded. Answers its address. */
  restart(library: string): Promise<string>;
  close(): Promise<void>;
}

const fail = (error?: unknown): never => {
  throw error ?? new Error("The lock was lost");
};

/** The embedded PostgreSQL as a start makes it, in a folder of its own; or an empty database that is given. */
export async function openWorkspace(given?: string): Promise<Workspace> {
  if (given !== undefined)
    return { ...(await filled(given)), restart: () => Promise.resolve(given), close: () => Promise.resolve() };
  const path = await mkdtemp(join(tmpdir(), "trilho-bench-"));
  let folder = await openDataFolder(path, fail);
  let server = await openEmbedded(folder);
  const made = await filled(server.localUrl);
  return {
    ...made,
    async restart(library) {
      const { db, close } = await openDatabase({ kind: "server", url: server.url }, { onIdleError: fail });
      await sql`alter system set shared_preload_libraries = ${sql.lit(library)}`.execute(db);
      await close();
      await server.stop();
      await folder.release();
      folder = await openDataFolder(path, fail);
      server = await openEmbedded(folder);
      return server.localUrl;
    },
    async close() {
      await server.stop();
      await folder.release();
      await rm(path, { recursive: true, force: true });
    },
  };
}

async function filled(databaseUrl: string): Promise<Omit<Workspace, "close" | "restart">> {
  const [serverSecret, key] = ["b".repeat(43), `trk_live_${"b".repeat(43)}`];
  const database = await openDatabase({ kind: "server", url: databaseUrl }, { onIdleError: fail });
  await ensureDemo(database.db, serverSecret, async () => key);
  await database.close();
  return { databaseUrl, serverSecret, key };
}
