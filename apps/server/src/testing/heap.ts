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

/**
 * By how many bytes the heap grows over so many rounds, once a tenth of them is past. Other tests of the process may
 * leave something behind meanwhile; what leaks does so in both halves.
 */
export async function growthOver(count: number, rounds: (count: number) => Promise<void>): Promise<number> {
  await rounds(count / 10);
  const heaps = [heap()];
  for (let half = 0; half < 2; half += 1) {
    await rounds(count / 2);
    heaps.push(heap());
  }
  const [before = 0, between = 0, after = 0] = heaps;
  return 2 * Math.min(between - before, after - between);
}
