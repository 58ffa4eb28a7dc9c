import { HOUR_MS } from "../contract/durations.ts";
import type { RoundRobinState, TokenEvent, RunStatus } from "../contract/run.ts";
import { RUN_STATUSES } from "../contract/run.ts";
import type { SimulationError } from "../contract/scenario.ts";
import type { Moment, Move, PlanNode } from "../interpreter/plan.ts";
import { LAST_INSTANT } from "../interpreter/walk.ts";
import type { Shortcuts, Watcher } from "../simulate/drive.ts";
import { addArrivals, arrive } from "./arrivals.ts";
import type { Arrivals } from "./arrivals.ts";
import { addHours, countHour, grown, noHours } from "./hours.ts";
import type { Hours } from "./hours.ts";
import type { Crossings } from "./crossings.ts";
import type { WalkedWay } from "./shortcuts.ts";
import type { CohortWorld } from "./world.ts";

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
  /**
   * Of the runs that completed, ms: percentiles are exact. One list of each who simulated some, who sorted it in
   * ascending order.
   */
  durations: readonly Float64Array<ArrayBuffer>[];
  /** Messages that reached a contact, by the node's position in the definition. */
  sent: Float64Array;
  /** Messages by hours since 1970. */
  hours: Hours;
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
function noRuns({ nodes, edges, arrivals }: TallySize): Tally {
  return {
    runs: 0,
    statuses: new Float64Array(RUN_STATUSES.length),
    taken: new Float64Array(edges),
    arrivals: arrivals ? Array.from({ length: nodes }, () => new Map()) : null,
    durations: [],
    sent: new Float64Array(nodes),
    hours: noHours(),
    errors: new Map(),
    last: { block: -1, roundRobin: {} },
  };
}

/** Adds tallies of one cohort up. */
/** Whether what came from a worker is a tally: it may be a worker of another version. */
export function isTally(given: unknown, { nodes, edges, arrivals }: TallySize): given is Tally {
  if (typeof given !== "object" || given === null) return false;
  const { runs, statuses, taken, sent, durations, hours, errors, last, ...rest } = given as Partial<Tally>;
  return (
    typeof runs === "number" &&
    [statuses, taken, sent].every((counts) => counts instanceof Float64Array) &&
    taken?.length === edges &&
    Array.isArray(durations) &&
    durations.every((list) => list instanceof Float64Array) &&
    typeof hours === "object" &&
    errors instanceof Map &&
    typeof last === "object" &&
    (!arrivals || rest.arrivals?.length === nodes)
  );
}

export function addUp(tallies: readonly Tally[], size: TallySize): Tally {
  const sum = noRuns(size);
  sum.durations = tallies.flatMap(({ durations }) => durations);
  sum.hours = addHours(tallies.map(({ hours }) => hours));
  for (const tally of tallies) {
    sum.runs += tally.runs;
    addEach(sum.statuses, tally.statuses);
    addEach(sum.taken, tally.taken);
    addEach(sum.sent, tally.sent);
    sum.arrivals?.forEach((arrivals, node) => addArrivals(arrivals, tally.arrivals?.[node] ?? new Map()));
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

/** Counts what runs do. */
export class TallyWriter implements Watcher, Shortcuts {
  private readonly tally: Tally;
  private durations = new Float64Array(1024);
  private completed = 0;
  private startAt = 0;

  node: PlanNode | null = null;
  status: RunStatus = "completed";
  endAt = 0;
  events = 0;
  error: SimulationError | null = null;
  readonly shortcuts = this;
  private readonly crossings: Crossings;

  constructor(size: TallySize, crossings: Crossings) {
    this.tally = noRuns(size);
    this.crossings = crossings;
  }

  /** The world's current run begins. */
  begins({ plan, sampler }: CohortWorld): void {
    this.node = plan.start;
    this.startAt = sampler.startAt;
    this.endAt = sampler.startAt;
    this.events = 0;
    this.error = null;
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

  answered({ reachesCustomer, position }: PlanNode, event: TokenEvent): void {
    if (!reachesCustomer || event.type !== "performed") return;
    this.tally.sent[position] = (this.tally.sent[position] ?? 0) + 1;
    countHour(this.tally.hours, Math.floor(event.at / HOUR_MS));
  }

  /** Takes ways that were walked before, and counts them. */
  follow(budget: number): void {
    const { crossings } = this;
    const { hours } = this.tally;
    const last = budget - crossings.most;
    let { endAt: at, events } = this;
    let crossing = this.node && crossings.at(this.node);
    while (crossing !== null && events < last) {
      crossings.now = at;
      const way = crossings.find(crossing);
      if (way === null) break;
      way.taken += 1;
      const { messagesAfter } = way;
      for (let index = 0; index < messagesAfter.length; index += 1) {
        countHour(hours, Math.floor(Math.min(at + (messagesAfter[index] ?? 0), LAST_INSTANT) / HOUR_MS));
      }
      if (this.tally.arrivals !== null) this.passed(way, at + crossings.delayMs);
      at = Math.min(at + way.lastsMs + crossings.delayMs, LAST_INSTANT);
      this.node = way.to;
      this.status = way.status;
      events += way.events;
      crossing = way.next;
    }
    this.endAt = at;
    this.events = events;
  }

  /** A run is over. */
  ended(): void {
    const { status, error } = this;
    const index = STATUS_INDEX[status];
    this.tally.runs += 1;
    this.tally.statuses[index] = (this.tally.statuses[index] ?? 0) + 1;
    if (error) add(this.tally.errors, error.code);
    if (status !== "completed") return;
    if (this.completed === this.durations.length) this.durations = grown(this.durations, 2 * this.completed);
    this.durations[this.completed] = this.endAt - this.startAt;
    this.completed += 1;
  }

  /** What was counted; ways are counted anew from here on. */
  read(last: Tally["last"]): Tally {
    const [taken, sent] = [this.tally.taken.slice(), this.tally.sent.slice()];
    for (const way of this.crossings.ways) {
      for (const { edge } of way.edges) taken[edge.position] = (taken[edge.position] ?? 0) + way.taken;
      for (const { node } of way.messages) sent[node.position] = (sent[node.position] ?? 0) + way.taken;
      way.taken = 0;
    }
    return { ...this.tally, taken, sent, durations: [this.durations.subarray(0, this.completed).toSorted()], last };
  }

  private passed({ edges }: WalkedWay, at: number): void {
    for (const { edge, afterMs } of edges) {
      const there = this.tally.arrivals?.[edge.to.position];
      if (there) arrive(there, Math.min(at + afterMs, LAST_INSTANT) - this.startAt);
    }
  }
}

const STATUS_INDEX = Object.fromEntries(RUN_STATUSES.map((status, index) => [status, index])) as Record<
  RunStatus,
  number
>;
