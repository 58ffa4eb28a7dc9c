import { memoryUsage } from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What is in use once everything that can be thrown away is, in bytes. */
function heap(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  return memoryUsage().heapUsed;
}

const PARTS = 5;

/**
 * By how many bytes the heap grows over so many rounds, once a tenth of them is past. Other tests of the process may
 * leave something behind meanwhile; what leaks does so in every part of the rounds.
 */
export async function growthOver(count: number, rounds: (count: number) => Promise<void>): Promise<number> {
  await rounds(count / 10);
  let before = heap();
  let least = Infinity;
  for (let part = 0; part < PARTS; part += 1) {
    await rounds(count / PARTS);
    const after = heap();
    least = Math.min(least, after - before);
    before = after;
  }
  return PARTS * least;
}
