import { test as base } from "@playwright/test";
import { createClient, type Client } from "@trilho/api-client";
import { makeDataDir, removeDataDir, startServer, type RunningServer } from "./server.ts";
import { makeWorkspaces, type Keys } from "./workspaces.ts";

interface WorkerFixtures {
  /** One real server per worker; tests keep apart by making automations of their own. */
  service: { server: RunningServer; keys: Keys };
}

interface TestFixtures {
  server: RunningServer;
  keys: Keys;
  /** The API as an integrator sees it, with the owner's key. */
  api: Client;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  service: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { file, keys } = makeWorkspaces();
      const dataDir = await makeDataDir();
      const server = await startServer({ dataDir, provision: file });
      await use({ server, keys });
      await server.stop();
      await removeDataDir(dataDir);
    },
    { scope: "worker" },
  ],
  server: ({ service }, use) => use(service.server),
  keys: ({ service }, use) => use(service.keys),
  api: ({ service }, use) => use(createClient({ baseUrl: service.server.url, apiKey: service.keys.owner })),
});

export { expect } from "@playwright/test";
