import { cpuUsage } from "node:process";

const ITEMS = Array.from({ length: 10_000 }, (_, index) => ({ id: index, name: `item ${index}`, tags: ["a", "b"] }));
/** What the reference work takes on an idle core of a common machine, in ms. */
const REFERENCE_MS = 12;

/** Some JSON and some long lists, as what is measured by it has them: memory is slow on some machines, code on others. */
function referenceWork(): void {
  JSON.parse(JSON.stringify(ITEMS));
  for (let round = 0; round < 2; round += 1) {
    const list: number[] = [];
    for (let item = 0; item < 100_000; item += 1) list.push(item);
  }
}

function spentBy(work: () => unknown): number {
  const before = cpuUsage();
  work();
  const { user, system } = cpuUsage(before);
  return (user + system) / 1000;
}

/** How many times as long as on an idle core of a common machine this process takes for the same work now; 1 at least. */
export const slowness = (): number => Math.max(1, spentBy(referenceWork) / REFERENCE_MS);

/**
 * The processor's time for some work, in ms of an idle core of a common machine: what else this machine does slows the
 * reference work down as well, which is done before and after.
 */
export function processorTime(work: () => unknown): number {
  const before = slowness();
  const spent = spentBy(work);
  return spent / Math.max(before, slowness());
}
