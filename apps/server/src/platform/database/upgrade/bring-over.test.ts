import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fail, temporaryFolder } from "../../../testing/open-test-store.ts";
import { openDataFolder } from "../folder/data-folder.ts";
import { bringOver } from "./bring-over.ts";

const SECRET = { value: "s".repeat(32), source: "the test" };

describe("a database folder", () => {
  let path: string;
  beforeEach(async () => {
    path = await temporaryFolder();
  });
  afterEach(() => rmSync(path, { recursive: true, force: true }));

  const put = (name: string, text: string): void => {
    mkdirSync(join(path, name, ".."), { recursive: true });
    writeFileSync(join(path, name), text);
  };

  test.each([
    // No system has it by now.
    [
      "the programs of its PostgreSQL are nowhere",
      [],
      "was made by PostgreSQL 9; this Trilho reads 18. Nothing was changed",
    ],
    ["one is kept already where it would be kept", ["postgres.old-9"], "postgres.old-9 is in the way of an upgrade"],
  ])("of an older PostgreSQL is left as it is, without a word of an upgrade, where %s", async (_, others, message) => {
    put("storage.json", '{"storage":"postgres"}');
    put("postgres/PG_VERSION", "9\n");
    for (const name of others) mkdirSync(join(path, name));
    const before = readdirSync(path, { recursive: true });
    const folder = await openDataFolder(path, () => fail(new Error("The lock was lost")));
    await expect(bringOver(folder, SECRET, (line) => fail(new Error(line)))).rejects.toThrow(message);
    await folder.release();
    expect(readdirSync(path, { recursive: true })).toEqual(before);
  });

  test("that was brought over by a process that was killed then loses what that left beside it", async () => {
    put("storage.json", '{"storage":"postgres"}');
    put("postgres/PG_VERSION", "18\n");
    put("upgrade/rows.backup", "rows");
    const folder = await openDataFolder(path, () => fail(new Error("The lock was lost")));
    await bringOver(folder, SECRET, (line) => fail(new Error(line)));
    await folder.release();
    expect(readdirSync(path).toSorted()).toEqual(["postgres", "storage.json"]);
  });
});
