import { expect, test as base } from "@playwright/test";
import { createClient, type Client } from "@trilho/api-client";
import { AutomationsPage } from "../pages/automations-page.ts";
import { BuilderPage } from "../pages/builder-page.ts";
import { ConnectPage } from "../pages/connect-page.ts";
import { RunsPage } from "../pages/runs-page.ts";
import { acquaint } from "./acquainted.ts";
import type { Graph } from "./graphs.ts";
import { keyOf, makeDataDir, removeDataDir, startServer, type RunningServer, type ServerOptions } from "./server.ts";
import { slowDown } from "./slow.ts";
import { makeWorkspaces, type Keys } from "./workspaces.ts";

interface WorkerFixtures {
  /** One real server per worker; tests keep apart by making automations of their own. */
  service: { server: RunningServer; keys: Keys };
  /** Another one with the demo's workspace, for what needs stages, tags, people and fields. */
  demo: Demo;
  /** One more for tours, which put their own showcase in place of what the demo holds. */
  toured: Demo;
}

interface Demo {
  url: string;
  key: string;
  api: Client;
  /** The id of its automation "Welcome a new lead"; tests may make others of that name. */
  welcome: string;
}

interface TestFixtures {
  server: RunningServer;
  keys: Keys;
  /** The API as an integrator sees it, with the owner's key. */
  api: Client;
  /** A folder for a server of the test's own, removed afterwards. */
  dataDir: string;
  /** Starts a server of the test's own on that folder; it is stopped afterwards. */
  start: (options?: Omit<ServerOptions, "dataDir">) => Promise<RunningServer>;
  connectPage: ConnectPage;
  automationsPage: AutomationsPage;
  builder: BuilderPage;
  runsPage: RunsPage;
  /** Stores an automation and opens it; its id. */
  given: (graphDefinition: Graph, more?: { name?: string; triggerType?: string }) => Promise<string>;
  /** The same in the demo's workspace. */
  givenInDemo: (graphDefinition: Graph, more?: { name?: string; triggerType?: string }) => Promise<string>;
}

/** Tests that `test` runs: of each area one way through browser, API and database. `test:all` runs the others as well. */
export const SMOKE = "@smoke";

// oxlint-disable-next-line no-empty-pattern
async function provideDemo({}, provide: (demo: Demo) => Promise<void>): Promise<void> {
  const dataDir = await makeDataDir();
  const server = await startServer({ dataDir });
  const key = keyOf(server);
  const api = createClient({ baseUrl: server.url, apiKey: key });
  const { items } = await api.automations.list();
  const welcome = items.find(({ name }) => name === "Welcome a new lead")?.id ?? "";
  await provide({ url: server.url, key, api, welcome });
  await server.stop();
  await removeDataDir(dataDir);
}

const PLAIN = { name: "Under test", triggerType: "deal_created" };

export const test = base.extend<TestFixtures, WorkerFixtures>({
  service: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const { file, keys } = makeWorkspaces();
      const dataDir = await makeDataDir();
      const server = await startServer({ dataDir, provision: file });
      await provide({ server, keys });
      await server.stop();
      await removeDataDir(dataDir);
    },
    { scope: "worker" },
  ],
  demo: [provideDemo, { scope: "worker" }],
  toured: [provideDemo, { scope: "worker" }],
  server: ({ service }, provide) => provide(service.server),
  keys: ({ service }, provide) => provide(service.keys),
  api: ({ service }, provide) => provide(createClient({ baseUrl: service.server.url, apiKey: service.keys.owner })),
  // oxlint-disable-next-line no-empty-pattern
  dataDir: async ({}, provide) => {
    const dataDir = await makeDataDir();
    await provide(dataDir);
    await removeDataDir(dataDir);
  },
  start: async ({ dataDir }, provide) => {
    const started: RunningServer[] = [];
    await provide(async (options = {}) => {
      const server = await startServer({ dataDir, ...options });
      started.push(server);
      return server;
    });
    await Promise.all(started.map((server) => server.stop()));
  },
  context: async ({ context }, provide) => {
    await slowDown(context);
    await acquaint(context);
    await provide(context);
  },
  page: async ({ page }, provide) => {
    const crashes: Error[] = [];
    page.on("pageerror", (error) => crashes.push(error));
    await provide(page);
    // What is still asked for when a test is over is nobody's.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    expect(crashes, "errors that nothing in the page caught").toEqual([]);
  },
  connectPage: ({ page }, provide) => provide(new ConnectPage(page)),
  automationsPage: ({ page }, provide) => provide(new AutomationsPage(page)),
  builder: ({ page }, provide) => provide(new BuilderPage(page)),
  runsPage: ({ page }, provide) => provide(new RunsPage(page)),
  given: ({ api, builder, server, keys }, provide) =>
    provide(async (graphDefinition, more = {}) => {
      const { id } = await api.automations.create({ ...PLAIN, ...more, graphDefinition });
      await builder.open(server.url, keys.owner, id);
      return id;
    }),
  givenInDemo: ({ demo, builder }, provide) =>
    provide(async (graphDefinition, more = {}) => {
      const { id } = await demo.api.automations.create({ ...PLAIN, ...more, graphDefinition });
      await builder.open(demo.url, demo.key, id);
      return id;
    }),
});

export { expect };
