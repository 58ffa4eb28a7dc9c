import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect } from "vitest";
import { bundleOf } from "./bundle.ts";

/** A process of the program, as an operator starts it. */
export interface MainProcess {
  /** Where it listens, with a slash at the end; empty for a worker that does not. */
  url: string;
  /** Lines of its log so far. */
  log(): Record<string, unknown>[];
  kill(): Promise<void>;
}

/** Starts the program and waits until it is at work. It has our environment but for `settings`, and not all tests. */
export async function startMain(args: string[], settings: Readonly<Record<string, string>>): Promise<MainProcess> {
  const child = spawn(process.execPath, [await bundleOf("main.ts"), ...args], {
    env: { ...process.env, PORT: "0", TRILHO_DEMO: "off", TRILHO_TEST_ALL: "", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [printed, logged] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (logged += text));
  await expect.poll(() => printed || logged, { timeout: 60_000 }).toMatch(/Ctrl-C/);
  return {
    url: /http:\/\/[^/\s]+\//.exec(printed)?.[0] ?? "",
    log: () =>
      logged
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    async kill() {
      const closed = once(child, "close");
      if (child.exitCode !== null || child.signalCode !== null || !child.kill("SIGKILL")) return;
      await closed;
    },
  };
}
