import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openEmbedded } from "../../../platform/database/embedded/embedded.ts";
import { findPostmaster } from "../../../platform/database/embedded/pid-file.ts";
import { openDataFolder } from "../../../platform/database/folder/data-folder.ts";
import { startProof, unlessPassing, type Proof } from "../../testing/crash-proof.ts";
import {
  fail,
  openTestStore,
  openTestStoreOn,
  STORE_KINDS,
  temporaryFolder,
  type StoreKind,
} from "../../../testing/open-test-store.ts";

const SERVERS = STORE_KINDS.filter((kind) => kind !== "pglite");

let proof: Proof | null = null;
afterEach(async () => {
  await proof?.close();
  proof = null;
});

describe.each(SERVERS)("workers beside each other, on %s", (kind: StoreKind) => {
  it("share the work, and no run ends otherwise than it was simulated", { timeout: 180_000 }, async () => {
    proof = await startProof(await openTestStore(kind), { workers: 3, concurrency: 1, live: 80 });
    await proof.reach(250);
    const { byWorker } = await proof.finish();
    expect(byWorker.size).toBe(3);
  });
});

describe.each(SERVERS)("workers whose connections are cut, on %s", (kind: StoreKind) => {
  it("go on with others, and no run ends otherwise than it was simulated", { timeout: 180_000 }, async () => {
    proof = await startProof(await openTestStore(kind), { workers: 2, concurrency: 3, live: 12 });
    for (let cuts = 0; cuts < 6; cuts += 1) await proof.cutConnections();
    await proof.finish();
    expect(proof.workers().every((worker) => worker.isAlive())).toBe(true);
  });

  it("stop for a disk that is full, and go on once it has room", { timeout: 180_000 }, async () => {
    proof = await startProof(await openTestStore(kind), { workers: 2, concurrency: 3, live: 12 });
    await proof.reach(20);
    for (let times = 0; times < 2; times += 1) {
      await proof.fillDisk(true);
      await proof.refused(5);
      await proof.fillDisk(false);
    }
    await proof.finish();
    expect(proof.workers().every((worker) => worker.isAlive())).toBe(true);
  });
});

describe.each(SERVERS)("workers whose database's clock jumps, on %s", (kind) => {
  it("go on, and no run ends otherwise than it was simulated", { timeout: 180_000 }, async () => {
    proof = await startProof(await openTestStore(kind), { workers: 2, concurrency: 3, live: 12 });
    await proof.reach(20);
    await proof.jumpClock(600);
    await proof.reach(40);
    await proof.jumpClock(-600);
    await proof.finish();
    expect(proof.workers().every((worker) => worker.isAlive())).toBe(true);
  });
});

describe("workers whose PostgreSQL ends at once and is started again", () => {
  it("go on with it, and no run ends otherwise than it was simulated", { timeout: 180_000 }, async () => {
    const folder = await openDataFolder(await temporaryFolder(), () => fail(new Error("The lock was lost")));
    const server = await openEmbedded(folder);
    server.guard(unlessEnded);
    const opened = await openTestStoreOn(server.url, unlessPassing);
    proof = await startProof(opened, { workers: 2, concurrency: 3, live: 12 });
    for (let restarts = 1; restarts <= 2; restarts += 1) {
      await proof.reach(restarts * 20);
      process.kill(findPostmaster(join(folder.path, "postgres"))?.pid ?? 0, IMMEDIATELY);
    }
    await proof.reach(60);
    await proof.finish();
    expect(proof.workers().every((worker) => worker.isAlive())).toBe(true);
    await proof.close();
    proof = null;
    await server.stop();
    await folder.release();
    await rm(folder.path, { recursive: true, force: true });
  });
});

/** As `pg_ctl stop -m immediate` does it. */
const IMMEDIATELY = process.platform === "win32" ? "SIGKILL" : "SIGQUIT";

function unlessEnded(error: Error): void {
  if (!error.message.includes("ended without having been told to")) fail(error);
}
