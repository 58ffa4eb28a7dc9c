import { resolve } from "node:path";
import { writeBackup } from "../../platform/database/backup/write-backup.ts";
import { VERSION } from "../version.ts";
import type { CommandDatabase } from "./open.ts";

/** Writes all that is stored to a new file; answers what it holds. */
export async function backUp(
  { db, serverSecret, isSecretKept }: CommandDatabase,
  { file }: { file: string },
): Promise<string> {
  const head = { version: VERSION, at: new Date().toISOString(), secret: isSecretKept ? serverSecret : null };
  const { tables, rows } = await writeBackup(db, resolve(file), head);
  const about = isSecretKept
    ? "It holds the server's secret: who has the file can read all of it."
    : "It opens with the server's TRILHO_SECRET alone: keep that elsewhere.";
  return `Wrote ${rows} rows of ${tables} tables to ${file}.\n${about}\n`;
}
