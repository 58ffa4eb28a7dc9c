import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fail, openTestStore, type TestStore } from "../../../testing/open-test-store.ts";
import { isReadOnly } from "../errors.ts";
import type { Database } from "../schema/database.ts";
import { openPool } from "./postgres.ts";

let opened: TestStore;
let db: Kysely<Database>;
beforeAll(async () => {
  opened = await openTestStore();
  db = openPool(opened.url ?? "", fail, 1);
});
afterAll(async () => {
  await db.destroy();
  await opened.close();
});

const session = async (): Promise<number | undefined> =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
const change = () => sql`create temporary table change_of_this_session ()`.execute(db);

it("a session whose server takes no changes any more is not handed out again", async () => {
  const first = await session();
  await sql`set default_transaction_read_only = on`.execute(db);
  expect(isReadOnly(await change().catch((error: unknown) => error))).toBe(true);
  await change();
  expect(await session()).not.toBe(first);
});

it("a session that is refused something else stays", async () => {
  const first = await session();
  await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow("division by zero");
  expect(await session()).toBe(first);
});
