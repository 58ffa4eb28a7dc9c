import type { ActionType } from "../contract/definition.ts";
import type { RunStatus } from "../contract/run.ts";
import { RUN_STATUSES } from "../contract/run.ts";
import type { SimulationError } from "../contract/scenario.ts";
import { at } from "../graph/adjacency.ts";
import type { CompiledGraph } from "../graph/compile.ts";
import { CUSTOMER_ACTIONS } from "../interpreter/plan.ts";
import type { Ending, Happening } from "../simulate/drive.ts";

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

/** What a cohort counted. */
export interface CohortCounts {
  statuses: Record<RunStatus, number>;
  /** Runs that came to each node, in the order of the definition. */
  nodes: { nodeId: string; visits: number }[];
  /** Runs that went along each edge; `edge` is its position in the definition. */
  edges: { edge: number; edgeId: string | null; taken: number }[];
  /** Of the runs that completed; null when none did. */
  durationMs: CohortDurations | null;
  messages: {
    /** Messages that reached a contact. */
    total: number;
    byAction: { actionType: ActionType; count: number }[];
    /** By hour of UTC, in order; hours without messages are left out. `hour` is its ISO 8601 start. */
    perHour: { hour: string; count: number }[];
  };
  /** Runs that could not go on, by why. */
  errors: { code: SimulationError["code"]; count: number }[];
}

const HOUR_MS = 3_600_000;

/** Counts what the runs of a cohort do. */
export class CohortCounter {
  private readonly graph: CompiledGraph;
  private readonly visits: Float64Array;
  private readonly taken: Float64Array;
  private readonly statuses = new Map<RunStatus, number>();
  private readonly durations: number[] = [];
  private readonly byAction = new Map<ActionType, number>();
  private readonly byHour = new Map<number, number>();
  private readonly errors = new Map<SimulationError["code"], number>();
  private node = -1;
  private performing: ActionType | null = null;

  constructor(graph: CompiledGraph) {
    this.graph = graph;
    this.visits = new Float64Array(graph.nodes.length);
    this.taken = new Float64Array(graph.edges.length);
  }

  /** A run begins. */
  begin(): void {
    this.node = -1;
    this.performing = null;
  }

  /** Something happens in the run. */
  readonly watch = ({ event, steps, effect }: Happening): void => {
    if (event.type === "performed" && this.performing !== null && CUSTOMER_ACTIONS.has(this.performing)) {
      add(this.byAction, this.performing);
      add(this.byHour, Math.floor(event.at / HOUR_MS));
    }
    for (const { nodeId, handle } of steps) {
      const node = this.graph.indexOf.get(nodeId) ?? -1;
      if (node >= 0 && node !== this.node) this.visits[node] = (this.visits[node] ?? 0) + 1;
      this.node = node;
      const edge = handle === null ? undefined : this.graph.edgeByHandle[node]?.get(handle);
      if (edge !== undefined && at(this.graph.target, edge) >= 0) this.taken[edge] = (this.taken[edge] ?? 0) + 1;
    }
    this.performing = effect?.type === "perform" ? effect.actionType : null;
  };

  /** The run is over. */
  end(startAt: number, { state, endAt, error }: Ending): void {
    const status = error ? "failed" : state.status;
    add(this.statuses, status);
    if (error) add(this.errors, error.code);
    if (status === "completed") this.durations.push(endAt - startAt);
  }

  counts(): CohortCounts {
    const { nodes, edges, representative } = this.graph;
    const hours = [...this.byHour].toSorted(([a], [b]) => a - b);
    return {
      statuses: Object.fromEntries(RUN_STATUSES.map((status) => [status, this.statuses.get(status) ?? 0])) as Record<
        RunStatus,
        number
      >,
      nodes: nodes.flatMap((node, index) =>
        representative[index] === index ? [{ nodeId: node.id, visits: this.visits[index] ?? 0 }] : [],
      ),
      edges: edges.map((edge, index) => ({
        edge: index,
        edgeId: typeof edge?.id === "string" ? edge.id : null,
        taken: this.taken[index] ?? 0,
      })),
      durationMs: durationsOf(this.durations),
      messages: {
        total: hours.reduce((total, [, count]) => total + count, 0),
        byAction: [...this.byAction].map(([actionType, count]) => ({ actionType, count })),
        perHour: hours.map(([hour, count]) => ({ hour: new Date(hour * HOUR_MS).toISOString(), count })),
      },
      errors: [...this.errors].map(([code, count]) => ({ code, count })),
    };
  }
}

/** The percentiles of some lengths of time; null for none. */
export function durationsOf(durations: readonly number[]): CohortDurations | null {
  if (durations.length === 0) return null;
  const sorted = Float64Array.from(durations).toSorted();
  const rank = (percent: number) => sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
  return {
    min: rank(0),
    mean: sorted.reduce((sum, each) => sum + each, 0) / sorted.length,
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

function add<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
