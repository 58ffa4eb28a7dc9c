import { LIVE_STATUSES, RUN_STATUSES } from "@trilho/engine/contract";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { CallState } from "./call-gate.ts";
import type { ActionOutcome } from "./model/run.ts";
import type { RunTally, RunWatch } from "./model/watch.ts";
import { type Backlog, MOST_COUNTED } from "./store/backlog.ts";
import type { Metrics } from "../platform/http/metrics.ts";

const LIVE: ReadonlySet<string> = new Set(LIVE_STATUSES);

/** What became of runs in this process. */
export interface RunMetrics extends Pick<RunWatch, "began" | "tried"> {
  tally: RunTally;
}

/** A server's metrics with those of its runs. */
export type ServerMetrics = Metrics & { runs: RunMetrics };

export const withRuns = (metrics: Metrics): ServerMetrics => ({ ...metrics, runs: measureRuns(metrics.registry) });

/** Counters of this process; those of all of them add up. */
export function measureRuns(registry: Registry): RunMetrics {
  const registers = [registry];
  const started = new Counter({ name: "trilho_runs_started_total", help: "Runs that events started", registers });
  const ended = new Counter({
    name: "trilho_runs_ended_total",
    help: "Runs that ended, by outcome",
    labelNames: ["outcome"],
    registers,
  });
  // A counter that comes into being with its first run seems never to have grown: nobody would hear of a first dead letter.
  for (const outcome of RUN_STATUSES) if (!LIVE.has(outcome)) ended.inc({ outcome }, 0);
  const lateness = new Histogram({
    name: "trilho_run_lateness_seconds",
    help: "How long after its time a run was taken further",
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800],
    registers,
  });
  const tried = new Counter({
    name: "trilho_action_attempts_total",
    help: "Attempts at actions that reach other systems, by action and outcome",
    labelNames: ["action", "outcome"],
    registers,
  });
  return {
    tally({ what, count }) {
      if (what === "started") started.inc(count);
      else ended.inc({ outcome: what }, count);
    },
    began: (lateMs) => lateness.observe(lateMs / 1000),
    tried: (_, action, outcome) => tried.inc({ action, outcome: outcomeOf(outcome) }),
  };
}

export function outcomeOf(outcome: ActionOutcome): "succeeded" | "permanent" | "uncertain" | "transient" {
  if (outcome.ok) return "succeeded";
  if (outcome.error.permanent) return "permanent";
  return outcome.error.uncertain === true ? "uncertain" : "transient";
}

/** Asked for this often at most, by however many. */
const KEPT_MS = 5_000;

/** What waits in the database, the same whichever process is asked. Where that cannot be read it is NaN. */
export function measureBacklog(registry: Registry, read: () => Promise<Backlog>, onError: (error: unknown) => void) {
  let kept: { at: number; backlog: Promise<Backlog | null> } | null = null;
  function look(): Promise<Backlog | null> {
    if (kept !== null && performance.now() - kept.at < KEPT_MS) return kept.backlog;
    const backlog = read().catch((error: unknown) => {
      onError(error);
      return null;
    });
    kept = { at: performance.now(), backlog };
    return backlog;
  }
  const runs = new Gauge({
    name: "trilho_runs",
    help: `Runs that have not ended, by status, up to ${MOST_COUNTED} of each`,
    labelNames: ["status"],
    registers: [],
    async collect() {
      const backlog = await look();
      for (const status of ["queued", "running", "waiting"] as const) this.set({ status }, backlog?.[status] ?? NaN);
    },
  });
  const paused = new Gauge({
    name: "trilho_runs_paused",
    help: `Runs that became due while they were paused, up to ${MOST_COUNTED}`,
    registers: [],
    async collect() {
      this.set((await look())?.paused ?? NaN);
    },
  });
  const pauses = new Gauge({
    name: "trilho_pauses",
    help: "What keeps runs where they are: paused automations, paused workspaces, and the server, 0 or 1",
    labelNames: ["scope"],
    registers: [],
    async collect() {
      const backlog = await look();
      this.set({ scope: "automation" }, backlog?.pausedAutomations ?? NaN);
      this.set({ scope: "workspace" }, backlog?.pausedWorkspaces ?? NaN);
      this.set({ scope: "server" }, backlog === null ? NaN : Number(backlog.isServerPaused));
    },
  });
  const queueAge = new Gauge({
    name: "trilho_queue_age_seconds",
    help: "Since when the oldest run has been due that no process has taken",
    registers: [],
    async collect() {
      this.set((await look())?.queueAge ?? NaN);
    },
  });
  const eventLag = new Gauge({
    name: "trilho_event_lag_seconds",
    help: "How long the oldest event has waited for its runs to be started",
    registers: [],
    async collect() {
      this.set((await look())?.eventLag ?? NaN);
    },
  });
  for (const gauge of [runs, paused, pauses, queueAge, eventLag]) registry.registerMetric(gauge);
}

/** What actions of runs have under way elsewhere, and what they were kept from. */
export function measureCalls(registry: Registry, calls: () => CallState): void {
  const underWay = new Gauge({
    name: "trilho_calls_under_way",
    help: "Calls of automations to other systems that are not answered yet",
    registers: [],
    collect() {
      this.set(calls().underWay);
    },
  });
  const circuits = new Gauge({
    name: "trilho_circuits_open",
    help: "Addresses that automations leave alone for a while, since nobody answered there",
    registers: [],
    collect() {
      this.set(calls().openCircuits);
    },
  });
  const putOff = new Counter({
    name: "trilho_calls_put_off_total",
    help: "Calls that were put off: too many under way (busy), or nobody answers there (circuit)",
    labelNames: ["reason"],
    registers: [],
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(calls().putOff)) this.inc({ reason }, count);
    },
  });
  for (const metric of [underWay, circuits, putOff]) registry.registerMetric(metric);
}
