import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { openEmbedded } from "../store/embedded/embedded.ts";
import { openDataFolder } from "../store/folder/data-folder.ts";
import { fail, onServer, temporaryFolder } from "./open-test-store.ts";

declare module "vitest" {
  interface ProvidedContext {
    embeddedUrl: string;
  }
}

/** One embedded PostgreSQL for a whole test run. Suites take databases of their own on it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await openDataFolder(await temporaryFolder(), () => fail(new Error("The lock was lost")));
  const server = await openEmbedded(folder);
  // Nothing here outlives the run, so nothing needs to reach the disk.
  await onServer(new URL(server.url), "alter system set fsync = off");
  await onServer(new URL(server.url), "select pg_reload_conf()");
  project.provide("embeddedUrl", server.url);
  return async () => {
    await server.stop();
    await folder.release();
    await rm(folder.path, { recursive: true, force: true });
  };
}
