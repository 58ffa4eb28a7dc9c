import { type Kysely, sql } from "kysely";
import { Client, type ClientBase, type QueryConfig, type QueryResult } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { fail, openTestStore, type TestStore } from "../../../testing/open-test-store.ts";
import { isAway } from "../../service/thrown.ts";
import { isReadOnly } from "../errors.ts";
import type { Database } from "../schema/database.ts";
import { atSavepoint } from "../transaction.ts";
import { PoolSession } from "./pool-session.ts";
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
const read = () => sql`/* ready: upgraded */ select * from upgraded`.execute(db);
const change = () => sql`create temporary table change_of_this_session ()`.execute(db);

it("a session whose server takes no changes any more is not handed out again", async () => {
  const first = await session();
  await sql`set default_transaction_read_only = on`.execute(db);
  expect(isReadOnly(await change().catch((error: unknown) => error))).toBe(true);
  await change();
  expect(await session()).not.toBe(first);
});

it("a session that keeps statements from before an upgrade fails as one that is lost, and is not handed out again", async () => {
  await sql`create table upgraded (value integer)`.execute(opened.db);
  await read();
  const first = await session();
  await sql`alter table upgraded add column later text`.execute(opened.db);
  expect(isAway(await read().catch((error: unknown) => error))).toBe(true);
  await read();
  expect(await session()).not.toBe(first);
});

it("a session that is refused something else stays", async () => {
  const first = await session();
  await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow("division by zero");
  expect(await session()).toBe(first);
});

const keep = (trx: Kysely<Database>, value: number) =>
  sql`/* ready: keep_value, pipelined */ insert into kept values (${value})`.execute(trx);
const kept = async (): Promise<number[]> =>
  (await sql<{ value: number }>`select value from kept order by value`.execute(db)).rows.map(({ value }) => value);
const twice = async (trx: Kysely<Database>): Promise<void> => {
  await keep(trx, 1);
  await keep(trx, 1);
};

describe("a pipelined statement", () => {
  beforeAll(async () => void (await sql`create table kept (value integer primary key)`.execute(opened.db)));
  afterEach(async () => void (await sql`truncate kept`.execute(opened.db)));

  it("is kept with its transaction, and seen by what follows in it", async () => {
    const seen = await db.transaction().execute(async (trx) => {
      await keep(trx, 1);
      return (await sql`select value from kept`.execute(trx)).rows;
    });
    expect(seen).toEqual([{ value: 1 }]);
    expect(await kept()).toEqual([1]);
  });

  it("is taken back with its transaction", async () => {
    const undone = db.transaction().execute(async (trx) => {
      await keep(trx, 1);
      throw new Error("taken back");
    });
    await expect(undone).rejects.toThrow("taken back");
    expect(await kept()).toEqual([]);
  });

  it("that fails fails its transaction as it ends", async () => {
    await expect(db.transaction().execute(twice)).rejects.toThrow("duplicate key value");
    expect(await kept()).toEqual([]);
  });

  it("that fails is why the next statement does", async () => {
    const failing = db.transaction().execute(async (trx) => {
      await twice(trx);
      await keep(trx, 2);
      await sql`select 1`.execute(trx);
    });
    await expect(failing).rejects.toThrow("duplicate key value");
    expect(await kept()).toEqual([]);
  });

  it("is undone alone at a savepoint", async () => {
    await db.transaction().execute(async (trx) => {
      await keep(trx, 3);
      await expect(atSavepoint(trx, () => twice(trx))).rejects.toThrow("duplicate key value");
    });
    expect(await kept()).toEqual([3]);
  });

  it("is forgotten where its savepoint is gone back to before it was sent", async () => {
    await db.transaction().execute(async (trx) => {
      await keep(trx, 3);
      const undone = atSavepoint(trx, async () => {
        await keep(trx, 3);
        throw new Error("gone back");
      });
      await expect(undone).rejects.toThrow("gone back");
    });
    expect(await kept()).toEqual([3]);
  });

  it("is waited for outside of a transaction", async () => {
    await keep(db, 1);
    await expect(keep(db, 1)).rejects.toThrow("duplicate key value");
    expect(await kept()).toEqual([1]);
  });
});

it("a transaction begins as it is meant to, and one without statements leaves its session as it was", async () => {
  await db.transaction().execute(async () => undefined);
  const level = await db
    .transaction()
    .setIsolationLevel("serializable")
    .execute(async (trx) => (await sql`show transaction_isolation`.execute(trx)).rows);
  expect(level).toEqual([{ transaction_isolation: "serializable" }]);
  expect((await sql`show transaction_isolation`.execute(db)).rows).toEqual([
    { transaction_isolation: "read committed" },
  ]);
});

it("a transaction goes out with its first statement, and its end with the pipelined one before it", async () => {
  const client = new Client({ connectionString: opened.url ?? "", pipeline: true });
  await client.connect();
  const said: string[] = [];
  const query = client.query.bind(client) as (asked: unknown) => Promise<QueryResult>;
  client.query = (async (asked: string | QueryConfig) => {
    const text = typeof asked === "string" ? asked : asked.text;
    said.push(text);
    const answer = await query(asked);
    said.push(`answer to ${text}`);
    return answer;
  }) as ClientBase["query"];
  const own = new PoolSession(client, true);
  const last = "/* ready: nothing, pipelined */ select 2";
  for (const text of ["begin", "select 1", last, "commit"]) await own.query(text, []);
  await client.end();
  expect(said).toEqual([
    "begin",
    "select 1",
    "answer to begin",
    "answer to select 1",
    last,
    "commit",
    `answer to ${last}`,
    "answer to commit",
  ]);
});
