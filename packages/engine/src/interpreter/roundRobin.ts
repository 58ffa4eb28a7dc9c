import type { RoundRobinState } from "../contract/run.ts";

/** An exit with its share. */
export interface WeightedExit {
  id: string;
  weight: number;
}

/** Shares beyond this count as this: sums stay exact enough for the turns to stay fair. */
const MAX_WEIGHT = 1_000_000_000;

/**
 * Picks the next exit by smooth weighted round-robin, as nginx does between upstreams: every exit gains its weight,
 * the highest is picked (the first of equals) and pays back the sum. With whole weights every round of as many picks as
 * their sum gives each exit exactly its weight, and in between none is ever a whole pick ahead of its share. Exits that
 * are gone lose their standing, new ones begin at 0. Without any weight above 0 all are equal. Null when there are no
 * exits.
 */
export function pickExit(
  exits: readonly WeightedExit[],
  state: RoundRobinState,
): { exitId: string; state: RoundRobinState } | null {
  const weights = weightsOf(exits);
  const standing = new Map<string, number>();
  let picked: string | null = null;
  let total = 0;
  for (const [id, weight] of weights) {
    const raised = standingOf(state, id) + weight;
    standing.set(id, raised);
    total += weight;
    if (weight > 0 && raised > (picked === null ? -Infinity : (standing.get(picked) ?? 0))) picked = id;
  }
  if (picked === null) return null;
  standing.set(picked, (standing.get(picked) ?? 0) - total);
  return { exitId: picked, state: Object.fromEntries(standing) };
}

/** The weights that count, by exit id; without any above 0 all are equal. Of equal ids the first. */
export function weightsOf(exits: readonly WeightedExit[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { id, weight } of exits) {
    if (!weights.has(id)) weights.set(id, weight > 0 ? Math.min(weight, MAX_WEIGHT) : 0);
  }
  const allZero = [...weights.values()].every((weight) => weight === 0);
  return allZero ? new Map([...weights.keys()].map((id) => [id, 1])) : weights;
}

function standingOf(state: RoundRobinState, id: string): number {
  const value = Object.hasOwn(state, id) ? state[id] : 0;
  return Number.isFinite(value) ? (value ?? 0) : 0;
}
