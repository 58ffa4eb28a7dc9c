import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "../../service/thrown.ts";
import { processExists } from "../folder/owner.ts";

/** What a running PostgreSQL writes about itself into its folder. */
export interface Postmaster {
  pid: number;
  /** The folder as it was passed to PostgreSQL. */
  folder: string;
  port: number | null;
  ready: boolean;
}

const path = (folder: string): string => join(folder, "postmaster.pid");

/** Lines of the file: pid, folder, start time, port, socket folder, address, shared memory key, status. */
export function readPidFile(folder: string): Postmaster | null {
  let text: string;
  try {
    text = readFileSync(path(folder), "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
  const lines = text.split("\n").map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  return { pid, folder: lines[1] ?? "", port: Number(lines[3]) || null, ready: lines[7] === "ready" };
}

/**
 * The PostgreSQL that runs on this folder, or null. A file left by a crash, or copied along with the folder, names a
 * process that is gone or is something else: such a file is removed, since PostgreSQL itself may take it for a rival.
 */
export function findPostmaster(folder: string): Postmaster | null {
  const postmaster = readPidFile(folder);
  if (postmaster === null) return null;
  if (processExists(postmaster.pid)) {
    const serves = servesFolder(postmaster.pid, folder);
    if (serves === null) return postmaster.folder === folder ? postmaster : null;
    if (serves) return postmaster;
  }
  rmSync(path(folder), { force: true });
  return null;
}

/** Whether a process works in this folder, as PostgreSQL's do in theirs; null where that cannot be known. */
function servesFolder(pid: number, folder: string): boolean | null {
  if (process.platform !== "linux") return null;
  try {
    const { dev, ino } = statSync(`/proc/${pid}/cwd`);
    const own = statSync(folder);
    return dev === own.dev && ino === own.ino;
  } catch (error) {
    // It has just ended; or it is another user's, and cannot be looked at.
    return codeOf(error) === "ENOENT" || codeOf(error) === "ESRCH" ? false : null;
  }
}
