import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createLogger } from "../http/logging.ts";
import { startServer } from "../launch/start-server.ts";
import type { ProvisionFile } from "../provision/file.ts";
import { temporaryFolder } from "./open-test-store.ts";

export interface TestServer {
  url: string;
  /** Opens the demo workspace; null when the server was provisioned. */
  demoKey: string | null;
  close(): Promise<void>;
}

/**
 * A whole server, as `start` makes it, on a free port and a folder of its own; `close` leaves nothing behind.
 * With `provision` it holds those workspaces, else the demo's.
 */
export async function startTestServer({
  provision,
  storage = "embedded",
}: { provision?: ProvisionFile; storage?: "embedded" | "pglite" } = {}): Promise<TestServer> {
  const folder = await temporaryFolder();
  const provisionFile = provision === undefined ? null : join(folder, "provision.json");
  if (provisionFile !== null) await writeFile(provisionFile, JSON.stringify(provision));
  const config = {
    host: "127.0.0.1",
    port: 0,
    dataDir: join(folder, "data"),
    databaseUrl: null,
    storage,
    secret: null,
    demo: true,
    editorDir: null,
    provisionFile,
  };
  const server = await startServer(config, createLogger({ level: "error" }), () => {
    throw new Error(`The lock of ${folder} was lost`);
  });
  return {
    url: server.url,
    demoKey: server.demoKey,
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
