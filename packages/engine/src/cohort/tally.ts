import type { RoundRobinState, RunEvent, RunStatus } from "../contract/run.ts";
import { RUN_STATUSES } from "../contract/run.ts";
import type { SimulationError } from "../contract/scenario.ts";
import type { Moment, Move, PlanNode } from "../interpreter/plan.ts";
import { LAST_INSTANT } from "../interpreter/walk.ts";
import type { Ending, Shortcuts, Watcher } from "../simulate/drive.ts";
import { addArrivals, arrive } from "./arrivals.ts";
import type { Arrivals } from "./arrivals.ts";
import type { Crossings } from "./crossings.ts";
import type { WalkedWay } from "./shortcuts.ts";

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
  /** Messages that reached a contact, by the node's position in the definition. */
  sent: Float64Array;
  /** Messages by hours since 1970. */
  byHour: Map<number, number>;
  errors: Map<SimulationError["code"], number>;
  /** The round robins after the last of the runs, and in which block that was. */
  last: { block: number; roundRobin: Record<string, RoundRobinState> };
}

/** What is counted for. */
export interface TallySize {
  nodes: number;
  edges: number;
  /** Whether to keep the times of arrival at each node. */
  arrivals: boolean;
}

/** The tally of no runs. */
export function noRuns({ nodes, edges, arrivals }: TallySize): Tally {
  return {
    runs: 0,
    statuses: new Float64Array(RUN_STATUSES.length),
    taken: new Float64Array(edges),
    arrivals: arrivals ? Array.from({ length: nodes }, () => new Map()) : null,
    durations: new Float64Array(0),
    sent: new Float64Array(nodes),
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
    addEach(sum.sent, tally.sent);
    sum.arrivals?.forEach((arrivals, node) => addArrivals(arrivals, tally.arrivals?.[node] ?? new Map()));
    sum.durations.set(tally.durations, filled);
    filled += tally.durations.length;
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
/** Hours from the first one on that are counted in an array; forty years. */
const NEAR_HOURS = 350_640;

/** Counts what runs do. */
export class TallyWriter implements Watcher, Shortcuts {
  private readonly tally: Tally;
  private durations = new Float64Array(1024);
  private completed = 0;
  private firstHour = Number.NaN;
  private hours = new Float64Array(256);
  private startAt = 0;

  /** When the way taken last comes to its end. */
  endAt = 0;
  readonly most: number;
  readonly shortcuts = this;
  private readonly crossings: Crossings;

  constructor(size: TallySize, crossings: Crossings) {
    this.tally = noRuns(size);
    this.crossings = crossings;
    this.most = crossings.most;
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

  answered({ reachesCustomer, position }: PlanNode, event: RunEvent): void {
    if (!reachesCustomer || event.type !== "performed") return;
    this.tally.sent[position] = (this.tally.sent[position] ?? 0) + 1;
    this.countHour(Math.floor(event.at / HOUR_MS));
  }

  /** Takes a way that was walked before. */
  take(node: PlanNode, at: number): WalkedWay | null {
    const way = this.crossings.find(node, at);
    if (way === null) return null;
    const { delayMs } = this.crossings;
    way.taken += 1;
    for (const { afterMs } of way.messages) this.countHour(Math.floor(Math.min(at + afterMs, LAST_INSTANT) / HOUR_MS));
    if (this.tally.arrivals !== null) this.passed(way, at + delayMs);
    this.endAt = Math.min(at + way.lastsMs + delayMs, LAST_INSTANT);
    return way;
  }

  /** A run is over. */
  ended({ status, endAt, error }: Ending): void {
    const index = STATUS_INDEX[status];
    this.tally.runs += 1;
    this.tally.statuses[index] = (this.tally.statuses[index] ?? 0) + 1;
    if (error) add(this.tally.errors, error.code);
    if (status !== "completed") return;
    if (this.completed === this.durations.length) this.durations = grown(this.durations, 2 * this.completed);
    this.durations[this.completed] = endAt - this.startAt;
    this.completed += 1;
  }

  /** What was counted. */
  read(last: Tally["last"]): Tally {
    const byHour = new Map(this.tally.byHour);
    this.hours.forEach((count, index) => {
      if (count > 0) add(byHour, this.firstHour + index, count);
    });
    const [taken, sent] = [this.tally.taken.slice(), this.tally.sent.slice()];
    for (const way of this.crossings.ways) {
      for (const { edge } of way.edges) taken[edge.position] = (taken[edge.position] ?? 0) + way.taken;
      for (const { node } of way.messages) sent[node.position] = (sent[node.position] ?? 0) + way.taken;
    }
    return { ...this.tally, taken, sent, durations: this.durations.slice(0, this.completed), byHour, last };
  }

  private passed({ edges }: WalkedWay, at: number): void {
    for (const { edge, afterMs } of edges) {
      const there = this.tally.arrivals?.[edge.to.position];
      if (there) arrive(there, Math.min(at + afterMs, LAST_INSTANT) - this.startAt);
    }
  }

  private countHour(hour: number): void {
    if (Number.isNaN(this.firstHour)) this.firstHour = hour;
    const index = hour - this.firstHour;
    if (index < 0 || index >= NEAR_HOURS) return add(this.tally.byHour, hour);
    if (index >= this.hours.length) this.hours = grown(this.hours, 2 * index);
    this.hours[index] = (this.hours[index] ?? 0) + 1;
  }
}

function grown(list: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(length);
  larger.set(list);
  return larger;
}

const STATUS_INDEX = Object.fromEntries(RUN_STATUSES.map((status, index) => [status, index])) as Record<
  RunStatus,
  number
>;
