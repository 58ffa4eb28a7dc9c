import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "kysely";
import { recorded } from "../app/testing/recorded.ts";
import { addWorkspace } from "../app/testing/workspace.ts";
import { type DatabaseLine, openLine } from "../testing/database-line.ts";
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
let line: DatabaseLine;
let server: RunningServer;
beforeAll(async () => {
  [root, opened] = await Promise.all([temporaryFolder(), openTestStore()]);
  const workspace = await addWorkspace(opened.db, opened.serverSecret);
  key = await workspace.addKey();
  line = await openLine(opened.url ?? "");
  const env = { PORT: "0", DATABASE_URL: line.url, TRILHO_SECRET: opened.serverSecret, TRILHO_DEMO: "off" };
  server = await startServer(readConfig([], env, root), logger, () => fail(new Error("lost")));
});
afterAll(async () => {
  await opened.close();
  rmSync(root, { recursive: true, force: true });
});

async function call(method: string, path: string, json?: object) {
  const headers = { authorization: `Bearer ${key}`, ...(json && { "content-type": "application/json" }) };
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers,
    ...(json && { body: JSON.stringify(json) }),
  });
  const retryAfter = response.headers.get("retry-after");
  return { status: response.status, retryAfter, body: (await response.json()) as { error: string } };
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

it.each([
  [
    "a full disk",
    "disk_full",
    /no room left on its disk(?!.*shortly)/s,
    "has no room left on its disk",
    "has room again",
  ],
  [
    "a database that takes no changes",
    "read_only_sql_transaction",
    /not available right now/,
    "takes no changes",
    "takes changes again",
  ],
])("%s is told as such, once, while reading goes on", async (_, errcode, answered, began, over) => {
  lines.length = 0;
  await sql`create function refuse_row() returns trigger language plpgsql as $$ begin
    raise exception 'could not be written' using errcode = ${sql.lit(errcode)};
  end $$`.execute(opened.db);
  for (const table of ["deals", "api_keys", "request_log", "rate_limits"])
    await sql`create trigger refuse_row before insert or update on ${sql.table(table)}
      for each row execute function refuse_row()`.execute(opened.db);
  for (let count = 0; count < 3; count += 1) {
    const refused = await call("POST", "/api/v1/deals", { name: "Roof" });
    expect(refused).toMatchObject({
      status: 503,
      retryAfter: "5",
      body: { error: expect.stringMatching(answered) },
    });
    expect((await call("GET", "/api/v1/deals")).status).toBe(200);
  }
  await sql`drop function refuse_row cascade`.execute(opened.db);
  await expect
    .poll(() => told(40), { timeout: 20_000 })
    .toMatchObject([
      { level: 50, msg: `the database ${began}` },
      { level: 40, msg: `the database ${over}` },
    ]);
});

it("a planned stop is no error, also of whoever asks for its health meanwhile", async () => {
  lines.length = 0;
  expect((await call("GET", "/health/ready")).status).toBe(200);
  const stopped = server.close();
  expect((await call("GET", "/health/ready")).body.error).toBe("The server is stopping.");
  await stopped;
  await line.close();
  expect(told(40)).toEqual([]);
});
