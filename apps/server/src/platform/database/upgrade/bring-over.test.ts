import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fail, temporaryFolder } from "../../../testing/open-test-store.ts";
import { openDataFolder } from "../folder/data-folder.ts";
import { bringOver } from "./bring-over.ts";

const SECRET = { value: "s".repeat(32), source: "the test" };

describe("a database that cannot be brought over", () => {
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
  ])("because %s is left as it is, without a word of an upgrade", async (_, others, message) => {
    put("storage.json", '{"storage":"postgres"}');
    put("postgres/PG_VERSION", "9\n");
    for (const name of others) mkdirSync(join(path, name));
    const before = readdirSync(path, { recursive: true });
    const folder = await openDataFolder(path, () => fail(new Error("The lock was lost")));
    await expect(bringOver(folder, SECRET, (line) => fail(new Error(line)))).rejects.toThrow(message);
    await folder.release();
    expect(readdirSync(path, { recursive: true })).toEqual(before);
  });
});
