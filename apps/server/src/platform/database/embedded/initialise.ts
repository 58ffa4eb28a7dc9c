import { randomBytes } from "node:crypto";
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { damaged, EmbeddedUnavailable, StorageError } from "../errors.ts";
import { codeOf, reasonOf } from "../../service/thrown.ts";
import { stagingFolder } from "../folder/data-folder.ts";
import type { Binaries } from "./binaries.ts";
import { lastReason, run } from "./commands.ts";

/** The database's only user. */
export const SUPERUSER = "trilho";

const passwordFile = (dataFolder: string): string => join(dataFolder, "postgres.password");

/** The password of an initialised database. Throws a `StorageError` naming the file. */
export function readPassword(dataFolder: string): string {
  const file = passwordFile(dataFolder);
  let password: string;
  try {
    password = readFileSync(file, "utf8").trim();
  } catch (error) {
    const why = codeOf(error) === "ENOENT" ? "it is missing" : reasonOf(error);
    throw new StorageError(`Cannot read the database's password from ${file}: ${why}. Nothing was changed.`);
  }
  if (password === "") throw damaged(dataFolder, "postgres.password is empty");
  return password;
}

/**
 * How a program of PostgreSQL gets its folder. Another user than root may not pass the folders above it (a home is
 * often 0700); but a process can always reach the folder that it was started in.
 */
export const folderArgument = (folder: string, { user }: Binaries): string =>
  user !== null && process.platform === "linux" ? "/proc/self/cwd" : folder;

/**
 * Makes a new database in `<dataFolder>/postgres`, complete or not at all: mode 0700, a password (a random one), no trust.
 * Throws `EmbeddedUnavailable` when this machine cannot, or `stopping` ends it.
 */
export async function initialise(
  dataFolder: string,
  binaries: Binaries,
  stopping?: AbortSignal,
  secret = randomBytes(32).toString("base64url"),
): Promise<void> {
  const { user } = binaries;
  const staging = stagingFolder(dataFolder, "postgres");
  const password = passwordFile(dataFolder);
  try {
    writeFileSync(password, `${secret}\n`, { mode: 0o600 });
    mkdirSync(staging, { mode: 0o700 });
    if (user !== null) chownSync(staging, user.uid, user.gid);
    await initdb(staging, password, binaries, stopping);
    renameSync(staging, join(dataFolder, "postgres"));
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    rmSync(password, { force: true });
    throw error instanceof EmbeddedUnavailable ? error : new EmbeddedUnavailable(reasonOf(error));
  }
}

async function initdb(folder: string, password: string, binaries: Binaries, stopping?: AbortSignal): Promise<void> {
  const { user } = binaries;
  // Opened by whoever runs initdb, through its own descriptor: the file's path may be out of that user's reach.
  if (user !== null) chownSync(password, user.uid, user.gid);
  const opened = openSync(password, "r");
  try {
    const args = [
      ["-D", folderArgument(folder, binaries)],
      ["-U", SUPERUSER],
      ["--auth=scram-sha-256", `--pwfile=${user === null ? password : "/dev/fd/3"}`],
      ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
    ].flat();
    const program = join(binaries.folder, "bin", "initdb");
    const { status, stdout, stderr } = await run(program, args, { folder, user, passed: [opened], stopping });
    if (status !== 0) throw new EmbeddedUnavailable(`initdb failed: ${lastReason(stderr === "" ? stdout : stderr)}`);
  } finally {
    closeSync(opened);
    if (user !== null) chownSync(password, 0, 0);
  }
}
