import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect } from "vitest";
import { temporaryFolder } from "../../testing/open-test-store.ts";

/** A process of the server. */
export interface ServerProcess {
  /** Without a slash at its end. */
  url: string;
  /** The lines of its log with this message. */
  logged(message: string): Record<string, unknown>[];
  /** Ends it as an operator does. Answers the names of the files of code that it had loaded. */
  stop(): Promise<string[]>;
}

/** What this run was told by settings is not for the program. */
const ofSystem = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:TRILHO|OTEL)_/.test(name)));

const running = new Set<ChildProcess>();

/** Ends what a test that failed has left. */
export function killProcesses(): void {
  for (const child of running) child.kill("SIGKILL");
}

/** Starts a file of the server with arguments and settings, on any port. */
export async function startProcess(
  file: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const folder = await temporaryFolder();
  const [data, coverage] = [join(folder, "data"), join(folder, "coverage")];
  const child = spawn(process.execPath, [file, ...args], {
    env: {
      ...ofSystem,
      PORT: "0",
      TRILHO_DATA_DIR: data,
      TRILHO_DEMO: "off",
      TRILHO_LOG_LEVEL: "info",
      // At its end it lists all code there is in it.
      NODE_V8_COVERAGE: coverage,
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed.out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (printed.err += text));
  const ended = once(child, "close");
  running.add(child);
  void ended.then(() => running.delete(child));
  while (!printed.out.includes("Ctrl-C") && child.exitCode === null) {
    await Promise.race([once(child.stdout, "data"), ended]);
  }
  expect(printed.out, printed.err).toContain("Ctrl-C");
  return {
    url: /http:\/\/[^/\s]+/.exec(printed.out)?.[0] ?? "",
    logged: (message) =>
      printed.err
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ msg }) => msg === message),
    async stop() {
      child.kill("SIGTERM");
      await ended;
      const loaded = readdirSync(coverage).flatMap((name) => scriptsIn(join(coverage, name)));
      await rm(folder, { recursive: true, force: true });
      return loaded;
    },
  };
}

const scriptsIn = (file: string): string[] =>
  (JSON.parse(readFileSync(file, "utf8")) as { result: { url: string }[] }).result.map(({ url }) => basename(url));
