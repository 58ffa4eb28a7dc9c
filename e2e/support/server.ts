import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../apps/server/dist/main.js", import.meta.url));

/** The real server as a child process, on a free port and a folder of its own. */
export interface RunningServer {
  /** Base URL without a trailing slash. */
  url: string;
  /** The link that the server printed, with the demo's key in its fragment when there is a demo. */
  link: string;
  dataDir: string;
  /** Ends the process by its id and waits until it is gone. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface ServerOptions {
  dataDir: string;
  /** Content of a provisioning file. */
  provision?: unknown;
  env?: Record<string, string>;
}

export const makeDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), "trilho-e2e-"));
export const removeDataDir = (dataDir: string): Promise<void> =>
  rm(dataDir, { recursive: true, force: true, maxRetries: 5 });

/** Starts the built server and resolves once it has printed its link; rejects with its output if it ends before. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const args = [MAIN];
  if (options.provision !== undefined) {
    const file = join(options.dataDir, "provision.json");
    await writeFile(file, JSON.stringify(options.provision));
    args.push("--provision", file);
  }
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PORT: "0", TRILHO_DATA_DIR: join(options.dataDir, "data"), ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const link = await printedLink(child);
  const { origin } = new URL(link);
  return {
    url: origin,
    link,
    dataDir: options.dataDir,
    async stop(signal = "SIGTERM") {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill(signal);
      await exited;
    },
  };
}

function printedLink(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const printed: string[] = [];
    const read = (stream: NodeJS.ReadableStream | null): void => {
      if (stream === null) return;
      createInterface({ input: stream }).on("line", (line) => {
        printed.push(line);
        const found = /https?:\/\/[^\s]+/.exec(line);
        if (found !== null) resolve(found[0]);
      });
    };
    read(child.stdout);
    read(child.stderr);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The server ended with code ${code}:\n${printed.join("\n")}`)));
  });
}
