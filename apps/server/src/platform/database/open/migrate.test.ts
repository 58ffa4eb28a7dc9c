import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fail, openTestStore, type TestStore } from "../../../testing/open-test-store.ts";
import { StorageError } from "../errors.ts";
import { openDatabase } from "./open-database.ts";

let opened: TestStore;
beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened.close());

async function recordedIn(db: TestStore["db"]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

describe("a database is refused, and left as it is,", () => {
  test.each([
    [
      "from before the first release",
      ["0002-history-and-files", "0003-deals", "0036-pauses"],
      /is from before Trilho's first release, .* Nothing was changed or deleted: start with an empty folder \(TRILHO_DATA_DIR\)/,
    ],
    [
      "of a newer version",
      ["9999-future"],
      /was made by a newer version of Trilho, which has the migration 9999-future\. Nothing was changed: start that version/,
    ],
  ])("%s", async (_, names, message) => {
    const { db } = opened;
    const own = await recordedIn(db);
    const recorded = sql.join(names.map((name) => sql`(${name}, '2026')`));
    await sql`insert into kysely_migration (name, timestamp) values ${recorded}`.execute(db);
    const opening = openDatabase({ kind: "server", url: opened.url ?? "" }, { onIdleError: fail });
    await expect(opening).rejects.toBeInstanceOf(StorageError);
    await expect(opening).rejects.toThrow(/^The database \(PostgreSQL at postgres.*\/trilho_test_\w+\)[^\n]+$/);
    await expect(opening).rejects.toThrow(message);
    expect(await recordedIn(db)).toEqual([...own, ...names].toSorted());
    await sql`delete from kysely_migration where name in (${sql.join(names)})`.execute(db);
  });
});
