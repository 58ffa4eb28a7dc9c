import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { openEmbedded } from "../platform/database/embedded/embedded.ts";
import { openDataFolder } from "../platform/database/folder/data-folder.ts";
import { openDatabase } from "../platform/database/open/open-database.ts";
import { fail, onServer, temporaryFolder } from "./open-test-store.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Its user may create databases. */
    embeddedUrl: string;
    /** A migrated, empty database on it, to be copied. */
    embeddedTemplate: string;
  }
}

/** One embedded PostgreSQL for a whole test run. Suites take databases of their own on it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await openDataFolder(await temporaryFolder(), () => fail(new Error("The lock was lost")));
  const server = await openEmbedded(folder);
  // Nothing here outlives the run, so nothing needs to reach the disk.
  for (const setting of ["fsync", "synchronous_commit", "full_page_writes", "autovacuum", "jit"])
    await onServer(new URL(server.url), `alter system set ${setting} = off`);
  await onServer(new URL(server.url), "select pg_reload_conf()");
  const template = "trilho_template";
  await onServer(new URL(server.url), `create database ${template}`);
  const migrated = await openDatabase(
    { kind: "server", url: Object.assign(new URL(server.url), { pathname: template }).href },
    { onIdleError: fail },
  );
  await migrated.close();
  project.provide("embeddedUrl", server.url);
  project.provide("embeddedTemplate", template);
  return async () => {
    await server.stop();
    await folder.release();
    await rm(folder.path, { recursive: true, force: true });
  };
}
