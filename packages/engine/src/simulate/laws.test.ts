import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunState } from "../contract/run.ts";
import { advance, startState } from "../interpreter/advance.ts";
import { compileRun } from "../interpreter/compile-run.ts";
import { graphs, scenarios } from "../interpreter/testing/arbitraries.ts";
import { simulateRun } from "./simulate-run.ts";

describe("simulations of any graph and scenario", () => {
  it("are the same every time, and plain JSON", () => {
    fc.assert(
      fc.property(graphs, scenarios, (graph, scenario) => {
        const result = simulateRun(graph, scenario);
        expect(simulateRun(structuredClone(graph), structuredClone(scenario))).toEqual(result);
        expect(JSON.parse(JSON.stringify(result))).toEqual(result);
      }),
    );
  });

  it("end, and their clock never goes back", () => {
    fc.assert(
      fc.property(graphs, scenarios, (graph, scenario) => {
        const { trace, status, error, startedAt, endedAt, durationMs } = simulateRun(graph, scenario);
        expect(error).toBeNull();
        expect(["completed", "failed", "dead_letter"]).toContain(status);
        const times = [startedAt, ...trace.map(({ at }) => at), endedAt].map((at) => Date.parse(at));
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        expect(durationMs).toBe(Date.parse(endedAt) - Date.parse(startedAt));
        expect(trace.map(({ seq }) => seq)).toEqual(trace.map((_, index) => index + 1));
        expect(trace.at(-1)?.effect).toEqual({ type: "finish", status });
      }),
    );
  });

  it("walk along edges: each node left by an edge is followed by that edge's target", () => {
    fc.assert(
      fc.property(graphs, scenarios, (graph, scenario) => {
        const { trace } = simulateRun(graph, scenario);
        const targets = new Map(graph.edges?.map(({ id, target }) => [id, target]));
        trace.forEach(({ nodeId, edgeId }, index) => {
          const next = trace[index + 1];
          if (next) expect(next.nodeId).toBe(edgeId === null ? nodeId : targets.get(edgeId));
        });
      }),
    );
  });
});

describe("a run's state", () => {
  it("can be stored as JSON between any two events", () => {
    fc.assert(
      fc.property(graphs, fc.array(fc.nat(3), { maxLength: 30 }), (graph, choices) => {
        const plan = compileRun(graph);
        const walk = (keep: (state: RunState) => RunState) => {
          let answer = advance(plan, startState(), { type: "started", at: 0, facts: {} });
          const answers = [answer];
          for (const choice of choices) {
            const { state, effects } = answer;
            const at = state.wakeAt ?? 0;
            const moment = { at, facts: {} };
            const effect = effects[0];
            const failed = {
              type: "perform_failed" as const,
              error: { message: "x", permanent: choice === 0 },
              random: 0.5,
            };
            const done = effect?.type === "perform" && {
              ...(choice < 2 ? failed : { type: "performed" as const }),
              ...moment,
              nodeId: effect.nodeId,
              attempt: effect.attempt,
            };
            const picked = effect?.type === "pick_exit" && {
              type: "exit_picked" as const,
              nodeId: effect.nodeId,
              exitId: effect.exits[0]?.id ?? "",
              ...moment,
            };
            answer = advance(plan, keep(state), done || picked || { type: "woke", ...moment });
            answers.push(answer);
          }
          return answers;
        };
        expect(walk((state) => JSON.parse(JSON.stringify(state)))).toEqual(walk((state) => state));
      }),
    );
  });
});
