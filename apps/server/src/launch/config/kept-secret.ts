import { randomBytes, randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { StorageError } from "../../platform/database/errors.ts";
import { codeOf, reasonOf } from "../../platform/service/thrown.ts";
import { makeFolder } from "../../platform/database/folder/data-folder.ts";
import { dirname } from "node:path";

/** Characters of the shortest secret worth the name. */
const SHORTEST = 32;

/** A secret of 32 random bytes, as text. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/**
 * The secret kept in a file (mode 0600), which is made on first use. Processes that make it at once agree on one.
 * Rejects with a `StorageError` naming the file when it cannot be read or does not hold a secret: it is never replaced.
 */
export async function keptSecret(file: string, make: () => string): Promise<string> {
  const stored = await readSecret(file);
  if (stored !== null) return stored;
  await makeFolder(dirname(file));
  const temporary = `${file}.${randomUUID()}`;
  try {
    await writeFile(temporary, `${make()}\n`, { mode: 0o600, flush: true });
    await link(temporary, file);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw new StorageError(`Cannot write ${file}: ${reasonOf(error)}.`);
  } finally {
    await rm(temporary, { force: true });
  }
  const made = await readSecret(file);
  if (made === null) throw new StorageError(`${file} was removed while Trilho started.`);
  return made;
}

/** The secret in the file; null when there is no file. */
export async function readSecret(file: string): Promise<string | null> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return null;
    throw new StorageError(`Cannot read ${file}: ${reasonOf(error)}.`);
  });
  if (text === null) return null;
  if (text.trim().length >= SHORTEST) return text.trim();
  throw new StorageError(`${file} does not hold a secret. Nothing was changed. Restore it from a backup.`);
}
