import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../testing/open-test-store.ts";
import { StorageError } from "../errors.ts";
import { openDataFolder, stagingFolder } from "./data-folder.ts";
import { checkDatabaseFolder } from "./major.ts";

const lost = (): void => {
  throw new Error("The lock was lost");
};

describe("a data folder", () => {
  let root: string;
  let path: string;
  beforeEach(async () => {
    root = await temporaryFolder();
    path = join(root, "data");
  });
  afterEach(() => {
    chmodSync(root, 0o700);
    rmSync(root, { recursive: true, force: true });
  });

  const put = (name: string, text = ""): void => {
    mkdirSync(join(path, name, ".."), { recursive: true });
    writeFileSync(join(path, name), text);
  };
  const storageOf = async (): Promise<string | null> => {
    const folder = await openDataFolder(path, lost);
    await folder.release();
    return folder.storage;
  };

  test("is made for this user alone", async () => {
    const folder = await openDataFolder(path, lost);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(folder.storage).toBeNull();
    await folder.release();
  });

  test("knows its storage from one start to the next", async () => {
    const folder = await openDataFolder(path, lost);
    mkdirSync(join(path, "pglite"));
    await folder.markStorage("pglite");
    await folder.release();
    expect(await storageOf()).toBe("pglite");
  });

  test("is marked once, whoever starts it later", async () => {
    const first = await openDataFolder(path, lost);
    mkdirSync(join(path, "pglite"));
    await first.markStorage("pglite");
    await first.release();
    const { ino } = statSync(join(path, "storage.json"));
    const second = await openDataFolder(path, lost);
    await second.markStorage("pglite");
    await second.release();
    expect(statSync(join(path, "storage.json")).ino).toBe(ino);
  });

  // Nor can root write where a name would be too long.
  test.runIf(process.platform === "linux")("in which no file can be made is refused in one line", async () => {
    const deep = join(path, ...Array.from({ length: 20 }, () => "d".repeat(200))).slice(0, 4080);
    const opening = openDataFolder(deep, lost);
    await expect(opening).rejects.toThrow(StorageError);
    await expect(opening).rejects.toThrow(`Cannot use the data folder ${deep}: ENAMETOOLONG`);
  });

  test("whose first start was killed before the mark still has its database", async () => {
    put("postgres/PG_VERSION", "18");
    expect(await storageOf()).toBe("postgres");
  });

  test("loses what a killed first start left half made, and nothing else", async () => {
    put("secret", "kept");
    mkdirSync(stagingFolder(path, "postgres"));
    mkdirSync(stagingFolder(path, "pglite"));
    expect(await storageOf()).toBeNull();
    expect(readdirSync(path)).toEqual(["secret"]);
  });

  test("loses, too, what a program of a killed start still writes to", async () => {
    const staging = stagingFolder(path, "postgres");
    mkdirSync(join(staging, "base"), { recursive: true });
    put("secret", "kept");
    const script = `for (let n = 0, end = Date.now() + 500; Date.now() < end; n++) fs.writeFileSync("base/" + n, "")`;
    const writing = spawn(process.execPath, ["-e", script], { cwd: staging, stdio: "ignore" });
    const ended = once(writing, "exit");
    await expect.poll(() => readdirSync(join(staging, "base")).length, { interval: 1 }).toBeGreaterThan(0);
    expect(await storageOf()).toBeNull();
    expect(readdirSync(path)).toEqual(["secret"]);
    await ended;
  });

  test.each([
    ["takes the new one, where the old one was moved away already", [], "18"],
    ["keeps the old one, where that is in its place", ["postgres"], "17"],
  ])("whose database was being replaced by a process that was killed %s", async (_, inPlace, major) => {
    put("storage.json", '{"storage":"postgres"}');
    put("postgres.upgraded/PG_VERSION", "18");
    for (const name of inPlace) put(`${name}/PG_VERSION`, "17");
    expect(await storageOf()).toBe("postgres");
    expect(readFileSync(join(path, "postgres", "PG_VERSION"), "utf8")).toBe(major);
    expect(readdirSync(path).toSorted()).toEqual(["postgres", "storage.json"]);
  });

  test.each([
    ["that is a file", () => writeFileSync(path, ""), "there is a file of that name"],
    ["with other things in it", () => put("thesis.doc"), "holds no Trilho data, and is not empty (thesis.doc)"],
    ["whose mark is garbage", () => put("storage.json", "garbage"), "storage.json is not readable"],
    [
      "whose database is gone",
      () => put("storage.json", '{"storage":"postgres"}'),
      "it is missing, although storage.json",
    ],
    [
      "with two databases and no mark",
      () => {
        put("postgres/PG_VERSION", "18");
        put("pglite/PG_VERSION", "18");
      },
      "it holds two databases",
    ],
  ])("%s is refused by name, and left as it is", async (_, make, message) => {
    make();
    const before = existsSync(path) && statSync(path).isDirectory() ? readdirSync(path) : null;
    const opening = openDataFolder(path, lost);
    await expect(opening).rejects.toThrow(message);
    await expect(opening).rejects.toThrow(path);
    if (before !== null) expect(readdirSync(path)).toEqual(before);
  });

  test.each([
    ["without PG_VERSION", null, "PG_VERSION is missing"],
    [
      "of an older PostgreSQL",
      "17\n",
      /was made by PostgreSQL 17; this Trilho reads 18\. Nothing was changed\. .* trilho backup .* trilho restore /s,
    ],
    [
      "of a newer PostgreSQL",
      "19\n",
      "was made by PostgreSQL 19; this Trilho reads 18. Nothing was changed. Start the newer",
    ],
    ["with garbage for a version", "\u0001\u0002", "PG_VERSION is not a version"],
    ["without its control file", "18\n", "global/pg_control is missing"],
  ])("a database folder %s is refused by name", async (_, version, message) => {
    mkdirSync(join(path, "postgres"), { recursive: true });
    if (version !== null) put("postgres/PG_VERSION", version);
    const check = checkDatabaseFolder(join(path, "postgres"));
    await expect(check).rejects.toThrow(message);
    await expect(check).rejects.toThrow(join(path, "postgres"));
  });
});
