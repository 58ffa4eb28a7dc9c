import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Who holds a data folder. */
export interface Owner {
  pid: number;
  /** The machine, or on Linux the container: where `pid` means something. */
  place: string;
  /** When the process started, in the kernel's ticks; null where that cannot be known. Tells a reused pid apart. */
  started: string | null;
  token: string;
}

export const here = (): string => `${hostname()} ${pidNamespace()}`;

function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    // Not Linux: one namespace a machine.
    return "";
  }
}

/** Field 22 of /proc/<pid>/stat. Null as well for a process that ended, even if nobody reaped it. */
export function startedAt(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is in parentheses and may hold anything.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" || state === "X" ? null : (fields[18] ?? null);
  } catch {
    // No such process, or no /proc.
    return null;
  }
}

/** Whether a process has this id, whoever it belongs to. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** `elsewhere`: another machine's or container's process, which cannot be looked at from here. */
export function stateOf(owner: Owner): "alive" | "dead" | "elsewhere" {
  if (owner.place !== here()) return "elsewhere";
  if (!processExists(owner.pid)) return "dead";
  return owner.started === startedAt(owner.pid) ? "alive" : "dead";
}

/** The owner that a lock file names, or null when it is not one (yet). */
export function parseOwner(text: string): Owner | null {
  try {
    const owner: unknown = JSON.parse(text);
    return isOwner(owner) ? owner : null;
  } catch {
    // Cut off, or not ours: the caller goes by the file's age.
    return null;
  }
}

const isOwner = (value: unknown): value is Owner =>
  typeof value === "object" &&
  value !== null &&
  "pid" in value &&
  typeof value.pid === "number" &&
  "place" in value &&
  typeof value.place === "string" &&
  "started" in value &&
  (value.started === null || typeof value.started === "string") &&
  "token" in value &&
  typeof value.token === "string";
