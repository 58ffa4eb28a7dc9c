import { rmSync } from "node:fs";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../testing/open-test-store.ts";
import { openEmbedded } from "../embedded/embedded.ts";
import { openDataFolder } from "../folder/data-folder.ts";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";
import { fail, ownFolder, unavailable } from "./testing/own-folder.ts";
import { openPool } from "./postgres.ts";

describe("where the embedded database cannot run", () => {
  const own = ownFolder();

  test("PGlite takes its place with a warning, and keeps the folder from then on", async () => {
    const first = await openDatabase({ kind: "auto", folder: own.folder() }, unavailable);
    expect(first).toMatchObject({
      kind: "pglite",
      warning: expect.stringMatching(/not PostgreSQL \(musl\).*power cut/),
    });
    await sql`create table kept as select 7 as value`.execute(first.db);
    await first.close();
    await own.reopen();
    // Now it could run; but the data is PGlite's.
    const second = await openDatabase({ kind: "auto", folder: own.folder() }, { onIdleError: fail });
    expect(second.kind).toBe("pglite");
    expect((await sql`select value from kept`.execute(second.db)).rows).toEqual([{ value: 7 }]);
    await second.close();
    await expect(openDatabase({ kind: "embedded", folder: own.folder() }, { onIdleError: fail })).rejects.toThrow(
      `The data folder ${own.path()} holds a database of PGlite, which TRILHO_STORAGE=embedded cannot open`,
    );
  });
});

describe("migrations", () => {
  // Four pools on one server, as four processes have.
  test("of processes that start at once run once", async () => {
    const folder = await openDataFolder(await temporaryFolder(), fail);
    const server = await openEmbedded(folder);
    const pools = Array.from({ length: 4 }, () => openPool(server.url, fail));
    await Promise.all(pools.map((db) => migrate(db, server.url)));
    await Promise.all(pools.map((pool) => pool.destroy()));
    await server.stop();
    await folder.release();
    rmSync(folder.path, { recursive: true, force: true });
  });
});
