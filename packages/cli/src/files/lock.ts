import { join } from "node:path";
import { isObject } from "@trilho/engine";
import type { Automation } from "@trilho/api-client";
import type { JsonObject, JsonValue } from "@trilho/engine";
import type { Io } from "../io.ts";
import { FilesError } from "./service.ts";

/** What an automation was when its file was last pulled or applied. */
export interface LockEntry {
  readonly id: string;
  readonly version: number;
  readonly updatedAt: string;
}

/** By the path of its file. */
export type LockEntries = ReadonlyMap<string, LockEntry>;

const FILE = "trilho.lock.json";
const NO_LOCK: JsonObject = { workspaces: {} };

/** What is known of one workspace's automations; nothing where the folder has no lock file yet. */
export async function readLock(folder: string, title: string, io: Io): Promise<LockEntries> {
  const { workspaces } = await read(folder, io);
  const entries = isObject(workspaces) && isObject(workspaces[title]) ? Object.entries(workspaces[title]) : [];
  return new Map(entries.flatMap(([path, entry]) => (isEntry(entry) ? [[path, entry as unknown as LockEntry]] : [])));
}

/** Puts one workspace's entries into the lock file, and leaves those of others. */
export async function writeLock(folder: string, title: string, entries: LockEntries, io: Io): Promise<void> {
  const { workspaces } = await read(folder, io);
  const own = Object.fromEntries([...entries].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const all = Object.entries({ ...(isObject(workspaces) ? workspaces : {}), [title]: own as unknown as JsonObject });
  const sorted = Object.fromEntries(all.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  // Whoever is stopped halfway leaves the old one.
  const beside = join(folder, `${FILE}.new`);
  await io.write(beside, `${JSON.stringify({ workspaces: sorted }, null, 2)}\n`);
  await io.rename(beside, join(folder, FILE));
}

export const entryOf = ({ id, version, updatedAt }: Automation): LockEntry => ({ id, version, updatedAt });

async function read(folder: string, io: Io): Promise<JsonObject> {
  let text: string;
  try {
    text = await io.read(join(folder, FILE));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return NO_LOCK;
    throw error;
  }
  try {
    const value = JSON.parse(text) as JsonValue;
    return isObject(value) ? value : NO_LOCK;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new FilesError(`${FILE}: this is no JSON (${error.message}). Remove it, and pull again.`, { cause: error });
  }
}

const isEntry = (entry: JsonValue): boolean =>
  isObject(entry) &&
  typeof entry["id"] === "string" &&
  typeof entry["version"] === "number" &&
  typeof entry["updatedAt"] === "string";
