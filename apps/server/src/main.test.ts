import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { processExists } from "./platform/database/folder/owner.ts";
import { bundleOf } from "./testing/bundle.ts";
import { temporaryFolder } from "./testing/open-test-store.ts";

let folder: string;
let script: string;
const running = new Set<ChildProcess>();
beforeAll(async () => {
  [folder, script] = await Promise.all([temporaryFolder(), bundleOf("main.ts")]);
});
afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** A process of main.ts: what it printed, and how it ended. */
function run(args: string[] = [], dataDir = folder) {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, PORT: "0", TRILHO_DATA_DIR: dataDir, TRILHO_DEMO: "off", DATABASE_URL: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  const printed = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed.out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (printed.err += text));
  const ended = once(child, "close").then(([status]) => {
    running.delete(child);
    return { status: status as number | null, ...printed };
  });
  const url = async (): Promise<string> => {
    await expect.poll(() => printed.out + printed.err, { timeout: 30_000 }).toContain("Ctrl-C");
    return /http:\S+/.exec(printed.out)?.[0] ?? "";
  };
  return { child, ended, url };
}

const postmaster = (): number =>
  Number(readFileSync(join(folder, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);

describe("the program", () => {
  test.concurrent("tells how to use it", async () => {
    expect(await run(["--help"]).ended).toMatchObject({ status: 0, out: expect.stringContaining("Usage:"), err: "" });
  });

  test.concurrent("ends with 2 for a wrong argument, in one line", async () => {
    expect(await run(["--nope"]).ended).toEqual({ status: 2, out: "", err: "Unknown option '--nope'. See --help.\n" });
  });

  test.concurrent("ends with 2 for a worker without a database that several processes can use", async () => {
    expect(await run(["work"]).ended).toMatchObject({
      status: 2,
      err: expect.stringMatching(/^trilho work needs DATABASE_URL.*\n$/),
    });
  });

  test.concurrent("ends with 1 for a command on a folder that holds nothing", async () => {
    const { status, out, err } = await run(["keys", "list"], join(folder, "nothing")).ended;
    expect([status, out]).toEqual([1, ""]);
    expect(err).toMatch(/^There is no Trilho in .*\n$/);
  });

  test.concurrent("ends with 1 for a provisioning file that is not there", async () => {
    const { status, err } = await run(["--provision", join(folder, "none.json")]).ended;
    expect([status, err]).toEqual([1, `${join(folder, "none.json")}: cannot be read (ENOENT)\n`]);
  });

  // Windows has no signals that a process could answer.
  test.runIf(process.platform !== "win32")("ends at once at a second Ctrl-C, cleanly at the first", async () => {
    const first = run();
    const url = await first.url();
    const database = postmaster();
    // A request that never ends is waited for.
    const waiting = request(`${url}api/v1/automations`, { method: "POST", headers: { expect: "100-continue" } });
    waiting.on("error", () => "the connection breaks when the process ends").flushHeaders();
    await once(waiting, "response");
    first.child.kill("SIGINT");
    await expect.poll(() => reaches(url)).toBe(false);
    first.child.kill("SIGINT");
    expect((await first.ended).status).toBe(1);
    expect(processExists(database)).toBe(true);

    const second = run();
    await second.url();
    expect(postmaster(), "the database that was left is taken on").toBe(database);
    second.child.kill("SIGINT");
    expect(await second.ended).toMatchObject({ status: 0, err: "" });
    expect(existsSync(join(folder, "postgres", "postmaster.pid"))).toBe(false);
    expect(existsSync(join(folder, "in-use.json"))).toBe(false);
  });
});

const reaches = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );
