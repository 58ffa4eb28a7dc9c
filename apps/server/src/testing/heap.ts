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

/** By how many bytes the heap grows over so many rounds, once a tenth of them is past. */
export async function growthOver(count: number, rounds: (count: number) => Promise<void>): Promise<number> {
  await rounds(count / 10);
  const before = heap();
  await rounds(count);
  return heap() - before;
}
