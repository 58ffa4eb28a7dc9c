import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf, StorageError } from "../errors.ts";
import { here, type Owner, parseOwner, startedAt, stateOf } from "./owner.ts";

export interface FolderLock {
  release(): Promise<void>;
}

export interface LockTiming {
  /** How often the holder shows that it lives. */
  beatMs: number;
  /** How long a holder elsewhere may be silent before it counts as gone; several beats. */
  silenceMs: number;
}

const TIMING: LockTiming = { beatMs: 2000, silenceMs: 10_000 };
const ATTEMPTS = 10;

/**
 * Takes the folder for this process. A holder that was killed loses it at once; a holder on another machine or in
 * another container, which cannot be looked at, after `silenceMs` without a beat.
 * Rejects with a `StorageError` that names the folder and its holder. `onLost` is told if the lock is taken away.
 */
export async function lockFolder(folder: string, onLost: () => void, timing: LockTiming = TIMING): Promise<FolderLock> {
  const file = join(folder, "in-use.json");
  const owner: Owner = { pid: process.pid, place: here(), started: startedAt(process.pid), token: randomUUID() };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await createLock(file, owner)) return hold(file, owner, onLost, timing);
    const holder = await readHolder(file);
    if (holder === "gone") continue;
    if (await isAlive(file, holder, timing)) throw inUse(folder, holder);
    if (!(await discard(file, holder, owner.token))) throw inUse(folder, null);
  }
  throw inUse(folder, null);
}

async function createLock(file: string, owner: Owner): Promise<boolean> {
  try {
    await writeFile(file, JSON.stringify(owner), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** The holder; null when the file does not say. */
async function readHolder(file: string): Promise<Owner | null | "gone"> {
  try {
    return parseOwner(await readFile(file, "utf8"));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return "gone";
    throw error;
  }
}

async function isAlive(file: string, holder: Owner | null, { beatMs, silenceMs }: LockTiming): Promise<boolean> {
  const state = holder === null ? "elsewhere" : stateOf(holder);
  if (state !== "elsewhere") return state === "alive";
  // Clocks of two machines may differ: only whether the time moves counts.
  const first = await beatOf(file);
  for (let waited = 0; waited < silenceMs; waited += beatMs) {
    await sleep(beatMs);
    if ((await beatOf(file)) !== first) return true;
  }
  return false;
}

async function beatOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).mtimeMs;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

/** Removes a dead holder's file. False when another process was faster: then the file is its own, and goes back. */
async function discard(file: string, dead: Owner | null, token: string): Promise<boolean> {
  const aside = `${file}.${token}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return true;
    throw error;
  }
  const moved = await readHolder(aside);
  const isDead = moved !== "gone" && moved?.token === dead?.token;
  if (!isDead) await putBack(aside, file);
  await rm(aside, { force: true });
  return isDead;
}

async function putBack(aside: string, file: string): Promise<void> {
  try {
    await link(aside, file);
  } catch (error) {
    // A third process was faster still; whoever was moved aside learns it at its next beat.
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

function hold(file: string, owner: Owner, onLost: () => void, { beatMs }: LockTiming): FolderLock {
  const isOurs = async (): Promise<boolean> => {
    const holder = await readHolder(file);
    return holder !== "gone" && holder?.token === owner.token;
  };
  const beat = async (): Promise<void> => {
    const now = new Date();
    if (await isOurs()) await utimes(file, now, now);
    else lost();
  };
  const lost = (): void => {
    clearInterval(timer);
    onLost();
  };
  const timer = setInterval(() => {
    beat().catch(lost);
  }, beatMs).unref();
  return {
    async release() {
      clearInterval(timer);
      if (await isOurs()) await rm(file, { force: true });
    },
  };
}

function inUse(folder: string, holder: Owner | null): StorageError {
  const who = holder === null ? "Another Trilho" : `Another Trilho (process ${holder.pid})`;
  return new StorageError(
    `${who} is using the data folder ${folder}. Stop it first, or choose another folder with TRILHO_DATA_DIR.`,
  );
}
