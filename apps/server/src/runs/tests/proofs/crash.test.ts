import { afterEach, describe, expect, it } from "vitest";
import { startProof, type Proof } from "../../testing/crash-proof.ts";
import { EVERYTHING } from "../../../testing/everything.ts";
import { openTestStore, STORE_KINDS, type StoreKind } from "../../../testing/open-test-store.ts";

/** More of them by TRILHO_PROOF_KILLS. */
const KILLS = Number(process.env["TRILHO_PROOF_KILLS"] ?? (EVERYTHING ? 40 : 1));
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
      proof = await startProof(await openTestStore(kind), { workers: 2, concurrency: 3, live: 12, slowMs: 300 });
      for (let kills = 0; kills < KILLS; kills += 1) await proof.killOne();
      const { runs, repeated } = await proof.finish();
      expect(runs).toBeGreaterThan(0);
      process.stdout.write(`${kind}: ${KILLS} kills, ${runs} runs, ${repeated} calls made again under their key\n`);
    },
    60_000 + KILLS * 10_000,
  );
});
