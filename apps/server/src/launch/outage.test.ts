import { once } from "node:events";
import { rmSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "kysely";
import { recorded } from "../app/testing/recorded.ts";
import { addWorkspace } from "../app/testing/workspace.ts";
import { fail, openTestStore, temporaryFolder, type TestStore } from "../testing/open-test-store.ts";
import { readConfig } from "./config/config.ts";
import { type RunningServer, startServer } from "./start-server.ts";

/* A server as it is launched, whose database goes away, or has no room left, and comes back. */

const { logger, lines } = recorded("debug");
const told = (least: number) =>
  lines
    .map((line) => JSON.parse(line) as { level: number; msg: string; seconds?: number })
    .filter(({ level }) => level >= least);

let root: string;
let opened: TestStore;
let key: string;
let line: Awaited<ReturnType<typeof openLine>>;
let server: RunningServer;
beforeAll(async () => {
  [root, opened] = await Promise.all([temporaryFolder(), openTestStore()]);
  const workspace = await addWorkspace(opened.db, opened.serverSecret);
  key = await workspace.addKey();
  line = await openLine(new URL(opened.url ?? ""));
  const env = { PORT: "0", DATABASE_URL: line.url, TRILHO_SECRET: opened.serverSecret, TRILHO_DEMO: "off" };
  server = await startServer(readConfig([], env, root), logger, () => fail(new Error("lost")));
});
afterAll(async () => {
  await opened.close();
  rmSync(root, { recursive: true, force: true });
});

/** The way to a database, which can be cut. */
async function openLine(database: URL) {
  const sockets = new Set<Socket>();
  const listen = async (port: number): Promise<Server> => {
    const made = createServer((near) => {
      const far = connect(Number(database.port), database.hostname);
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
      }
      near.pipe(far).pipe(near);
    }).listen(port, "127.0.0.1");
    await once(made, "listening");
    return made;
  };
  let listening = await listen(0);
  const { port } = listening.address() as AddressInfo;
  const url = Object.assign(new URL(database), { port: String(port), hostname: "127.0.0.1" }).href;
  return {
    url,
    async cut() {
      const closed = once(listening.close(), "close");
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async mend() {
      listening = await listen(port);
    },
    close: () => void listening.close(),
  };
}

async function call(method: string, path: string, json?: object) {
  const headers = { authorization: `Bearer ${key}`, ...(json && { "content-type": "application/json" }) };
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers,
    ...(json && { body: JSON.stringify(json) }),
  });
  return { status: response.status, body: (await response.json()) as { error: string } };
}

it("an outage of the database is one error in the log, and one line when it is over", async () => {
  expect((await call("GET", "/api/v1/deals")).status).toBe(200);
  await line.cut();
  for (let count = 0; count < 5; count += 1) {
    expect((await call("GET", "/api/v1/deals")).status).toBe(503);
    expect((await call("GET", "/health/ready")).status).toBe(503);
  }
  expect(told(50)).toMatchObject([{ msg: "the database does not answer" }]);
  await line.mend();
  await expect.poll(() => told(40).at(-1)?.msg, { timeout: 20_000 }).toBe("the database answers again");
  await expect.poll(async () => (await call("GET", "/health/ready")).status, { timeout: 20_000 }).toBe(200);
  expect(told(40)).toMatchObject([{ level: 50 }, { level: 40, seconds: expect.any(Number) }]);
  expect(told(20).length).toBeGreaterThan(told(40).length);
});

it("a full disk is told as such, once, while reading goes on", async () => {
  lines.length = 0;
  await sql`create function refuse_row() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file' using errcode = 'disk_full';
  end $$`.execute(opened.db);
  for (const table of ["deals", "api_keys", "request_log", "rate_limits"])
    await sql`create trigger refuse_row before insert or update on ${sql.table(table)}
      for each row execute function refuse_row()`.execute(opened.db);
  for (let count = 0; count < 3; count += 1) {
    const refused = await call("POST", "/api/v1/deals", { name: "Roof" });
    expect([refused.status, refused.body.error]).toEqual([503, expect.stringContaining("no room left on its disk")]);
    expect(refused.body.error).not.toContain("shortly");
    expect((await call("GET", "/api/v1/deals")).status).toBe(200);
  }
  await sql`drop function refuse_row cascade`.execute(opened.db);
  const over = { level: 40, msg: "the database has room again" };
  await expect
    .poll(() => told(40), { timeout: 20_000 })
    .toMatchObject([{ level: 50, msg: "the database has no room left on its disk" }, over]);
});

it("a planned stop is no error, also of whoever asks for its health meanwhile", async () => {
  lines.length = 0;
  expect((await call("GET", "/health/ready")).status).toBe(200);
  const stopped = server.close();
  expect((await call("GET", "/health/ready")).body.error).toBe("The server is stopping.");
  await stopped;
  line.close();
  expect(told(40)).toEqual([]);
});
