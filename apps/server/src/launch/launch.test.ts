import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { META_DEFAULTS } from "../channels/meta/settings.ts";
import type { Config } from "./config/config.ts";
import { createLogger } from "../platform/http/logging.ts";
import { DEFAULT_RETENTION } from "../runs/store/cleanup.ts";
import { temporaryFolder } from "../testing/open-test-store.ts";
import { findPostmaster } from "../platform/database/embedded/pid-file.ts";
import { processExists, startedAt } from "../platform/database/folder/owner.ts";
import { addressOf } from "./address.ts";
import { Closers } from "../platform/background/closers.ts";
import { readyText } from "./ready.ts";
import { type RunningServer, startServer } from "./start-server.ts";

const KEY = `trk_test_${"k".repeat(40)}`;
const logger = createLogger({ level: "error" });
const lost = (): void => {
  throw new Error("The lock was lost");
};

const get = (server: RunningServer, key: string | null) =>
  fetch(`${server.url}/api/v1/pipelines`, { headers: { authorization: `Bearer ${key ?? ""}` } });

// A start makes a database, and other tests run beside.
describe("a start", () => {
  let root: string;
  let config: Config;
  beforeAll(async () => {
    root = await temporaryFolder();
    config = {
      host: "127.0.0.1",
      port: 0,
      dataDir: join(root, "data"),
      databaseUrl: null,
      databaseConnections: 10,
      storage: "auto",
      secret: null,
      demo: true,
      trustProxy: [],
      editorDir: null,
      provisionFile: null,
      logLevel: "error",
      metricsToken: null,
      mail: null,
      meta: META_DEFAULTS,
      workers: 2,
      webhookAllowPrivate: false,
      retention: DEFAULT_RETENTION,
      ai: null,
      tracing: null,
    };
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const withServer = async (
    change: Partial<Config>,
    check: (server: RunningServer) => Promise<void>,
  ): Promise<void> => {
    const server = await startServer({ ...config, ...change }, logger, lost);
    try {
      await check(server);
    } finally {
      await server.close();
    }
  };
  test("makes the demo, whose link is the same at every start", async () => {
    let first: string | null = null;
    await withServer({}, async (server) => {
      first = server.demoKey;
      expect(first).toMatch(/^trk_live_[\w-]{43}$/);
      expect((await get(server, first)).status).toBe(200);
      await expect(startServer(config, logger, lost), "a second one on the folder").rejects.toThrow(config.dataDir);
    });
    for (const file of ["secret", "demo-key"]) expect(statSync(join(config.dataDir, file)).mode & 0o777).toBe(0o600);
    await withServer({}, async (server) => {
      expect(server.demoKey).toBe(first);
      expect((await get(server, first)).status).toBe(200);
    });
    expect(readdirSync(config.dataDir)).not.toContain("in-use.json");
  });

  test("provisions what a file says, also beside the demo", async () => {
    const provisionFile = join(root, "acme.json");
    const member = { email: "a@b", name: "Ana", role: "owner", keys: [{ name: "k", secret: KEY }] };
    const workspace = { slug: "acme", name: "Acme", features: ["API_ACCESS"], members: [member] };
    writeFileSync(provisionFile, JSON.stringify({ workspaces: [workspace] }));
    await withServer({ provisionFile }, async (server) => {
      expect(server.demoKey).toBeNull();
      expect((await get(server, KEY)).status).toBe(200);
    });
  });

  test("with a mistake in that file does not start, and names the place", async () => {
    const provisionFile = join(root, "bad.json");
    writeFileSync(provisionFile, JSON.stringify({ workspaces: [{ slug: "x" }] }));
    await expect(startServer({ ...config, provisionFile }, logger, lost)).rejects.toThrow(
      `${provisionFile}:/workspaces/0: "name" is missing`,
    );
    await expect(startServer({ ...config, provisionFile: join(root, "none.json") }, logger, lost)).rejects.toThrow(
      "none.json: cannot be read (ENOENT)",
    );
  });

  test("on a port in use says so, and leaves nothing running", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as AddressInfo;
    const unmade = join(root, "unmade");
    await expect(startServer({ ...config, port, dataDir: unmade }, logger, lost)).rejects.toThrow(
      `port ${port} is in use`,
    );
    expect(existsSync(unmade), "before a database is made").toBe(false);
    await new Promise((resolve) => other.close(resolve));
    await withServer({}, async ({ url }) => {
      expect(url).toContain("127.0.0.1");
    });
  });

  test("whose data folder somebody takes over ends its PostgreSQL before it says so", async () => {
    const dataDir = join(root, "taken");
    const folder = join(dataDir, "postgres");
    const inUse = join(dataDir, "in-use.json");
    let isTold = false;
    const server = await startServer({ ...config, demo: false, dataDir }, logger, () => (isTold = true));
    const pid = findPostmaster(folder)?.pid ?? 0;
    expect(processExists(pid)).toBe(true);
    writeFileSync(inUse, JSON.stringify({ ...JSON.parse(readFileSync(inUse, "utf8")), token: "another" }));
    await expect.poll(() => isTold, { timeout: 20_000 }).toBe(true);
    await expect.poll(() => startedAt(pid), { timeout: 20_000 }).toBeNull();
    await server.close();
  });

  test("without its secret, or with another one, is refused before anything changes", async () => {
    const file = join(config.dataDir, "secret");
    const secret = readFileSync(file);
    await expect(startServer({ ...config, secret: "x".repeat(32) }, logger, lost)).rejects.toThrow(
      "another secret than the one in TRILHO_SECRET",
    );
    rmSync(file);
    await expect(startServer(config, logger, lost)).rejects.toThrow(`${file} is missing`);
    writeFileSync(file, "cut");
    await expect(startServer(config, logger, lost)).rejects.toThrow(`${file} does not hold a secret`);
    writeFileSync(file, secret);
  });

  test("without a demo makes none; with an editor's folder that holds none, does not start", async () => {
    await withServer({ demo: false, dataDir: join(root, "plain") }, async (server) => {
      expect(server.demoKey).toBeNull();
      expect((await get(server, KEY)).status).toBe(401);
    });
    mkdirSync(join(root, "empty"));
    await expect(startServer({ ...config, editorDir: join(root, "empty") }, logger, lost)).rejects.toThrow(
      "holds no index.html",
    );
  });
});

describe("the address printed", () => {
  test.each([
    ["127.0.0.1", "IPv4", "127.0.0.1", "http://127.0.0.1:4400"],
    ["0.0.0.0", "IPv4", "0.0.0.0", "http://127.0.0.1:4400"],
    ["::", "IPv6", "::", "http://127.0.0.1:4400"],
    ["::1", "IPv6", "::1", "http://[::1]:4400"],
    ["localhost", "IPv6", "::1", "http://localhost:4400"],
  ])("for HOST %s is one that a browser here reaches", (host, family, address, url) => {
    expect(addressOf({ address, family, port: 4400 }, host)).toBe(url);
  });
});

test("what a start prints has one link, with the key in the fragment", () => {
  const storage = { kind: "embedded" as const, description: "embedded PostgreSQL 18 in /x", warning: null };
  const text = readyText({ url: "http://127.0.0.1:4400", demoKey: "trk_live_1", storage });
  expect(text.match(/http\S+/g)).toEqual(["http://127.0.0.1:4400/#key=trk_live_1"]);
  expect(text).toContain("embedded PostgreSQL 18 in /x");
  expect(readyText({ url: "http://h", demoKey: null, storage: { ...storage, warning: "Careful." } })).toMatch(
    /Warning: Careful\.[^]*http:\/\/h\/\n/,
  );
});

test("closing goes backwards, through failures, to the end", async () => {
  const done: number[] = [];
  const closers = new Closers();
  for (const step of [1, 2, 3]) {
    closers.add(async () => {
      done.push(step);
      if (step === 2) throw new Error("two");
    });
  }
  await expect(closers.close()).rejects.toThrow("two");
  expect(done).toEqual([3, 2, 1]);
});
