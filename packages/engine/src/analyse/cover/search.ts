import type { Catalogue } from "../../contract/scenario.ts";
import { parseInstant } from "../../query/instant.ts";
import { catalogueIn, isCatalogue } from "../../simulate/scenario.ts";
import type { PathWorld } from "./path-facts.ts";
import { possibleExits } from "./possible.ts";
import type { PossibleWays } from "./possible.ts";
import type { Runnable } from "../read.ts";
import { sharing } from "../solve/solve.ts";
import type { Budget } from "../solve/solve.ts";

export interface CoverOptions extends Catalogue {
  /** ISO 8601 instant at which the runs begin; Monday, 5 January 2026, noon in UTC by default. */
  startAt?: string;
  /** Work that may be done, in tests of single values; 5,000,000 by default. What is not found by then is `unknown`. */
  budget?: number;
}

/** What a search for scenarios works with. */
export interface Search {
  readonly runnable: Runnable;
  readonly possible: PossibleWays;
  readonly world: PathWorld;
  readonly budget: Budget;
}

const START = Date.parse("2026-01-05T12:00:00Z");
/** What a search may spend by default. */
export const BUDGET = 5_000_000;
/** Of the budget, what may be spent on ways that are impossible wherever runs come from. */
const PART = 1 / 4;
/** Of what is left of it, what all items of one kind may use; and into how many shares that is parted at least. */
const MOST = 3 / 4;
const FEWEST_SHARES = 4;
/** Less than this is of no use to anything. */
const LEAST_SHARE = 50_000;
/** Steps tried for one path, and for one proof. */
export const MOST_STEPS = 3000;

/** `part` is what may be spent on ways that are impossible wherever runs come from. */
export function startSearch(
  runnable: Runnable,
  { startAt, ...options }: CoverOptions,
  left: number,
  part: number = left * PART,
): Search {
  const started = typeof startAt === "string" ? parseInstant(startAt) : null;
  const world: PathWorld = {
    startAt: started?.at ?? START,
    catalogue: isCatalogue(options) ? catalogueIn(options) : {},
    natures: new Map(),
    probes: 0,
  };
  const work: Budget = { left };
  const possible = sharing(work, part, (share) => possibleExits(runnable, world, share));
  return { runnable, possible, world, budget: work };
}

/**
 * Does some work on each item with a share of most of the budget: what one of them does not use is left to the next, and
 * one that is hard leaves enough for the others and for what comes after.
 */
export function forEachShared<Item>(
  search: Search,
  items: readonly Item[],
  work: (search: Search, item: Item) => void,
) {
  sharing(search.budget, search.budget.left * MOST, (most) => {
    items.forEach((item, index) => {
      const share = Math.max(most.left / Math.min(items.length - index, FEWEST_SHARES), LEAST_SHARE);
      sharing(most, share, (budget) => work({ ...search, budget }, item));
    });
  });
}

/** Pays for one pass over the whole graph; false when the budget is spent. */
export function spendPass({ runnable: { graph }, budget }: Search): boolean {
  budget.left -= graph.nodes.length + graph.edges.length;
  return budget.left > 0;
}

/** Runs that break off take no fewer paths than those that go on, so paths end where a run completes. */
export function mayEnd({ possible }: Search, node: number): boolean {
  const ways = possible.ways[node] ?? [];
  return ways.some(({ ends }) => ends === "completed") || !ways.some(({ edge }) => edge >= 0);
}
