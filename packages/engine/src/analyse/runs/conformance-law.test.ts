import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Effect } from "../../contract/run.ts";
import type { TraceEntry } from "../../contract/scenario.ts";
import { graphs, scenarios } from "../../interpreter/testing/arbitraries.ts";
import { simulateRun } from "../../simulate/simulate-run.ts";
import { checkConformance } from "./check-conformance.ts";
import type { KnownRun } from "./known-run.ts";
import type { RunPhase } from "./phases.ts";

const PHASES: Record<Extract<Effect, { type: "sleep" }>["reason"], RunPhase> = {
  wait: "sleeping",
  reply: "awaiting_reply",
  retry: "retrying",
  business_hours: "deferred",
};

/** What a run's row says when the run comes to an entry of its trace. */
function rowOf(
  entry: TraceEntry,
  startedAt: string,
  attempts: number,
  lastAttemptAt: string | null,
  effects: readonly string[],
): [KnownRun, RunPhase] | null {
  const { effect, nodeId: currentNodeId } = entry;
  if (effect === null) return null;
  const base = {
    currentNodeId,
    createdAt: startedAt,
    startedAt,
    lastAttemptAt,
    nextAttemptAt: null,
    waitingForReply: false,
    attempts,
    effects,
  };
  if (effect.type === "perform") return [{ ...base, status: "running", lastAttemptAt: entry.at }, "performing"];
  if (effect.type === "pick_exit") return [{ ...base, status: "running" }, "picking_exit"];
  if (effect.type === "finish") return [{ ...base, status: effect.status, completedAt: entry.at }, "ended"];
  const phase = PHASES[effect.reason];
  const nextAttemptAt = new Date(effect.until).toISOString();
  return [{ ...base, status: "waiting", nextAttemptAt, waitingForReply: phase === "awaiting_reply" }, phase];
}

describe("checkConformance of any simulated run", () => {
  it("finds every moment possible, and its true state among the candidates", () => {
    fc.assert(
      fc.property(graphs, scenarios, (any, scenario) => {
        const { trace, startedAt } = simulateRun(any, scenario);
        let attempts = 0;
        let lastAttemptAt: string | null = null;
        const effects: string[] = [];
        for (const entry of trace) {
          if (entry.effect?.type === "perform") {
            [attempts, lastAttemptAt] = [entry.effect.attempt, entry.at];
            effects.push(entry.nodeId);
          }
          const row = rowOf(entry, startedAt, attempts, lastAttemptAt, [...effects]);
          if (entry.handle !== null) attempts = 0;
          if (row === null) continue;
          const [run, phase] = row;
          const conformance = checkConformance(any, run);
          expect(conformance).toMatchObject({ reasons: [] });
          expect(conformance.candidates).toContainEqual({ nodeId: run.currentNodeId, phase });
        }
      }),
    );
  });
});
