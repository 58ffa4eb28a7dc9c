/**
 * Lengths of time in ms, counted in steps of less than 0.5 %, so that a million take little more room than a thousand. By
 * step: how many, and the most of them; where all in a step are the same, percentiles are exact.
 */
export type Arrivals = Map<number, { count: number; most: number }>;

/** Counts one. */
export function arrive(arrivals: Arrivals, ms: number): void {
  put(arrivals, stepOf(ms), 1, ms);
}

/** Adds more to a sum. */
export function addArrivals(sum: Arrivals, more: Arrivals): void {
  for (const [step, { count, most }] of more) put(sum, step, count, most);
}

/** Percentiles by nearest rank, less than 0.5 % too large; null for none. */
export function percentilesOf(arrivals: Arrivals): ((percent: number) => number) | null {
  const steps = [...arrivals].toSorted(([a], [b]) => a - b).map(([, step]) => step);
  const total = steps.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  return (percent) => {
    let left = Math.max(1, Math.ceil((percent / 100) * total));
    const found = steps.find(({ count }) => {
      left -= count;
      return left <= 0;
    });
    return found?.most ?? 0;
  };
}

function put(arrivals: Arrivals, step: number, count: number, most: number): void {
  const known = arrivals.get(step);
  if (!known) {
    arrivals.set(step, { count, most });
    return;
  }
  known.count += count;
  if (most > known.most) known.most = most;
}

const STEPS = 256;

/** Whole numbers up to 511 have steps of their own; from there on, 256 steps to each doubling. */
function stepOf(ms: number): number {
  let [left, doublings] = [ms, 0];
  while (left >= 2 * STEPS) {
    left /= 2;
    doublings += 1;
  }
  return doublings * STEPS + Math.floor(left);
}
