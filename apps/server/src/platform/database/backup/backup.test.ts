import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ensureDemo } from "../../../demo/ensure.ts";
import { openTestStore, STORE_KINDS, temporaryFolder, type TestStore } from "../../../testing/open-test-store.ts";
import { checkServerSecret } from "../secret-check.ts";
import { checkBackup } from "./format.ts";
import { restoreInto } from "./restore.ts";
import { contentOf } from "./testing/content.ts";
import { writeBackup } from "./write-backup.ts";
import { someoneWaitsForALock } from "../../../testing/lock-waits.ts";

const HEAD = { version: "0.1.0", at: "2026-11-02T12:00:00.000Z", secret: null };
/** What formats get wrong: quotes, breaks, backslashes, brackets, a letter outside of the basic plane. */
const ODD = 'Ação "x"\r\n\t\\ [{null}] 😀 \u2028\u2029';

let folder: string;
let file: string;
let source: TestStore;
let target: TestStore;

beforeAll(async () => {
  folder = await temporaryFolder();
  file = join(folder, "trilho.backup");
  [source, target] = [await openTestStore(), await openTestStore()];
  await checkServerSecret(source.db, source.serverSecret, "the test");
  await ensureDemo(source.db, source.serverSecret, async () => `trk_live_${"a".repeat(43)}`);
  await sql`
    update deals set metadata = 'null', tracking = '{"b" : 1,  "a": 1e3}'`.execute(source.db);
  await sql`update contacts set name = ${ODD} where id = (select id from contacts limit 1)`.execute(source.db);
  await writeBackup(source.db, file, HEAD);
});
afterAll(async () => {
  await Promise.all([source.close(), target.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const secretOf = ({ serverSecret }: TestStore) => ({ value: serverSecret, source: "the test" });
const restoreTo = async (store: TestStore, from: string): Promise<void> =>
  restoreInto(store.db, "the test's", await checkBackup(from), secretOf(source));

const rowsIn = async (store: TestStore): Promise<number> => {
  const { tables } = await contentOf(store.db);
  return tables.reduce((sum, [, rows]) => sum + rows.length, 0);
};

describe("a backup", () => {
  test.each(STORE_KINDS)("restored to %s has every row of every table, and every rule", async (kind) => {
    const copy = await openTestStore(kind);
    onTestFinished(() => copy.close());
    await restoreTo(copy, file);
    const [before, after] = [await contentOf(source.db), await contentOf(copy.db)];
    expect(after).toEqual(before);
    expect(before.tables.filter(([, rows]) => rows.length > 0).length).toBeGreaterThan(20);
  });

  test("is a file that its owner alone can read, and of which nothing else is left", () => {
    if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["trilho.backup"]);
  });

  test("never takes the place of a file", async () => {
    const before = readFileSync(file);
    await expect(writeBackup(source.db, file, HEAD)).rejects.toThrow(`${file} is there already`);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(folder)).toEqual(["trilho.backup"]);
  });

  test("stays whole while another one of its name is still being written", async () => {
    const slow = await openTestStore();
    onTestFinished(() => slow.close());
    const both = join(folder, "both.backup");
    const { writing } = await slow.db.transaction().execute(async (trx) => {
      await sql`lock table workspaces`.execute(trx);
      const begun = { writing: Promise.allSettled([writeBackup(slow.db, both, HEAD)]) };
      await expect.poll(() => someoneWaitsForALock(slow.db)).toBe(true);
      await writeBackup(source.db, both, HEAD);
      return begun;
    });
    const late = await writing;
    expect((await checkBackup(both)).end.rows).toBe(await rowsIn(source));
    expect(late).toMatchObject([{ reason: { message: `${both} is there already. Nothing was written.` } }]);
    expect(readdirSync(folder).toSorted()).toEqual(["both.backup", "trilho.backup"]);
    rmSync(both);
  });

  test("names a folder that is not there", async () => {
    const missing = join(folder, "none", "x.backup");
    await expect(writeBackup(source.db, missing, HEAD)).rejects.toThrow(`Cannot write ${missing}`);
  });

  test("holds one moment, whatever is written meanwhile", async () => {
    const busy = await openTestStore();
    const copy = await openTestStore();
    onTestFinished(async () => void (await Promise.all([busy.close(), copy.close()])));
    await checkServerSecret(busy.db, source.serverSecret, "the test");
    const state = { ends: false, pairs: 0 };
    const writing = (async () => {
      for (; !state.ends; state.pairs++) {
        const values = ["a", "z"].map((name) => ({ key: `${name}${state.pairs}`, value: "x" }));
        await busy.db.insertInto("server_meta").values(values).execute();
      }
    })();
    await expect.poll(() => state.pairs).toBeGreaterThan(10);
    const during = join(folder, "during.backup");
    await writeBackup(busy.db, during, HEAD);
    state.ends = true;
    await writing;
    await restoreTo(copy, during);
    rmSync(during);
    const { rows } = await sql<{ first: string; count: number }>`
      select left(key, 1) as first, count(*)::int as count from server_meta where key ~ '^[az]\\d' group by 1 order by 1
    `.execute(copy.db);
    expect(rows.map(({ first }) => first)).toEqual(["a", "z"]);
    expect(rows[0]?.count).toBe(rows[1]?.count);
    expect(rows[0]?.count).toBeLessThanOrEqual(state.pairs);
  });
});

/** The lines of the backup, changed. */
const changed = (change: (lines: string[]) => string[]): Buffer =>
  gzipSync(
    change(gunzipSync(readFileSync(file)).toString().trimEnd().split("\n"))
      .join("\n")
      .concat("\n"),
  );
const withHead = (more: object): Buffer =>
  changed(([head = "", ...rest]) => [JSON.stringify({ ...(JSON.parse(head) as object), ...more }), ...rest]);

describe("nothing is restored from", () => {
  test.each<[what: string, content: () => Buffer | string, message: RegExp]>([
    ["a text", () => "hello", /is no whole backup of Trilho: incorrect header check/],
    ["nothing", () => "", /is no whole backup of Trilho/],
    ["other lines", () => gzipSync('{"a":1}\n'), /it does not begin like one/],
    ["a backup that was cut", () => readFileSync(file).subarray(0, 5000), /unexpected end of file/],
    ["one whose end is missing", () => changed((lines) => lines.slice(0, -1)), /its end is missing/],
    ["one without one row", () => changed((lines) => lines.toSpliced(-2, 1)), /it was changed or cut/],
    [
      "one with another value",
      () => changed((lines) => lines.map((line) => line.replace("Ação", "Acao"))),
      /was changed/,
    ],
    ["one of another format", () => withHead({ format: 2, version: "9.0.0" }), /written by Trilho 9\.0\.0/],
  ])("%s", async (_what, content, message) => {
    const bad = join(folder, "bad.backup");
    writeFileSync(bad, content());
    onTestFinished(() => rmSync(bad));
    await expect(restoreTo(target, bad)).rejects.toThrow(message);
    expect(await rowsIn(target)).toBe(0);
  });

  test("a file that is missing, or a folder", async () => {
    const missing = join(folder, "none.backup");
    await expect(checkBackup(missing)).rejects.toThrow(`Cannot read ${missing}`);
    const named = join(folder, "folder");
    mkdirSync(named);
    await expect(checkBackup(named)).rejects.toThrow(`Cannot read ${named}`);
    rmSync(named, { recursive: true });
  });

  test("one of a newer schema", async () => {
    const backup = await checkBackup(file);
    const newer = { ...backup, head: { ...backup.head, migrations: [...backup.head.migrations, "9999-later"] } };
    const restored = restoreInto(target.db, "the test's", newer, secretOf(source));
    await expect(restored).rejects.toThrow("newer version of Trilho, which has the migration 9999-later");
    expect(await rowsIn(target)).toBe(0);
  });

  test("one of another secret", async () => {
    const restored = restoreInto(target.db, "the test's", await checkBackup(file), secretOf(target));
    await expect(restored).rejects.toThrow("another secret than the one in the test");
    expect(await rowsIn(target)).toBe(0);
  });
});

test("a database with rows is left as it is", async () => {
  const before = await contentOf(source.db);
  await expect(restoreTo(source, file)).rejects.toThrow(/is not empty: \w+ has rows\. Nothing was changed/);
  expect(await contentOf(source.db)).toEqual(before);
});
