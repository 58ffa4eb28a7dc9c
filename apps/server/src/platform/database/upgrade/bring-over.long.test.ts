import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundleOf } from "../../../testing/bundle.ts";
import { fail, temporaryFolder } from "../../../testing/open-test-store.ts";
import { openEmbedded, serve } from "../embedded/embedded.ts";
import { findPostmaster } from "../embedded/pid-file.ts";
import { openDataFolder } from "../folder/data-folder.ts";
import { openPool } from "../open/postgres.ts";
import { bringOver } from "./bring-over.ts";
import { type Content, contentAt, installOlder, makeOlder, type Older } from "./testing/older.ts";

const lost = (): never => fail(new Error("The lock was lost"));

/** A disk with room for one database, where this user may make one. */
const disk = smallDisk();
function smallDisk(): string | null {
  const path = mkdtempSync(join(tmpdir(), "trilho-disk-"));
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=64m", "tmpfs", path]).status === 0) return path;
  rmSync(path, { recursive: true });
  return null;
}

let root: string;
let older: Older;
beforeAll(async () => {
  root = await temporaryFolder();
  older = await installOlder(root);
});
afterAll(() => {
  if (disk !== null) spawnSync("umount", [disk]);
  for (const folder of [root, disk ?? root]) rmSync(folder, { recursive: true, force: true });
});

async function open(path: string, stopping?: AbortSignal, secret = older.secret): Promise<string[]> {
  const told: string[] = [];
  const folder = await openDataFolder(path, lost);
  try {
    await bringOver(folder, secret, (line) => told.push(line), stopping);
    return told;
  } finally {
    await folder.release();
  }
}

/** What our own PostgreSQL reads there. */
async function contentNow(path: string): Promise<Content> {
  const folder = await openDataFolder(path, lost);
  const server = await openEmbedded(folder);
  const content = await contentAt(server);
  await server.stop();
  await folder.release();
  return content;
}

const majorIn = (path: string, name: string): string => readFileSync(join(path, name, "PG_VERSION"), "utf8").trim();

/** Nothing happened to the folder, and its own PostgreSQL still has all that it had. */
async function expectUnchanged(path: string, content: Content): Promise<void> {
  expect(readdirSync(path).toSorted()).toEqual(
    ["postgres", "postgres.log", "postgres.password", "programs-17", "storage.json"].toSorted(),
  );
  expect(majorIn(path, "postgres")).toBe("17");
  const server = await serve(path, older.binaries);
  expect(await contentAt(server)).toEqual(content);
  await server.stop();
}

/** What is there of its parts, one after the other. */
const STAGES: readonly ((path: string) => boolean)[] = [
  (path) => existsSync(join(path, "postgres/postmaster.pid")),
  (path) => existsSync(join(path, "upgrade/rows.backup")),
  (path) =>
    existsSync(join(path, "upgrade")) &&
    readdirSync(join(path, "upgrade")).some((name) => existsSync(join(path, "upgrade", name, "base"))),
  (path) => existsSync(join(path, "upgrade/postgres")),
  (path) => existsSync(join(path, "upgrade/postgres/postmaster.pid")),
];

describe("a database of PostgreSQL 17", () => {
  test("is brought over with all rows, once, and kept as it was, so that its Trilho can go on with it", async () => {
    const path = join(root, "all");
    const before = await makeOlder(path, older);
    expect(before.tables.filter(([, rows]) => rows.length > 0).length).toBeGreaterThan(20);
    expect(await open(path)).toEqual([
      expect.stringContaining("is brought over from PostgreSQL 17 to 18"),
      expect.stringMatching(
        /^the database is one of PostgreSQL 18 now, with all 505 rows; .*kept in .*postgres\.old-17$/,
      ),
    ]);
    expect([majorIn(path, "postgres"), majorIn(path, "postgres.old-17")]).toEqual(["18", "17"]);
    expect(await contentNow(path)).toEqual(before);
    expect(await open(path)).toEqual([]);
    expect(readdirSync(path).filter((name) => /upgrade|new/.test(name))).toEqual([]);

    rmSync(join(path, "postgres"), { recursive: true });
    renameSync(join(path, "postgres.old-17"), join(path, "postgres"));
    await expectUnchanged(path, before);
  });

  test("whose PostgreSQL outlived its killed Trilho is brought over with what it has", async () => {
    const path = join(root, "running");
    const before = await makeOlder(path, older);
    await serve(path, older.binaries);
    await open(path);
    expect(findPostmaster(join(path, "postgres.old-17"))).toBeNull();
    expect(await contentNow(path)).toEqual(before);
  });

  test("takes nothing new while its rows are read, so that no row is lost", async () => {
    const path = join(root, "writing");
    await makeOlder(path, older);
    const server = await serve(path, older.binaries);
    const db = openPool(server.url, () => undefined);
    const stored: string[] = [];
    const write = async (who: number): Promise<never> => {
      for (let next = 0; ; next++) {
        const key = `w${who}-${next}`;
        await db.insertInto("server_meta").values({ key, value: "x" }).execute();
        stored.push(key);
      }
    };
    // Several, as one that waits for the lock is seldom the one that would get it in time.
    const writing = Promise.allSettled(Array.from({ length: 8 }, (_, who) => write(who)));
    await expect.poll(() => stored.length).toBeGreaterThan(10);
    await open(path);
    await writing;
    await db.destroy();
    const folder = await openDataFolder(path, lost);
    const own = await openEmbedded(folder);
    const now = openPool(own.url, fail);
    const { rows } = await sql<{ key: string }>`select key from server_meta where key ~ '^w\\d'`.execute(now);
    await now.destroy();
    await own.stop();
    await folder.release();
    expect(stored.filter((key) => !rows.some((row) => row.key === key))).toEqual([]);
  });

  test("loses nothing when one process after the other is killed while bringing it over", async () => {
    const path = join(root, "killed");
    const before = await makeOlder(path, older);
    const program = await bundleOf("platform/database/upgrade/testing/bring-over.ts");
    for (const isReached of STAGES) {
      const child = spawn(process.execPath, [program, path, older.secret.value], { stdio: "ignore" });
      const ended = once(child, "exit");
      await expect.poll(() => isReached(path), { interval: 1 }).toBe(true);
      child.kill("SIGKILL");
      expect(await ended).toEqual([null, "SIGKILL"]);
      expect(majorIn(path, "postgres")).toBe("17");
    }
    await open(path);
    expect(await contentNow(path)).toEqual(before);
    expect(readdirSync(path).filter((name) => /upgrade|new/.test(name))).toEqual([]);
  });

  test("is left as it is by a start that is told to stop, or has another secret", async () => {
    const path = join(root, "stopped");
    const before = await makeOlder(path, older);
    const stopping = AbortSignal.abort();
    await expect(open(path, stopping)).rejects.toBe(stopping.reason);
    await expectUnchanged(path, before);
    await expect(open(path, undefined, { ...older.secret, value: "x".repeat(32) })).rejects.toThrow("another secret");
    await expectUnchanged(path, before);
  });

  test.runIf(disk !== null)("is left as it is by a full disk", async () => {
    const path = join(disk ?? "", "data");
    const before = await makeOlder(path, older);
    await expect(open(path)).rejects.toThrow("There is no room left on the disk");
    await expectUnchanged(path, before);
  });
});
