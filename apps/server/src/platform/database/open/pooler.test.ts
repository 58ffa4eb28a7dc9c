import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fail, openTestStore, type TestStore } from "../../../testing/open-test-store.ts";
import { insertEmptyAutomation } from "../../../runs/testing/run-cases.ts";
import { storeRun } from "../../../testing/stored.ts";
import { PGBOUNCERS, startPgbouncer } from "../../../testing/pgbouncer.ts";
import { startTransactionPooler } from "../../../testing/transaction-pooler.ts";
import { openServer } from "./postgres.ts";
import { createStore } from "../../../app/store.ts";

let opened: TestStore;
let of: { workspace_id: string; automation_id: string };
beforeAll(async () => {
  opened = await openTestStore();
  of = await insertEmptyAutomation(opened.db);
});
afterAll(() => opened.close());

interface Pooler {
  url: string;
  /** How many transactions came to another session than the one before, where that can be known. */
  moved?(): number;
  close(): Promise<void>;
}

const POOLERS: readonly { name: string; start: (url: string) => Promise<Pooler> }[] = [
  { name: "a pooler that hands each transaction to another session", start: startTransactionPooler },
  ...PGBOUNCERS.map((program) => ({ name: program, start: (url: string) => startPgbouncer(program, url) })),
];

describe.each(POOLERS)("$name", ({ start }) => {
  it("takes the statements that sessions would keep ready", async () => {
    const pooler = await start(opened.url ?? "");
    const db = await openServer(pooler.url, fail, 3);
    const { runs, transaction } = createStore(db, opened.serverSecret, fail);
    const id = await storeRun(opened.db, of);
    for (let round = 0; round < 10; round += 1) {
      const held = await Promise.all([
        runs.hold(of.workspace_id, id),
        runs.hold(of.workspace_id, randomUUID()),
        transaction((inside) => inside.runs.hold(of.workspace_id, id)),
      ]);
      expect(held.map((run) => run?.id ?? null)).toEqual([id, null, id]);
    }
    if (pooler.moved !== undefined) expect(pooler.moved()).toBeGreaterThan(5);
    await db.destroy();
    await pooler.close();
  });
});

describe("a pooler", () => {
  it("is not taken for one where there is none: what is sent often stays ready", async () => {
    const db = await openServer(opened.url ?? "", fail, 2);
    await db.connection().execute(async (session) => {
      const { runs, deals } = createStore(session, opened.serverSecret, fail);
      await runs.hold(of.workspace_id, randomUUID());
      const viewer = { workspaceId: of.workspace_id, memberId: "m", role: "owner", visibility: "all" } as const;
      const filter = { values: [], ranges: [], timeZone: "UTC" };
      const at = new Date().toISOString();
      await deals.get(viewer, { seq: 1 }, at);
      await deals.list(viewer, filter, 51, null, at);
      await deals.list(viewer, filter, 51, { at, id: "" }, at);
      const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(session);
      const names = rows.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(["hold_run", "deal_by_seq_all_privileged", "deals", "deals_after"]));
    });
    await db.destroy();
  });
});

describe("a server that allows fewer connections than a process takes", () => {
  it("is refused in one line that says how many, and what to do", async () => {
    const name = `few_${randomUUID().replaceAll("-", "")}`;
    const password = randomUUID();
    await sql.raw(`create role ${name} login password '${password}' connection limit 4`).execute(opened.db);
    const url = Object.assign(new URL(opened.url ?? ""), { username: name, password }).href;
    const refused = await openServer(url, fail, 4).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      name: "StorageError",
      message: expect.stringMatching(
        /^DATABASE_URL \(\S+\) has too few connections: it allows 4, and this process takes up to 5\. Allow more there, or take fewer with TRILHO_DATABASE_CONNECTIONS \(4\)\.$/,
      ),
    });
    await (await openServer(url, fail, 3)).destroy();
    await sql.raw(`alter role ${name} connection limit 0`).execute(opened.db);
    await expect(openServer(url, fail, 3)).rejects.toThrow(
      `has too few connections: too many connections for role "${name}", and this process takes up to 4.`,
    );
    await sql.raw(`drop role ${name}`).execute(opened.db);
  });
});
