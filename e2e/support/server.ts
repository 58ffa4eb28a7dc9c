import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../apps/server/dist/bundle/main.js", import.meta.url));

/** How a process ended, with everything that it printed. */
export interface Ended {
  /** Null when a signal ended it. */
  code: number | null;
  output: string;
}

/** The real server as a child process, on a free port and a folder of its own. */
export interface RunningServer {
  /** Base URL without a trailing slash. */
  url: string;
  /** The link that the server printed, with the demo's key in its fragment when there is a demo. */
  link: string;
  pid: number;
  /** Everything printed so far. */
  output(): string;
  /** Ends the process by its id and waits until it is gone. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

export interface ServerOptions {
  dataDir: string;
  /** 0 takes a free one. */
  port?: number;
  /** Content of a provisioning file. */
  provision?: unknown;
  env?: Record<string, string>;
}

export const makeDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), "trilho-e2e-"));
/** Removes the folder, and first ends a database that a killed server left on it. */
export async function removeDataDir(dataDir: string): Promise<void> {
  const left = await databaseOf(dataDir);
  if (left !== null) process.kill(left, "SIGQUIT");
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Where the server keeps its data below a folder of `makeDataDir`. */
export const dataIn = (dataDir: string): string => join(dataDir, "data");

/** The process of the embedded database that runs on a folder, from its pid file; null when there is none. */
export async function databaseOf(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataIn(dataDir), "postgres", "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number(text.split("\n")[0]);
  return Number.isInteger(pid) && pid > 0 && isAlive(pid) ? pid : null;
}

/** False also for a process that ended and that nobody has asked about yet. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch (error) {
    // A process of another user may not be asked, and is there.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Starts the built server and resolves once it has printed its link; rejects with its output if it ends before. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const started = await launch(options);
  const first = await Promise.race([started.link, started.ended]);
  if (typeof first !== "string") throw new Error(`The server ended with code ${first.code}:\n${first.output}`);
  return {
    url: new URL(first).origin,
    link: first,
    pid: started.child.pid ?? 0,
    output: started.output,
    stop(signal = "SIGTERM") {
      if (started.child.exitCode === null && started.child.signalCode === null) started.child.kill(signal);
      return started.ended;
    },
  };
}

/** The demo's key in the link that a server printed; empty without a demo. */
export const keyOf = (server: RunningServer): string =>
  new URLSearchParams(new URL(server.link).hash.slice(1)).get("key") ?? "";

/** Starts the built server where it must refuse to start; rejects when it does start. */
export async function startRefused(options: ServerOptions): Promise<Ended> {
  const started = await launch(options);
  const first = await Promise.race([started.link, started.ended]);
  if (typeof first !== "string") return first;
  started.child.kill("SIGTERM");
  await started.ended;
  throw new Error(`The server started:\n${started.output()}`);
}

async function launch({ dataDir, port = 0, provision, env }: ServerOptions) {
  const args = [MAIN];
  if (provision !== undefined) {
    const file = join(dataDir, "provision.json");
    await writeFile(file, JSON.stringify(provision));
    args.push("--provision", file);
  }
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PORT: String(port), TRILHO_DATA_DIR: dataIn(dataDir), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  const output = (): string => lines.join("\n");
  const link = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        lines.push(line);
        const [found] = /https?:\/\/\S+/.exec(line) ?? [];
        if (found !== undefined) resolve(found);
      });
    }
  });
  return { child, output, link, ended: endOf(child, output) };
}

function endOf(child: ChildProcess, output: () => string): Promise<Ended> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output: output() }));
  });
}
