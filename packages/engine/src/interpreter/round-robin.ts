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
 * their sum gives each exit exactly its weight. Within a round the shares are near, not exact: no exit is ever a whole
 * pick ahead of its share, but one of many unequal exits can be more than a pick behind it for a while. Exits that are
 * gone lose their standing, new ones begin at 0, and where weights change what an exit is ahead or behind counts for a few
 * picks at most. Without any weight above 0 all are equal. Null when there are no exits.
 *
 * @example
 * ```ts
 * import { pickExit } from "@trilho/engine";
 *
 * const exits = [{ id: "ana", weight: 2 }, { id: "bia", weight: 1 }];
 * const first = pickExit(exits, {}); // { exitId: "ana", state: { ana: -1, bia: 1 } }
 * if (first) pickExit(exits, first.state)?.exitId; // "bia", then "ana", then as from the beginning
 * ```
 */
export function pickExit(
  exits: readonly WeightedExit[],
  state: RoundRobinState,
): { exitId: string; state: RoundRobinState } | null {
  const turns = new RoundRobin(exits, state);
  const exitId = turns.next();
  return exitId === null ? null : { exitId, state: turns.state() };
}

/** The turns of one round robin, for many picks. */
export class RoundRobin {
  /** The exits that take turns. */
  readonly ids: readonly string[];
  private readonly weights: readonly number[];
  private readonly standing: Float64Array;
  private readonly total: number;

  constructor(exits: readonly WeightedExit[], state: RoundRobinState) {
    const weights = weightsOf(exits);
    this.ids = [...weights.keys()];
    this.weights = [...weights.values()];
    this.total = this.weights.reduce((sum, weight) => sum + weight, 0);
    // So many picks can an exit be behind its share; what is beyond is of greater weights that an earlier version had,
    // and would give it very many picks in a row.
    const most = this.total * (1 + Math.ceil(Math.log(this.ids.length)));
    this.standing = Float64Array.from(this.ids, (id) => {
      const { [id]: kept = 0 } = state;
      return Number.isFinite(kept) ? Math.max(-this.total, Math.min(kept, most)) : 0;
    });
  }

  /** The exit that is next. */
  next(): string | null {
    return this.ids[this.pick()] ?? null;
  }

  /** Its place among the `ids`; -1 where there are none. */
  pick(): number {
    const { weights, standing } = this;
    let picked = -1;
    let highest = -Infinity;
    for (let index = 0; index < weights.length; index += 1) {
      const weight = weights[index] ?? 0;
      const raised = (standing[index] ?? 0) + weight;
      standing[index] = raised;
      if (weight > 0 && raised > highest) {
        picked = index;
        highest = raised;
      }
    }
    // Without exits there is no such place, and nothing is written.
    standing[picked] = highest - this.total;
    return picked;
  }

  /** Where the turns stand, to go on from. */
  state(): RoundRobinState {
    return Object.fromEntries(this.ids.map((id, index) => [id, this.standing[index] ?? 0]));
  }
}

/** The weights that count, by exit id; without any above 0 all are equal. Of equal ids the first. */
export function weightsOf(exits: readonly WeightedExit[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { id, weight } of exits) {
    if (!weights.has(id)) weights.set(id, weight > 0 ? Math.min(weight, MAX_WEIGHT) : 0);
  }
  if (![...weights.values()].some(Boolean)) for (const id of weights.keys()) weights.set(id, 1);
  return weights;
}
