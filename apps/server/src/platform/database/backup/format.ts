import { createReadStream } from "node:fs";
import { createHash } from "node:crypto";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { PassThrough } from "node:stream";
import { createGunzip } from "node:zlib";
import { codeOf, reasonOf } from "../../service/thrown.ts";
import { StorageError } from "../errors.ts";
import type { Sequence } from "./catalog.ts";

/*
 * A backup is gzip over lines of JSON: the head; each table's name and columns, followed by its rows, every value as the
 * text that PostgreSQL writes for it; the end, with a digest of all lines before it.
 */

export const FORMAT = 1;

export interface Head {
  trilho: "backup";
  format: number;
  /** Of the Trilho that wrote it. */
  version: string;
  /** ISO 8601. */
  at: string;
  migrations: readonly string[];
  /** The server's secret, where it is kept in the data folder; null where the operator keeps it (TRILHO_SECRET). */
  secret: string | null;
}

export interface TableLine {
  table: string;
  columns: readonly string[];
}

/** Values in the order of the columns. */
export type RowLine = readonly (string | null)[];

export interface End {
  rows: number;
  sequences: readonly Sequence[];
  /** SHA-256 of all lines before this one, each with its line break, in hex. */
  sha256: string;
}

/** A backup that was read to its end once: it is whole. */
export interface CheckedBackup {
  head: Head;
  end: End;
  /** Reads it again, table by table and row by row. */
  lines(): AsyncIterable<TableLine | RowLine>;
}

const notBackup = (file: string, why: string): StorageError =>
  new StorageError(`${file} is no whole backup of Trilho: ${why}. Nothing was changed.`);

/** Reads a backup through before anything is made of it. Rejects with a `StorageError`. */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  const hash = createHash("sha256");
  let head: string | null = null;
  let last: string | null = null;
  let rows = 0;
  for await (const line of linesOf(file)) {
    head ??= line;
    if (last !== null) hash.update(`${last}\n`);
    if (last?.startsWith("[")) rows++;
    last = line;
  }
  const read = headIn(file, head);
  const end = endIn(last);
  if (end === null) throw notBackup(file, "its end is missing");
  if (end.sha256 !== hash.digest("hex") || end.rows !== rows) throw notBackup(file, "it was changed or cut");
  return { head: read, end, lines: () => body(file) };
}

function headIn(file: string, line: string | null): Head {
  const head = objectIn(line) as Partial<Head>;
  if (head.trilho !== "backup" || !Array.isArray(head.migrations)) throw notBackup(file, "it does not begin like one");
  if (head.format !== FORMAT) {
    throw new StorageError(
      `${file} was written by Trilho ${head.version}, which writes another format. Restore it with that version.`,
    );
  }
  return head as Head;
}

function endIn(line: string | null): End | null {
  const end = objectIn(line) as Partial<End>;
  return typeof end.sha256 === "string" && Array.isArray(end.sequences) ? (end as End) : null;
}

/** What a line holds; nothing where it is no JSON. */
function objectIn(line: string | null): object {
  try {
    const value: unknown = JSON.parse(line ?? "null");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

async function* body(file: string): AsyncIterable<TableLine | RowLine> {
  let isHead = true;
  for await (const line of linesOf(file)) {
    if (isHead) isHead = false;
    else if (line.startsWith("[") || line.startsWith('{"table"')) yield JSON.parse(line) as TableLine | RowLine;
  }
}

async function* linesOf(file: string): AsyncIterable<string> {
  const unpacked = new PassThrough();
  const reading = pipeline(createReadStream(file), createGunzip(), unpacked);
  try {
    yield* createInterface({ input: unpacked, crlfDelay: Infinity });
    await reading;
  } catch (error) {
    // Whichever of the two hears of it first.
    await reading.catch(() => undefined);
    throw ["ENOENT", "EACCES", "EISDIR"].includes(codeOf(error) ?? "")
      ? new StorageError(`Cannot read ${file}: ${reasonOf(error)}.`)
      : notBackup(file, reasonOf(error));
  }
}
