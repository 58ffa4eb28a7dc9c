import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../testing/open-test-store.ts";
import { lockFolder } from "./lock.ts";
import { here, processExists, startedAt } from "./owner.ts";

const FAST = { beatMs: 20, silenceMs: 100 };
const lost = (): void => {
  throw new Error("The lock was lost");
};

describe("the lock of a data folder", () => {
  let folder: string;
  let file: string;
  let child: ChildProcess | null = null;
  beforeEach(async () => {
    folder = await temporaryFolder();
    file = join(folder, "in-use.json");
  });
  afterEach(async () => {
    if (child?.kill("SIGKILL") === true) await once(child, "exit");
    child = null;
    rmSync(folder, { recursive: true, force: true });
  });

  async function otherProcess(): Promise<number> {
    child = spawn(process.execPath, ["-e", "process.stdout.write('up'); setInterval(() => {}, 1000)"]);
    if (child.stdout !== null) await once(child.stdout, "data");
    return child.pid ?? 0;
  }

  const writeOwner = (owner: object): void => writeFileSync(file, JSON.stringify({ token: "other", ...owner }));

  test("is held until released", async () => {
    const lock = await lockFolder(folder, lost, FAST);
    await expect(lockFolder(folder, lost, FAST)).rejects.toThrow(`Another Trilho (process ${process.pid})`);
    await lock.release();
    const again = await lockFolder(folder, lost, FAST);
    await again.release();
    expect(existsSync(file)).toBe(false);
  });

  test("of a running process is refused, of a killed one taken at once", async () => {
    const pid = await otherProcess();
    writeOwner({ pid, place: here(), started: startedAt(pid) });
    await expect(lockFolder(folder, lost, FAST)).rejects.toThrow(`process ${pid}) is using the data folder ${folder}`);
    child?.kill("SIGKILL");
    if (child !== null) await once(child, "exit");
    child = null;
    await (await lockFolder(folder, lost, FAST)).release();
  });

  // What a killed server is in a container whose first process reaps nobody.
  test.runIf(process.platform === "linux")("of a killed process that nobody reaped is taken", async () => {
    child = spawn("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
    const [line] = child.stdout === null ? [""] : await once(child.stdout, "data");
    const pid = Number(line);
    writeOwner({ pid, place: here(), started: startedAt(pid) });
    await expect(lockFolder(folder, lost, FAST)).rejects.toThrow(`process ${pid}`);
    // The shell would still reap it.
    await expect.poll(() => readFileSync(`/proc/${child?.pid}/comm`, "utf8")).toBe("sleep\n");
    process.kill(pid, "SIGKILL");
    await expect.poll(() => startedAt(pid)).toBeNull();
    expect(processExists(pid)).toBe(true);
    await (await lockFolder(folder, lost, FAST)).release();
  });

  test("of a process whose id another one has now is taken", async () => {
    writeOwner({ pid: process.pid, place: here(), started: "1" });
    await (await lockFolder(folder, lost, FAST)).release();
  });

  test("of another machine is refused while its beat goes on", async () => {
    writeOwner({ pid: 1, place: "elsewhere", started: "1" });
    const beating = setInterval(() => utimesSync(file, new Date(), new Date()), 10);
    await expect(lockFolder(folder, lost, FAST)).rejects.toThrow(folder);
    clearInterval(beating);
    await (await lockFolder(folder, lost, FAST)).release();
  });

  test("that cannot be read counts as held while its beat goes on", async () => {
    writeFileSync(file, "{");
    await (await lockFolder(folder, lost, FAST)).release();
  });

  test("goes to one of many that start together after a crash, and leaves nothing beside", async () => {
    for (let round = 0; round < 30; round++) {
      writeOwner({ pid: process.pid, place: here(), started: "1", token: `dead-${round}` });
      const starts = await Promise.allSettled(Array.from({ length: 12 }, () => lockFolder(folder, lost, FAST)));
      const locks = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
      expect(locks).toHaveLength(1);
      expect(readdirSync(folder)).toEqual(["in-use.json"]);
      await locks[0]?.release();
    }
  });

  test("whose taker was killed as well goes to the next", async () => {
    writeOwner({ pid: process.pid, place: here(), started: "1", token: "../first" });
    const taker = { pid: process.pid, place: here(), started: "2", token: "second" };
    writeFileSync(`${file}.after-..%2Ffirst`, JSON.stringify(taker));
    const lock = await lockFolder(folder, lost, FAST);
    expect(readdirSync(folder)).toEqual(["in-use.json"]);
    await lock.release();
  });

  test("that was taken away is told, and is not released for the new holder", async () => {
    const told = new Promise<void>((resolve) => {
      void lockFolder(folder, resolve, FAST).then((lock) => {
        writeOwner({ pid: 1, place: "elsewhere", started: null });
        return told.then(() => lock.release());
      });
    });
    await told;
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ token: "other" });
  });
});
