import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { damaged, diskFull, isDiskFull, StorageError } from "../errors.ts";
import { codeOf, reasonOf } from "../../service/thrown.ts";
import { exists } from "./exists.ts";
import { LOCK, lockFolder } from "./lock.ts";
import { finishReplacing } from "./replace.ts";

/** The storage that keeps its files in the data folder; also the name of their folder in it. */
export type LocalStorage = "postgres" | "pglite";

/** The data folder (`TRILHO_DATA_DIR`), held by this process alone. */
export interface DataFolder {
  path: string;
  /** What the folder holds a database of, or null while it holds none. */
  storage: LocalStorage | null;
  /** Records that the database's folder is complete: from now on, its absence is a loss. */
  markStorage(storage: LocalStorage): Promise<void>;
  release(): Promise<void>;
}

const MARKER = "storage.json";
/** Files that systems leave in empty folders. */
const HARMLESS = new Set(["lost+found", ".DS_Store", ".gitkeep", ".gitignore"]);
const OURS = new Set([MARKER, "secret", "demo-key", "postgres.password", "postgres", "pglite"]);

/** Folders of a database that was still being made; a killed first start leaves one behind. */
export const stagingFolder = (path: string, storage: LocalStorage): string =>
  join(path, `${storage}.new-${process.pid}-${Date.now().toString(36)}`);
const STAGING = /^(?:postgres|pglite)\.new-/;

/**
 * Makes the folder when there is none (mode 0700) and takes it for this process.
 * Rejects with a `StorageError` naming the folder: in use, not a folder, someone else's, holding other things, damaged.
 */
export async function openDataFolder(path: string, onLost: () => void): Promise<DataFolder> {
  await makeFolder(path);
  await refuseForeignFolder(path);
  const lock = await lockFolder(path, onLost).catch((error: unknown) => {
    throw unusable(path, error);
  });
  try {
    await finishReplacing(path);
    await removeStaging(path);
    const storage = await detectStorage(path);
    return {
      path,
      storage,
      async markStorage(made) {
        // A start as root must not make the mark root's, in a folder of somebody who starts it next.
        if ((await readMarker(path)) !== made) await writeMarker(path, made);
      },
      release: () => lock.release(),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Makes a folder that only this user can enter. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeFolders(path);
  } catch (error) {
    const isFile = codeOf(error) === "EEXIST";
    throw isFile
      ? new StorageError(`Cannot use the data folder ${path}: there is a file of that name.`)
      : unusable(path, error);
  }
}

/**
 * Those above it, too. Node.js makes them all by itself, but never ends where a file system takes none and answers that
 * something is missing, as /proc does.
 */
async function makeFolders(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const above = dirname(path);
    if (await isFolder(path)) return;
    if (codeOf(error) !== "ENOENT" || (await isFolder(above))) throw error;
    await makeFolders(above);
    await makeFolders(path);
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** A folder that cannot be written to, in words for the operator. */
function unusable(path: string, error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  return isDiskFull(error)
    ? diskFull(path)
    : new StorageError(`Cannot use the data folder ${path}: ${reasonOf(error)}.`);
}

/** A folder with other things in it was named by mistake. */
async function refuseForeignFolder(path: string): Promise<void> {
  const names = await readdir(path).catch((error: unknown) => {
    throw new StorageError(`Cannot read the data folder ${path}: ${reasonOf(error)}.`);
  });
  const isOurs = names.some((name) => OURS.has(name) || STAGING.test(name) || name.startsWith(LOCK));
  const foreign = names.find((name) => !HARMLESS.has(name));
  if (isOurs || foreign === undefined) return;
  throw new StorageError(
    `The folder ${path} holds no Trilho data, and is not empty (${foreign}). ` +
      `Nothing was changed. Choose an empty or new folder with TRILHO_DATA_DIR.`,
  );
}

/** Removes a folder into which programs of a killed start may still write, such as initdb: within seconds they end. */
export const removeUnfinished = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });

async function removeStaging(path: string): Promise<void> {
  for (const name of await readdir(path)) {
    if (STAGING.test(name)) await removeUnfinished(join(path, name));
  }
}

async function detectStorage(path: string): Promise<LocalStorage | null> {
  const marked = await readMarker(path);
  const found: LocalStorage[] = [];
  for (const storage of ["postgres", "pglite"] as const) if (await exists(join(path, storage))) found.push(storage);
  const [first, second] = found;
  if (marked !== null) {
    if (found.includes(marked)) return marked;
    throw damaged(join(path, marked), `it is missing, although ${MARKER} tells of it`);
  }
  if (second !== undefined) throw damaged(path, `it holds two databases (postgres and pglite), but no ${MARKER}`);
  return first ?? null;
}

async function readMarker(path: string): Promise<LocalStorage | null> {
  const file = join(path, MARKER);
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return null;
    throw new StorageError(`Cannot read ${file}: ${reasonOf(error)}.`);
  });
  if (text === null) return null;
  const marked = /^\{"storage":"(postgres|pglite)"\}\s*$/.exec(text)?.[1];
  if (marked === "postgres" || marked === "pglite") return marked;
  throw damaged(path, `${MARKER} is not readable`);
}

async function writeMarker(path: string, storage: LocalStorage): Promise<void> {
  const temporary = join(path, `${MARKER}.new`);
  await writeFile(temporary, `${JSON.stringify({ storage })}\n`, { mode: 0o600, flush: true });
  await rename(temporary, join(path, MARKER));
}
