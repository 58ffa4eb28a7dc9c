/**
 * Lengths of time in ms, counted in steps of less than 1 %, so that a million take no more room than a hundred. By step:
 * how many, and the least of them; where all in a step are the same, percentiles are exact.
 */
export type Arrivals = Map<number, { count: number; least: number }>;

/** Counts one. */
export function arrive(arrivals: Arrivals, ms: number): void {
  put(arrivals, stepOf(ms), 1, ms);
}

/** Adds more to a sum. */
export function addArrivals(sum: Arrivals, more: Arrivals): void {
  for (const [step, { count, least }] of more) put(sum, step, count, least);
}

/** Percentiles by nearest rank, less than 1 % too small; null for none. */
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
    return found?.least ?? 0;
  };
}

function put(arrivals: Arrivals, step: number, count: number, least: number): void {
  const known = arrivals.get(step);
  if (!known) {
    arrivals.set(step, { count, least });
    return;
  }
  known.count += count;
  if (least < known.least) known.least = least;
}

const STEPS = 128;

/** Whole numbers up to 255 have steps of their own; from there on, 128 steps to each doubling. */
function stepOf(ms: number): number {
  let [left, doublings] = [ms, 0];
  while (left >= 2 * STEPS) {
    left /= 2;
    doublings += 1;
  }
  return doublings * STEPS + Math.floor(left);
}
