import { afterEach, describe, expect, it } from "vitest";
import { startProof, type Proof } from "../testing/crash-proof.ts";
import { STORE_KINDS, type StoreKind } from "../testing/open-test-store.ts";

/** More of them by TRILHO_PROOF_KILLS. */
const KILLS = Number(process.env["TRILHO_PROOF_KILLS"] ?? 4);
const SERVERS = STORE_KINDS.filter((kind) => kind !== "pglite");

let proof: Proof | null = null;
afterEach(async () => {
  await proof?.close();
  proof = null;
});

describe.each(SERVERS)("workers that are killed, on %s", (kind: StoreKind) => {
  it(
    "lose nothing, and no run ends otherwise than it was simulated",
    async () => {
      proof = await startProof(kind, { workers: 2, concurrency: 3, live: 12 });
      for (let kills = 0; kills < KILLS; kills += 1) await proof.killOne();
      const { runs, repeated } = await proof.finish();
      process.stdout.write(`${kind}: ${KILLS} kills, ${runs} runs, ${repeated} calls made again under their key\n`);
    },
    60_000 + KILLS * 10_000,
  );
});

describe.each(SERVERS)("workers beside each other, on %s", (kind: StoreKind) => {
  it("share the work, and no run ends otherwise than it was simulated", { timeout: 180_000 }, async () => {
    proof = await startProof(kind, { workers: 3, concurrency: 1, live: 80 });
    await proof.reach(250);
    const { byWorker } = await proof.finish();
    expect(byWorker.size).toBe(3);
  });
});

describe.each(SERVERS)("workers whose connections are cut, on %s", (kind: StoreKind) => {
  it("go on with others, and no run ends otherwise than it was simulated", { timeout: 180_000 }, async () => {
    proof = await startProof(kind, { workers: 2, concurrency: 3, live: 12 });
    for (let cuts = 0; cuts < 6; cuts += 1) await proof.cutConnections();
    await proof.finish();
    expect(proof.workers().every((worker) => worker.isAlive())).toBe(true);
  });
});
