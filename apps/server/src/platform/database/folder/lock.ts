import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StorageError } from "../errors.ts";
import { codeOf } from "../../service/thrown.ts";
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

/** The lock file; while it changes hands there are others beside it whose names begin so. */
export const LOCK = "in-use.json";

const TIMING: LockTiming = { beatMs: 2000, silenceMs: 10_000 };
const ATTEMPTS = 10;

/**
 * Takes the folder for this process. A holder that was killed loses it at once; a holder on another machine or in
 * another container, which cannot be looked at, after `silenceMs` without a beat.
 * Rejects with a `StorageError` that names the folder and its holder. `onLost` is called if the lock is taken away.
 */
export async function lockFolder(folder: string, onLost: () => void, timing: LockTiming = TIMING): Promise<FolderLock> {
  const file = join(folder, LOCK);
  const owner: Owner = { pid: process.pid, place: here(), started: startedAt(process.pid), token: randomUUID() };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await create(file, owner)) return hold(file, owner, onLost, timing);
    const holding = await readHolding(file);
    if (holding === null) continue;
    if (await isAlive(file, holding.holder, timing)) throw inUse(folder, holding.holder);
    if (await takeOver(file, holding, owner)) return hold(file, owner, onLost, timing);
  }
  throw inUse(folder, null);
}

/** Makes the file, complete from its first moment. False when there is one. */
async function create(file: string, owner: Owner): Promise<boolean> {
  const temporary = `${file}.${owner.token}`;
  try {
    await writeFile(temporary, JSON.stringify(owner), { mode: 0o600 });
    await link(temporary, file);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

interface Holding {
  /** Null when the file does not say. */
  holder: Owner | null;
  /** The claims that lead from the lock file to the holder: one, for a moment, while a dead holder is replaced. */
  claims: string[];
}

/** Who holds the folder; null when nobody does. */
async function readHolding(file: string): Promise<Holding | null> {
  let holder = await readOwner(file);
  if (holder === undefined) return null;
  const claims: string[] = [];
  for (;;) {
    const claim = claimOn(file, holder);
    const successor = await readOwner(claim);
    if (successor === undefined) return { holder, claims };
    claims.push(claim);
    if (successor === null) return { holder: null, claims };
    holder = successor;
  }
}

/** Null when the file does not say, undefined when there is none. */
async function readOwner(file: string): Promise<Owner | null | undefined> {
  try {
    return parseOwner(await readFile(file, "utf8"));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** The file whose maker follows this holder: there can be one only. */
const claimOn = (file: string, holder: Owner | null): string =>
  `${file}.after-${encodeURIComponent(holder?.token ?? "unknown")}`;

/**
 * Replaces a dead holder. False when another process was faster. The lock file is replaced, never absent, and only by
 * whoever claimed its holder; a claim that came after that finds another holder in the file, and is void.
 */
async function takeOver(file: string, { holder: dead, claims }: Holding, owner: Owner): Promise<boolean> {
  const claim = claimOn(file, dead);
  if (!(await create(claim, owner))) return false;
  const isValid = (await readHolding(file))?.holder?.token === owner.token;
  if (isValid) await rename(await copyOf(claim, owner), file);
  for (const done of isValid ? [...claims, claim] : [claim]) await rm(done, { force: true });
  return isValid;
}

async function copyOf(claim: string, owner: Owner): Promise<string> {
  const copy = `${claim}.new`;
  await writeFile(copy, JSON.stringify(owner), { mode: 0o600 });
  return copy;
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

function hold(file: string, owner: Owner, onLost: () => void, { beatMs }: LockTiming): FolderLock {
  const isOurs = async (): Promise<boolean> => (await readOwner(file))?.token === owner.token;
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
