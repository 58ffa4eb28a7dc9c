import type { ActionType } from "../contract/definition.ts";
import type { RoundRobinState, RunEvent, RunStatus } from "../contract/run.ts";
import { RUN_STATUSES } from "../contract/run.ts";
import type { SimulationError } from "../contract/scenario.ts";
import type { Moment, Move, PlanNode } from "../interpreter/plan.ts";
import type { Ending, Watcher } from "../simulate/drive.ts";
import { addArrivals, arrive } from "./arrivals.ts";
import type { Arrivals } from "./arrivals.ts";

/**
 * What some runs of a cohort did, as data that can be sent between threads and added up: the sum does not depend on how
 * the runs were dealt out.
 */
export interface Tally {
  runs: number;
  /** In the order of `RUN_STATUSES`. */
  statuses: Float64Array;
  /** By the edge's position in the definition. */
  taken: Float64Array;
  /** By the node's position, from the start of the run; null where nobody asked for it. */
  arrivals: Arrivals[] | null;
  /** Of the runs that completed, ms, in any order: percentiles are exact. */
  durations: Float64Array<ArrayBuffer>;
  byAction: Map<ActionType, number>;
  /** By hours since 1970. */
  byHour: Map<number, number>;
  errors: Map<SimulationError["code"], number>;
  /** The round robins after the last of the runs, and in which block that was. */
  last: { block: number; roundRobin: Record<string, RoundRobinState> };
}

/** What is counted for. `nodes` is how many nodes to keep the times of arrival of; null for none. */
export interface TallySize {
  edges: number;
  nodes: number | null;
}

/** The tally of no runs. */
export function noRuns({ edges, nodes }: TallySize): Tally {
  return {
    runs: 0,
    statuses: new Float64Array(RUN_STATUSES.length),
    taken: new Float64Array(edges),
    arrivals: nodes === null ? null : Array.from({ length: nodes }, () => new Map()),
    durations: new Float64Array(0),
    byAction: new Map(),
    byHour: new Map(),
    errors: new Map(),
    last: { block: -1, roundRobin: {} },
  };
}

/** Adds tallies of one cohort up. */
export function addUp(tallies: readonly Tally[], size: TallySize): Tally {
  const sum = noRuns(size);
  sum.durations = new Float64Array(tallies.reduce((length, { durations }) => length + durations.length, 0));
  let filled = 0;
  for (const tally of tallies) {
    sum.runs += tally.runs;
    addEach(sum.statuses, tally.statuses);
    addEach(sum.taken, tally.taken);
    sum.arrivals?.forEach((arrivals, node) => addArrivals(arrivals, tally.arrivals?.[node] ?? new Map()));
    sum.durations.set(tally.durations, filled);
    filled += tally.durations.length;
    for (const [key, count] of tally.byAction) add(sum.byAction, key, count);
    for (const [key, count] of tally.byHour) add(sum.byHour, key, count);
    for (const [key, count] of tally.errors) add(sum.errors, key, count);
    if (tally.last.block >= sum.last.block) sum.last = tally.last;
  }
  return sum;
}

function addEach(sum: Float64Array, counts: Float64Array): void {
  for (let index = 0; index < sum.length; index += 1) sum[index] = (sum[index] ?? 0) + (counts[index] ?? 0);
}

function add<K>(counts: Map<K, number>, key: K, count = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

const HOUR_MS = 3_600_000;

/** Counts what runs do. */
export class TallyWriter implements Watcher {
  private readonly tally: Tally;
  private readonly durations: number[] = [];
  private startAt = 0;

  constructor(size: TallySize) {
    this.tally = noRuns(size);
  }

  /** A run begins. */
  begins(startAt: number): void {
    this.startAt = startAt;
  }

  readonly moved = (_: PlanNode | null, move: Move, { at }: Moment): void => {
    if (move.type !== "leave" || move.edge === null) return;
    const { position, to } = move.edge;
    const { taken, arrivals } = this.tally;
    taken[position] = (taken[position] ?? 0) + 1;
    const there = arrivals?.[to.position];
    if (there) arrive(there, at - this.startAt);
  };

  stopped(): void {
    // Counted when the world answers.
  }

  answered({ reachesCustomer, actionType }: PlanNode, event: RunEvent): void {
    if (!reachesCustomer || event.type !== "performed" || actionType === null) return;
    add(this.tally.byAction, actionType);
    add(this.tally.byHour, Math.floor(event.at / HOUR_MS));
  }

  /** A run is over. */
  ended({ status, endAt, error }: Ending): void {
    const index = STATUS_INDEX[status];
    this.tally.runs += 1;
    this.tally.statuses[index] = (this.tally.statuses[index] ?? 0) + 1;
    if (error) add(this.tally.errors, error.code);
    if (status === "completed") this.durations.push(endAt - this.startAt);
  }

  /** What was counted. */
  read(last: Tally["last"]): Tally {
    return { ...this.tally, durations: Float64Array.from(this.durations), last };
  }
}

const STATUS_INDEX = Object.fromEntries(RUN_STATUSES.map((status, index) => [status, index])) as Record<
  RunStatus,
  number
>;
