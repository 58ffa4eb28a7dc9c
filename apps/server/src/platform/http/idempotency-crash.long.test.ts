import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleOf } from "../../testing/bundle.ts";
import { temporaryFolder } from "../../testing/open-test-store.ts";
import { addChannel } from "../../app/testing/conversations.ts";
import { startTestApi, type TestApi } from "../../app/testing/api.ts";

/** What the test holds, and whatever writes at the place of a round waits for. */
const GATE = 4711;

let api: TestApi;
let folder: string;
let gate: Client;
const running = new Set<ChildProcess>();
beforeAll(async () => {
  api = await startTestApi();
  folder = await temporaryFolder();
  gate = new Client({ connectionString: api.app.opened.url ?? "" });
  await gate.connect();
  await sql`create function wait_at_gate() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock_shared(${sql.lit(GATE)}); return new;
  end $$`.execute(api.app.opened.db);
});
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await gate.end();
  await api.app.close();
  await rm(folder, { recursive: true, force: true });
});

/** Another process of the server on the test's database; answers where it listens. */
async function startProcess(): Promise<{ child: ChildProcess; url: string }> {
  const { url: databaseUrl, serverSecret } = api.app.opened;
  const env = { PORT: "0", TRILHO_DATA_DIR: folder, TRILHO_DEMO: "off", TRILHO_WORKERS: "0" };
  const child = spawn(process.execPath, [await bundleOf("main.ts")], {
    env: { ...process.env, ...env, DATABASE_URL: databaseUrl ?? "", TRILHO_SECRET: serverSecret },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.add(child);
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  await expect.poll(() => printed, { timeout: 60_000 }).toContain("Ctrl-C");
  return { child, url: /http:\S+\//.exec(printed)?.[0] ?? "" };
}

const sessions = async (condition: string): Promise<number> => {
  const { rows } = await gate.query(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and ${condition}`,
  );
  return rows[0].count;
};

const post = (url: string, path: string, key: string, json: object) =>
  fetch(`${url}api/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${api.key}`, "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify(json),
  });

/**
 * Kills a server in the middle of requests: each waits at a write of `table`, or for one that waits there. What the
 * database had not committed by then, it undoes.
 */
async function killedAt(table: string, when: string, requests: (url: string) => Promise<unknown>[]): Promise<void> {
  const { child, url } = await startProcess();
  await gate.query(`create trigger gate ${when} on ${table} for each row execute function wait_at_gate()`);
  await gate.query(`select pg_advisory_lock(${GATE})`);
  const asked = requests(url);
  const lost = Promise.allSettled(asked);
  await expect.poll(() => sessions("wait_event_type = 'Lock'"), { timeout: 30_000 }).toBe(asked.length);
  child.kill("SIGKILL");
  await once(child, "close");
  running.delete(child);
  expect((await lost).every(({ status }) => status === "rejected")).toBe(true);
  await gate.query(`select pg_advisory_unlock(${GATE})`);
  await expect.poll(() => sessions("state = 'active'"), { timeout: 30_000 }).toBe(0);
  await gate.query(`drop trigger gate on ${table}`);
}

describe("a server that is killed between claiming an Idempotency-Key and answering", () => {
  it.each([
    ["at the claim", "idempotency_keys", "before insert"],
    ["after the claim", "idempotency_keys", "after insert"],
    ["at the deal", "deals", "before insert"],
    ["after the deal", "activities", "before insert"],
    ["at the kept answer", "idempotency_keys", "after update"],
  ])("%s leaves neither claim nor deal, and six of six retries make the deal once", async (where, table, when) => {
    const keys = Array.from({ length: 6 }, (_, index) => `${where}-${index}`.replaceAll(" ", "-"));
    await killedAt(table, when, (url) => keys.map((name) => post(url, "/deals", name, { name })));
    for (const name of keys) {
      const retry = () => api.call("POST", "/deals", { json: { name }, headers: { "idempotency-key": name } });
      const [first, second] = [await retry(), await retry()];
      expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([201, null]);
      expect(second.body).toEqual(first.body);
    }
    const list = await api.call("GET", "/deals?limit=200");
    const names = list.body.data.items.map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => keys.includes(name)).toSorted()).toEqual(keys.toSorted());
  });

  it("does not have a message sent twice: the retry is answered with the one that was saved", async () => {
    await addChannel(api);
    const json = { to: "+5511955550001", text: "once" };
    await killedAt("outbox", "before insert", (url) => [post(url, "/conversations/messages", "message", json)]);
    const retry = await api.call("POST", "/conversations/messages", {
      json,
      headers: { "idempotency-key": "message" },
    });
    expect(retry.status).toBe(201);
    const history = await api.call("GET", `/conversations/${retry.body.data.conversationId}/messages`);
    expect(history.body.data.items.map(({ id }: { id: string }) => id)).toEqual([retry.body.data.id]);
    // As a provider does, the database took what the killed process had handed over.
    expect((await api.call("GET", "/outbox")).body.data.items).toHaveLength(1);
  });
});
