import { ACTION_TYPES } from "../contract/definition.ts";
import type { ActionType } from "../contract/definition.ts";
import type { RunStatus } from "../contract/run.ts";
import { RUN_STATUSES } from "../contract/run.ts";
import type { SimulationError } from "../contract/scenario.ts";
import type { CompiledGraph } from "../graph/compile.ts";
import { percentilesOf } from "./arrivals.ts";
import { eachHour, hourText } from "./hours.ts";
import type { Hours } from "./hours.ts";
import { SortedLists } from "./sorted-lists.ts";
import type { Tally } from "./tally.ts";

/** Lengths of time in ms. Percentiles are of the runs themselves (nearest rank), not interpolated. */
export interface CohortDurations {
  min: number;
  mean: number;
  max: number;
  p10: number;
  p25: number;
  p50: number;
  p75: number;
  p90: number;
  p95: number;
  p99: number;
}

/** What came to one node. */
export interface NodeCount {
  nodeId: string;
  /** Runs that came here. */
  visits: number;
  /**
   * From the start of the run, ms, less than 0.5 % too large; null where no run came. Only where the option `arrivals`
   * asks for it.
   */
  arrivalMs?: { p50: number; p90: number } | null;
}

/** The messages of an hour; `hour` is its ISO 8601 start. */
export interface HourCount {
  hour: string;
  count: number;
}

/** What a cohort counted. */
export interface CohortCounts {
  statuses: Record<RunStatus, number>;
  /** In the order of the definition. */
  nodes: NodeCount[];
  /** Runs that went along each edge; `edge` is its position in the definition. */
  edges: { edge: number; edgeId: string | null; taken: number }[];
  /** Of the runs that completed; null when none did. */
  durationMs: CohortDurations | null;
  messages: {
    /** Messages that reached a contact. */
    total: number;
    byAction: { actionType: ActionType; count: number }[];
    /** By hour of UTC, in order; hours without messages are left out. Made when it is first read. */
    perHour: HourCount[];
  };
  /** Runs that could not go on, by why. */
  errors: { code: SimulationError["code"]; count: number }[];
}

/** Reads a tally: the counts of each node and edge of its definition. */
export function countsOf({ nodes, edges, representative, target, trigger }: CompiledGraph, tally: Tally): CohortCounts {
  const { runs, taken, sent, statuses } = tally;
  const visits = new Float64Array(nodes.length);
  if (trigger >= 0) visits[trigger] = runs;
  taken.forEach((count, edge) => {
    const node = target[edge] ?? -1;
    if (node >= 0) visits[node] = (visits[node] ?? 0) + count;
  });
  let perHour: HourCount[] | null = null;
  return {
    statuses: Object.fromEntries(RUN_STATUSES.map((status, index) => [status, statuses[index] ?? 0])) as Record<
      RunStatus,
      number
    >,
    nodes: nodes.flatMap((node, index) =>
      representative[index] === index
        ? [{ nodeId: node.id, visits: visits[index] ?? 0, ...arrivalOf(tally, index, index === trigger) }]
        : [],
    ),
    edges: edges.map((edge, index) => ({
      edge: index,
      edgeId: typeof edge?.id === "string" ? edge.id : null,
      taken: taken[index] ?? 0,
    })),
    durationMs: durationsOf(tally.durations),
    messages: {
      total: sumOf(sent),
      byAction: ACTION_TYPES.flatMap((actionType) => {
        const count = sent.reduce((sum, each, node) => sum + (nodes[node]?.actionType === actionType ? each : 0), 0);
        return count > 0 ? [{ actionType, count }] : [];
      }),
      // Years of hours are many texts, and few ask for them.
      get perHour() {
        perHour ??= perHourOf(tally.hours);
        return perHour;
      },
    },
    errors: [...tally.errors].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([code, count]) => ({ code, count })),
  };
}

function perHourOf(hours: Hours): HourCount[] {
  const list: HourCount[] = [];
  eachHour(hours, (hour, count) => list.push({ hour: hourText(hour), count }));
  return list;
}

function arrivalOf({ arrivals, runs }: Tally, node: number, isTrigger: boolean): Pick<NodeCount, "arrivalMs"> {
  if (arrivals === null) return {};
  if (isTrigger) return { arrivalMs: runs > 0 ? { p50: 0, p90: 0 } : null };
  const percentile = percentilesOf(arrivals[node] ?? new Map());
  return { arrivalMs: percentile && { p50: percentile(50), p90: percentile(90) } };
}

/** What there is to say of lengths of time, lists in ascending order; null for none. */
export function durationsOf(lists: Tally["durations"]): CohortDurations | null {
  const sorted = new SortedLists(lists);
  if (sorted.length === 0) return null;
  const rank = (percent: number) => sorted.at(Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1));
  return {
    min: rank(0),
    mean: sorted.mean(),
    max: rank(100),
    p10: rank(10),
    p25: rank(25),
    p50: rank(50),
    p75: rank(75),
    p90: rank(90),
    p95: rank(95),
    p99: rank(99),
  };
}

function sumOf(list: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < list.length; index += 1) sum += list[index] ?? 0;
  return sum;
}
