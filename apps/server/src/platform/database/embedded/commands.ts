import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import { isDiskFull } from "../errors.ts";
import type { OtherUser } from "./user.ts";

export interface Run {
  /** Exit status; null when a signal ended it. */
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Programs of PostgreSQL run with our environment, but none of the settings a person keeps for their own servers. */
function environment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !/^(?:PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(entries), LC_ALL: "C" };
}

/** Starts a program in `folder`, as `user` when given. */
export function start(
  program: string,
  args: string[],
  {
    folder,
    user,
    stdio,
    detached = false,
  }: { folder: string; user: OtherUser | null; stdio: StdioOptions; detached?: boolean },
): ChildProcess {
  return spawn(program, args, {
    cwd: folder,
    env: environment(),
    stdio,
    detached,
    windowsHide: true,
    ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
  });
}

/**
 * Runs a program to its end, which `stopping` brings about; Ctrl-C, which reaches all of a group, does not. `passed` are
 * open files that the program finds as 3, 4, … Rejects when it cannot start.
 */
export function run(
  program: string,
  args: string[],
  {
    folder,
    user,
    passed = [],
    stopping,
  }: { folder: string; user: OtherUser | null; passed?: number[]; stopping?: AbortSignal | undefined },
): Promise<Run> {
  stopping?.throwIfAborted();
  const stdio: StdioOptions = ["ignore", "pipe", "pipe", ...passed];
  const child = start(program, args, { folder, user, stdio, detached: stopping !== undefined });
  const end = (): unknown => child.kill();
  stopping?.addEventListener("abort", end);
  const result: Run = { status: null, stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (result.stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (result.stderr += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => {
      stopping?.removeEventListener("abort", end);
      resolve({ ...result, status });
    });
  });
}

/**
 * The last line with the reason, of a log or of a program's output. A disk without room is the reason of all that
 * follows it: PostgreSQL's own panic about a transaction that it could not end, for one.
 */
export function lastReason(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const worst =
    lines.findLast((line) => isDiskFull(line)) ?? lines.findLast((line) => /\b(?:PANIC|FATAL|error):/.test(line));
  return (worst ?? lines.at(-1) ?? "it says nothing").replace(/^.*?(?:PANIC|FATAL|error):\s*/, "").trim();
}
