import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { link, open, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Kysely, sql } from "kysely";
import { codeOf, reasonOf } from "../../service/thrown.ts";
import { StorageError } from "../errors.ts";
import type { Database } from "../schema/database.ts";
import { inSnapshot } from "../transaction.ts";
import { asPlainTexts, migrationsOf, rowOf, sequencesOf, type Table, tablesOf } from "./catalog.ts";
import { FORMAT, type End, type Head } from "./format.ts";

/** What a backup holds. */
export interface Written {
  tables: number;
  rows: number;
}

/**
 * Writes all that is stored, as of one moment, to a new file (mode 0600); the server may go on beside it. The file is
 * there once it is whole. Rejects with a `StorageError`.
 */
export async function writeBackup(
  db: Kysely<Database>,
  file: string,
  { version, at, secret }: Pick<Head, "version" | "at" | "secret">,
): Promise<Written> {
  // Its own: another one that is being written goes on writing into the file that it has open.
  const partial = `${file}.${randomUUID()}.partial`;
  const written: Written = { tables: 0, rows: 0 };
  try {
    await inSnapshot(db, async (trx) => {
      await asPlainTexts(trx);
      const head: Head = { trilho: "backup", format: FORMAT, version, at, migrations: await migrationsOf(trx), secret };
      const lines = linesOf(trx, head, written);
      await pipeline(lines, createGzip(), createWriteStream(partial, { mode: 0o600, flags: "wx" }));
    });
    await flush(partial);
    // Unlike a rename, a link never takes the place of a file that is there.
    await link(partial, file);
    return written;
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw new StorageError(`${file} is there already. Nothing was written.`);
    if (isOfFile(error)) throw new StorageError(`Cannot write ${file}: ${reasonOf(error)}.`);
    throw error;
  } finally {
    await rm(partial, { force: true });
  }
}

const isOfFile = (error: unknown): boolean =>
  ["ENOENT", "EACCES", "EISDIR", "ENOTDIR", "EROFS", "ENOSPC", "EDQUOT", "EPERM"].includes(codeOf(error) ?? "");

async function flush(file: string): Promise<void> {
  const handle = await open(file, "r+");
  await handle.sync().finally(() => handle.close());
}

async function* linesOf(trx: Kysely<Database>, head: Head, written: Written): AsyncGenerator<string> {
  const hash = createHash("sha256");
  const digested = (text: string): string => {
    hash.update(text);
    return text;
  };
  yield digested(`${JSON.stringify(head)}\n`);
  for (const table of await tablesOf(trx)) {
    written.tables++;
    yield digested(`${JSON.stringify({ table: table.name, columns: table.columns.map(({ name }) => name) })}\n`);
    for await (const rows of rowsOf(trx, table)) {
      written.rows += rows.length;
      yield digested(rows.map((row) => `${row}\n`).join(""));
    }
  }
  const end: End = { rows: written.rows, sequences: await sequencesOf(trx), sha256: hash.digest("hex") };
  yield `${JSON.stringify(end)}\n`;
}

/** Newer Node.js takes Unicode's own separators for ends of lines as well. */
const inOneLine = (row: string): string => row.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");

const MANY = 500;

/** A table's rows as lines, some at a time: one, where a row may hold a file. */
async function* rowsOf(trx: Kysely<Database>, table: Table): AsyncGenerator<string[]> {
  await sql`
    declare backup no scroll cursor for select ${rowOf(table)} as row from ${sql.table(table.name)}`.execute(trx);
  const count = table.columns.some(({ type }) => type === "bytea") ? 1 : MANY;
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(count)} from backup`.execute(trx);
    if (rows.length > 0) yield rows.map(({ row }) => inOneLine(row));
    if (rows.length < count) break;
  }
  await sql`close backup`.execute(trx);
}
