import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addWorkspace } from "../app/testing/workspace.ts";
import { openPool } from "../platform/database/open/postgres.ts";
import { fail, openTestStore, type TestStore } from "./open-test-store.ts";
import { empty, shapeOf } from "./empty-copy.ts";

let opened: TestStore;
let shape: string;
beforeAll(async () => {
  opened = await openTestStore();
  shape = await shapeOf(opened.db);
});
afterAll(() => opened.close());

const workspaces = () => opened.db.selectFrom("workspaces").select("id").execute();

describe("a database that a suite is done with", () => {
  it("has no rows left", async () => {
    await addWorkspace(opened.db, opened.serverSecret);
    expect(await empty(opened.db, shape)).toBe(true);
    expect(await workspaces()).toEqual([]);
  });

  it("is left as it is while others are at it", async () => {
    const other = openPool(opened.url ?? "", fail);
    await sql`select 1`.execute(other);
    await addWorkspace(opened.db, opened.serverSecret);
    expect(await empty(opened.db, shape)).toBe(false);
    expect(await workspaces()).toHaveLength(1);
    await other.destroy();
  });

  it.each([
    ["a table", "create table kept (id integer)"],
    ["a table's setting", "alter table events set (fillfactor = 50)"],
    ["a column", "alter table events alter column payload drop not null"],
    ["an index that is gone", "drop index events_to_dispatch"],
    ["a function", "create function seven() returns integer language sql as 'select 7'"],
    [
      "a function's body",
      "create or replace function check_run_birth() returns trigger language plpgsql as 'begin end'",
    ],
    ["a rule", "alter table events add constraint never check (false) not valid"],
    ["a trigger that is gone", "drop trigger run_birth on runs"],
    ["what the planner knows", "analyze workspaces"],
    ["a setting", "do $$ begin execute format('alter database %I set jit = off', current_database()); end $$"],
  ])("is no more as it was after a change of %s", async (_, change) => {
    const undone = new Error("undone");
    const changing = opened.db.transaction().execute(async (inside) => {
      await addWorkspace(inside, opened.serverSecret);
      await sql.raw(change).execute(inside);
      expect(await shapeOf(inside)).not.toBe(shape);
      throw undone;
    });
    await expect(changing).rejects.toBe(undone);
    expect(await shapeOf(opened.db)).toBe(shape);
  });
});
