import type { Link, ReadingOrder } from "../../document/layout/reading-order.ts";

/**
 * By step, the next one that every run passes which gets on from it, whichever way it takes (its immediate
 * post-dominator). Steps without one are missing: some way ends, or leads back.
 * @param waysOf all exits of a step; null for one that leads nowhere
 */
export function joins(
  { order, depth, back }: ReadingOrder,
  waysOf: (id: string) => readonly (Link | null)[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const steps = new Map<string, number>();
  const stepsOf = (id: string): number => steps.get(id) ?? 0;
  // What a step leads to lies deeper, so it has its join already.
  for (const id of order.toSorted((a, b) => (depth.get(b) ?? 0) - (depth.get(a) ?? 0))) {
    const ways = waysOf(id);
    let join: string | undefined = ways[0]?.edge.target;
    for (const way of ways) {
      let other = way === null || back.has(way.index) ? undefined : way.edge.target;
      while (join !== other && join !== undefined && other !== undefined) {
        if (stepsOf(join) > stepsOf(other)) join = found.get(join);
        else other = found.get(other);
      }
      if (join !== other) join = undefined;
    }
    if (join === undefined) continue;
    found.set(id, join);
    steps.set(id, stepsOf(join) + 1);
  }
  return found;
}
