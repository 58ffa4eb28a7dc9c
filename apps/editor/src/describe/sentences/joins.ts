import type { Link, ReadingOrder } from "../../document/layout/reading-order.ts";

/**
 * By step, the next one that every run passes which continues past it, whichever exit it takes (its immediate
 * post-dominator). Steps without one are missing: some exit ends or leads back.
 * @param exitsOf all exits of a step; null for one that leads nowhere
 */
export function joins(
  { order, depth, back }: ReadingOrder,
  exitsOf: (id: string) => readonly (Link | null)[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const steps = new Map<string, number>();
  const stepsOf = (id: string): number => steps.get(id) ?? 0;
  // What a step leads to lies deeper, so it has its join already.
  for (const id of order.toSorted((a, b) => (depth.get(b) ?? 0) - (depth.get(a) ?? 0))) {
    const exits = exitsOf(id);
    let join: string | undefined = exits[0]?.edge.target;
    for (const exit of exits) {
      let other = exit === null || back.has(exit.index) ? undefined : exit.edge.target;
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
