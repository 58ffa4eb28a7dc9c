import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pass } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fail, temporaryFolder } from "../../../testing/open-test-store.ts";
import { type DataFolder, openDataFolder } from "../folder/data-folder.ts";
import { openDatabase, type OpenDatabase } from "../open/open-database.ts";
import { findPostmaster } from "./pid-file.ts";

let folder: DataFolder;
let database: OpenDatabase;
afterEach(async () => {
  await database.close();
  await folder.release();
  await rm(folder.path, { recursive: true, force: true });
});

describe("a database that is killed under load", () => {
  it("is there again by itself, with everything that it had acknowledged", { timeout: 120_000 }, async () => {
    folder = await openDataFolder(await temporaryFolder(), () => fail(new Error("The lock was lost")));
    const heard: string[] = [];
    database = await openDatabase(
      { kind: "embedded", folder },
      { onIdleError: ({ message }) => void heard.push(message) },
    );
    const { db } = database;
    await sql`create table acknowledged (id integer primary key)`.execute(db);
    const acknowledged: number[] = [];
    const writing = new AbortController();
    let next = 0;
    async function write(): Promise<void> {
      while (!writing.signal.aborted) {
        const id = (next += 1);
        const isStored = await sql`insert into acknowledged values (${id})`.execute(db).then(
          () => true,
          () => false,
        );
        if (isStored) acknowledged.push(id);
        // What cannot be reached refuses at once.
        else await pass(20);
      }
    }
    const writers = [write(), write(), write()];
    for (let kills = 0; kills < 2; kills += 1) {
      const before = acknowledged.length;
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 20), 30_000);
      process.kill(findPostmaster(join(folder.path, "postgres"))?.pid ?? 0, "SIGKILL");
      const atKill = acknowledged.length;
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(atKill + 50), 30_000);
    }
    writing.abort();
    await Promise.all(writers);
    const { rows } = await sql<{ id: number }>`select id from acknowledged`.execute(db);
    const stored = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect(heard.filter((message) => message.includes("ended without having been told to")).length).toBeGreaterThan(1);
  });
});
