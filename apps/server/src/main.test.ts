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

/** What this run was told by settings is not for the program. */
const ofSystem = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("TRILHO_")));

/** A process of main.ts: what it printed, and how it ended. */
function run(args: string[] = [], dataDir = folder, settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...ofSystem, PORT: "0", TRILHO_DATA_DIR: dataDir, TRILHO_DEMO: "off", DATABASE_URL: "", ...settings },
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
    while (!printed.out.includes("Ctrl-C") && running.has(child)) {
      await Promise.race([once(child.stdout, "data"), ended]);
    }
    expect(printed.out, printed.err).toContain("Ctrl-C");
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

  test.concurrent.each(["--version", "-v"])("tells its version: %s", async (argument) => {
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    expect(await run([argument]).ended).toEqual({ status: 0, out: `${version}\n`, err: "" });
  });

  test.concurrent("tells of settings that change nothing before it does anything", async () => {
    const { err } = await run(["work"], folder, { TRILHO_WORKRES: "8", TRILHO_MAIL_FROM: "a@b.example" }).ended;
    expect(err.split("\n").slice(0, -2)).toEqual([
      "Warning: TRILHO_WORKRES is no setting, and changes nothing. Did you mean TRILHO_WORKERS?",
      "Warning: TRILHO_MAIL_FROM changes nothing without TRILHO_SMTP_URL.",
    ]);
  });

  // Where no folder can be made, and the system says that one is missing.
  test.runIf(process.platform === "linux").concurrent("ends with 1 for a data folder that cannot be made", async () => {
    const { status, err } = await run([], "/proc/nothing/here").ended;
    expect(status).toBe(1);
    expect(err).toMatch(/^Cannot use the data folder \/proc\/nothing\/here: .*\n$/);
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
    // Signals that come together are one.
    const pressed = setInterval(() => first.child.kill("SIGINT"), 100);
    expect(await first.ended.finally(() => clearInterval(pressed))).toMatchObject({
      status: 1,
      err: "A second SIGINT: ended at once.\n",
    });
    expect(processExists(database)).toBe(true);

    const second = run();
    await second.url();
    expect(postmaster(), "the database that was left is taken on").toBe(database);
    second.child.kill("SIGUSR2");
    if (process.platform === "linux") await isUnreadyWhileFrozen(`${await second.url()}health/ready`, database);
    // As process managers do, which tell the process and its group.
    for (const signal of ["SIGTERM", "SIGTERM", "SIGINT"] as const) second.child.kill(signal);
    const { status, err } = await second.ended;
    expect([status, err]).toEqual([0, expect.not.stringContaining("ended at once")]);
    expect(existsSync(join(folder, "postgres", "postmaster.pid"))).toBe(false);
    expect(existsSync(join(folder, "in-use.json"))).toBe(false);
  });
});

/** The sessions of a database are processes of their own. */
async function isUnreadyWhileFrozen(url: string, database: number): Promise<void> {
  expect((await fetch(url)).status).toBe(200);
  const sessions = readFileSync(`/proc/${database}/task/${database}/children`, "utf8").trim().split(" ").map(Number);
  const all = [database, ...sessions];
  for (const pid of all) process.kill(pid, "SIGSTOP");
  try {
    await expect.poll(async () => (await fetch(url)).status, { timeout: 20_000 }).toBe(503);
  } finally {
    for (const pid of all) process.kill(pid, "SIGCONT");
  }
  await expect.poll(async () => (await fetch(url)).status, { timeout: 30_000 }).toBe(200);
}

const reaches = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );
