import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DatabaseLine, openLine } from "../../../testing/database-line.ts";
import { fail, onServer, openTestStore, type TestStore } from "../../../testing/open-test-store.ts";
import { isAway } from "../../service/thrown.ts";
import { openPool } from "./postgres.ts";

const SILENT_MS = 200;

let opened: TestStore;
let line: DatabaseLine;
let db: TestStore["db"];
beforeAll(async () => {
  opened = await openTestStore();
  line = await openLine(opened.url ?? "");
  db = openPool(line.url, fail, 2, SILENT_MS);
});
afterAll(async () => {
  await db.destroy();
  await line.close();
  await opened.close();
});

const sleep = (seconds: number) => sql`select pg_sleep(${seconds})`.execute(db);
const isSleeping = async (): Promise<boolean> => {
  const { rows } = await sql`select from pg_stat_activity where state = 'active' and query like 'select pg_sleep%'
    and datname = current_database()`.execute(opened.db);
  return rows.length > 0;
};

describe("a session that says nothing for long", () => {
  it("is waited for while its server is at the statement", async () => {
    await expect(sleep((SILENT_MS * 5) / 1000)).resolves.toBeDefined();
  });

  it("is ended where its server knows nothing of it any more, and others go on", async () => {
    const lost = sleep(3600).catch((error: unknown) => error);
    await expect.poll(isSleeping).toBe(true);
    line.silence();
    // As it is with a machine that is gone: what it was at is undone.
    await onServer(
      new URL(opened.url ?? ""),
      `select pg_terminate_backend(pid) from pg_stat_activity where query like 'select pg_sleep%' and datname = current_database()`,
    );
    expect(isAway(await lost)).toBe(true);
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });

  it("is ended where its server never heard of the statement", async () => {
    const session = db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      line.silence();
      await sql`select 2`.execute(trx);
    });
    expect(isAway(await session.catch((error: unknown) => error))).toBe(true);
  });
});
