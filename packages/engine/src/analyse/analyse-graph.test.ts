import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GraphDefinition, GraphNode } from "../contract/definition.ts";
import type { TraceEntry } from "../contract/scenario.ts";
import { at } from "../graph/adjacency.ts";
import { graphs, scenarios } from "../interpreter/testing/arbitraries.ts";
import { action, branch, condition, edges, end, graph, roundRobin, trigger, wait } from "../rules/testing/graphs.ts";
import { simulateRun } from "../simulate/simulate-run.ts";
import { WELCOME } from "../simulate/testing/graphs.ts";
import { analyseGraph } from "./analyse-graph.ts";
import { meanMs, probabilitiesOf } from "./model.ts";
import type { RunModel } from "./model.ts";
import { readRunnable } from "./read.ts";
import { hostileDefinitions } from "./testing/hostile.ts";
import { exitsOf } from "./exits.ts";

const HOUR = 3_600_000;
const nodeOf = (definition: GraphDefinition, nodeId: string, model?: RunModel) =>
  analyseGraph(definition, model).nodes.find((node) => node.nodeId === nodeId);

const ask = (config = {}): GraphNode =>
  action("ask", "send_whatsapp", { text: "?", replyTimeoutSeconds: 3600, ...config });
const asking = (node: GraphNode, ...handles: string[]): GraphDefinition =>
  graph(
    [trigger(), node, ...handles.map((handle) => end(handle))],
    ["start > ask", ...handles.map((handle) => `ask ${handle}> ${handle}`)],
  );

describe("analyseGraph by default", () => {
  it("takes the branches of a condition and its fallback as equally likely", () => {
    const definition = graph(
      [trigger(), condition("c", branch("x"), branch("y")), end("a"), end("b"), end("f")],
      ["start > c", "c branch_x> a", "c branch_y> b", "c fallback> f"],
    );
    const { nodes, edges: taken, paths } = analyseGraph(definition);
    expect(nodes.map(({ probability }) => probability)).toEqual([1, 1, 1 / 3, 1 / 3, 1 / 3]);
    expect(taken.map(({ probability }) => probability)).toEqual([1, 1 / 3, 1 / 3, 1 / 3]);
    expect(paths).toBe(3n);
  });

  it("lets a wait until a date go on, though without a date nothing says how long it is", () => {
    const until = { kind: "field", field: "deal.expectedCloseAt", offsetDays: 0, at: null };
    const definition = graph(
      [trigger(), { id: "date", type: "wait", config: { until } }, end("after")],
      ["start > date", "date > after"],
    );
    expect(nodeOf(definition, "after")?.arrivalMs).not.toBeNull();
    expect(analyseGraph(definition).endings).toEqual({ completed: 1, failed: 0 });
  });

  it("follows the weights of a round robin, where an exit of weight 0 is never picked", () => {
    const team = roundRobin("team", { id: "a", weight: 3 }, { id: "b" }, { id: "c", weight: 0 });
    const definition = graph(
      [trigger(), team, end("a"), end("b"), end("c")],
      ["start > team", "team rr_a> a", "team rr_b> b", "team rr_c> c"],
    );
    expect(analyseGraph(definition).nodes.map(({ probability }) => probability)).toEqual([1, 1, 0.75, 0.25, 0]);
    expect(nodeOf(definition, "c")?.arrivalMs).toBeNull();
  });

  it("expects half of the replies, by every button and free text equally often", () => {
    const definition = asking(ask({ buttons: [{ id: "y" }, { id: "n" }, { id: "m" }] }), "btn_y", "replied", "timeout");
    const found = analyseGraph(definition).nodes.map(({ nodeId, probability }) => [nodeId, probability]);
    expect(found.slice(2)).toEqual([
      ["btn_y", 0.125],
      ["replied", 0.375],
      ["timeout", 0.5],
    ]);
  });

  it("expects replies after half of the time limit and silence after all of it", () => {
    const definition = asking(ask({ awaitReply: true }), "replied", "timeout");
    expect(nodeOf(definition, "replied")?.arrivalMs).toEqual({ min: 0, mean: HOUR / 2, max: HOUR });
    expect(nodeOf(definition, "timeout")?.arrivalMs).toEqual({ min: HOUR, mean: HOUR, max: HOUR });
    expect(analyseGraph(definition).durationMs).toEqual({ min: 0, mean: 0.75 * HOUR, max: HOUR });
  });

  it("lets actions succeed, and counts the messages that reach a contact", () => {
    const { messages, messagesByAction, endings } = analyseGraph(WELCOME);
    expect(messagesByAction).toEqual([
      { actionType: "send_whatsapp", mean: 1 },
      { actionType: "send_email", mean: expect.closeTo(1 / 6) },
    ]);
    expect(messages).toBeCloseTo(7 / 6);
    expect(endings.completed).toBeCloseTo(1);
    expect(endings.failed).toBe(0);
  });
});

describe("analyseGraph by a model", () => {
  const definition = asking(
    ask({ buttons: [{ id: "y" }, { id: "n" }] }),
    "btn_y",
    "btn_n",
    "text_reply",
    "timeout",
    "fallback",
  );
  it.each<[string, Record<string, number>, number[]]>([
    [
      "what a model leaves over goes to the others in proportion",
      { timeout: 0.2 },
      [0.8 / 3, 0.8 / 3, 0.8 / 3, 0.2, 0],
    ],
    ["more than 1 is scaled down", { btn_y: 3, btn_n: 1 }, [0.75, 0.25, 0, 0, 0]],
    ["an action may fail for good", { fallback: 1 }, [0, 0, 0, 0, 1]],
    ["numbers that are no probability count as left out", { btn_y: -1, btn_n: NaN, timeout: 1 }, [0, 0, 0, 1, 0]],
  ])("%s", (_, handles, expected) => {
    const { nodes } = analyseGraph(definition, { handles: { ask: handles } });
    nodes.slice(2).forEach(({ probability }, index) => expect(probability).toBeCloseTo(expected[index] ?? -1));
  });

  it("a failed message was not sent, and without a fallback the run ends there", () => {
    const two = graph([trigger(), ask(), wait("w", 60), end()], ["start > ask", "ask > w", "w > done"]);
    const { messages, endings, durationMs } = analyseGraph(two, { handles: { ask: { fallback: 0.25 } } });
    expect([messages, endings]).toEqual([0.75, { completed: 0.75, failed: 0.25 }]);
    expect(durationMs).toEqual({ min: 60_000, mean: 60_000, max: 60_000 });
  });

  it("a reply takes the mean time given, within the limit", () => {
    const waiting = asking(ask({ awaitReply: true }), "replied");
    expect(nodeOf(waiting, "replied", { replySeconds: 600 })?.arrivalMs?.mean).toBe(600_000);
    expect(nodeOf(waiting, "replied", { replySeconds: 1e9 })?.arrivalMs?.mean).toBe(HOUR);
  });

  it("does not take names of plain objects for its own", () => {
    const strange = asking({ ...ask(), id: "ask" }, "next");
    expect(() => analyseGraph(strange, { handles: { constructor: { next: 1 } } })).not.toThrow();
    expect(analyseGraph(strange, null as unknown as RunModel).messages).toBe(1);
  });
});

describe("the number of paths", () => {
  it("is exact beyond what a number holds", () => {
    const steps = Array.from({ length: 200 }, (_, index) => condition(`c${index}`, branch("x")));
    const lines = steps.flatMap(({ id }, index) => {
      const next = steps[index + 1]?.id ?? "done";
      return [`${id} branch_x> ${next}`, `${id} fallback> ${next}`];
    });
    expect(analyseGraph(graph([trigger(), ...steps, end()], ["start > c0", ...lines])).paths).toBe(2n ** 200n);
  });

  it("counts an exit without an edge as an end", () => {
    expect(
      analyseGraph(graph([trigger(), condition("c", branch("x")), end()], ["start > c", "c branch_x> done"])).paths,
    ).toBe(2n);
  });
});

describe("analyseGraph of what is no runnable graph", () => {
  it.each(hostileDefinitions)("%s: a problem as data", (_, input) => {
    const { problem, paths, durationMs } = analyseGraph(input as GraphDefinition);
    expect([typeof problem, paths, durationMs]).toEqual(["string", 0n, null]);
  });

  it("keeps ids such as __proto__", () => {
    const definition = {
      ...graph([trigger("__proto__"), end("constructor")]),
      edges: edges("__proto__ > constructor"),
    };
    expect(analyseGraph(definition).nodes.map(({ nodeId, probability }) => [nodeId, probability])).toEqual([
      ["__proto__", 1],
      ["constructor", 1],
    ]);
  });
});

/** Walks every path one by one. */
function bruteForce(definition: GraphDefinition, model: RunModel) {
  const runnable = readRunnable(definition);
  const { graph: compiled, plan } = runnable;
  const completed = new Set<string>();
  const result = { probability: 0, timeMs: 0, minMs: Infinity, maxMs: -Infinity, failed: 0 };
  const visits = new Map<number, number>();
  const go = (node: number, path: string, probability: number, times: [number, number, number]) => {
    visits.set(node, (visits.get(node) ?? 0) + probability);
    const planned = plan.nodes.get(compiled.nodes[node]?.id ?? "");
    if (!planned) return;
    const ways = exitsOf(runnable, node);
    const shares = probabilitiesOf(planned, ways, model);
    ways.forEach((way, index) => {
      const [min, mean, max] = times;
      const chance = probability * (shares[index] ?? 0);
      const after: [number, number, number] = [min + way.minMs, mean + meanMs(way, model), max + way.maxMs];
      if (way.edge >= 0) go(at(compiled.target, way.edge), `${path},${way.edge}`, chance, after);
      else if (way.ends !== "completed") result.failed += chance;
      else {
        completed.add(path);
        result.probability += chance;
        result.timeMs += chance * after[1];
        result.minMs = Math.min(result.minMs, after[0]);
        result.maxMs = Math.max(result.maxMs, after[2]);
      }
    });
  };
  if (compiled.trigger >= 0) go(compiled.trigger, "", 1, [0, 0, 0]);
  return { ...result, paths: BigInt(completed.size), visits };
}

const models: fc.Arbitrary<RunModel> = fc.record(
  {
    handles: fc.dictionary(
      fc.constantFrom("n0", "n1", "n2", "__proto__", "n4"),
      fc.dictionary(
        fc.constantFrom("fallback", "branch_a", "rr_b", "btn_a", "replied", "timeout", "next"),
        fc.double({ min: 0, max: 1, noNaN: true }),
      ),
    ),
    replySeconds: fc.nat(100_000),
  },
  { requiredKeys: [] },
);

const isUntil = ({ why }: TraceEntry): boolean => why.code === "waiting-until";
const isFarDate = ({ at: begins, why }: TraceEntry): boolean =>
  why.code === "waiting-until" && Number(why.params["until"]) - Date.parse(begins) > 365 * 24 * HOUR;

describe("analyseGraph agrees", () => {
  it("with walking every path one by one", () => {
    fc.assert(
      fc.property(graphs, models, (definition, model) => {
        const analysis = analyseGraph(definition, model);
        const expected = bruteForce(definition, model);
        expect(analysis.paths).toBe(expected.paths);
        expect(analysis.endings.completed).toBeCloseTo(expected.probability, 9);
        expect(analysis.endings.failed).toBeCloseTo(expected.failed, 9);
        expect(analysis.endings.completed + analysis.endings.failed).toBeCloseTo(1, 9);
        const { graph: compiled } = readRunnable(definition);
        for (const { nodeId, probability } of analysis.nodes) {
          expect(probability).toBeCloseTo(expected.visits.get(compiled.indexOf.get(nodeId) ?? -1) ?? 0, 9);
        }
        const { durationMs } = analysis;
        expect(durationMs?.min ?? Infinity).toBe(expected.minMs);
        expect(durationMs?.max ?? -Infinity).toBe(expected.maxMs);
        if (typeof durationMs?.mean === "number") {
          expect(durationMs.mean / (expected.timeMs / expected.probability || 1)).toBeCloseTo(
            durationMs.mean === 0 ? 0 : 1,
            6,
          );
        }
      }),
    );
  });

  it("with every simulated run: its edges are possible, and its time within the range", () => {
    fc.assert(
      fc.property(graphs, scenarios, (definition, scenario) => {
        const calm = { ...scenario, respectBusinessHours: false };
        const run = simulateRun(definition, calm);
        const { nodes, durationMs } = analyseGraph(definition);
        for (const { nodeId } of run.trace) {
          expect(nodes.find((node) => node.nodeId === nodeId)?.arrivalMs).not.toBeNull();
        }
        const wasRetried = run.trace.some(({ effect }) => effect?.type === "sleep" && effect.reason === "retry");
        if (run.status !== "completed" || wasRetried) return;
        expect(run.durationMs).toBeGreaterThanOrEqual(durationMs?.min ?? Infinity);
        // Dates are taken to be within a year, and weeks to have no change of the clocks.
        if (run.trace.some(isFarDate)) return;
        const clockChanges = run.trace.filter(isUntil).length * HOUR;
        expect(run.durationMs).toBeLessThanOrEqual((durationMs?.max ?? -Infinity) + clockChanges);
      }),
    );
  });

  it("with the one run that a model leaves possible", () => {
    fc.assert(
      fc.property(graphs, scenarios, (definition, scenario) => {
        const { trace, status, durationMs } = simulateRun(definition, { ...scenario, outcomes: {} });
        if (status !== "completed" || scenario.respectBusinessHours) return;
        const taken = trace.flatMap(({ nodeId, handle }): [string, Record<string, number>][] =>
          handle === null ? [] : [[nodeId, { [handle]: 1 }]],
        );
        const analysis = analyseGraph(definition, { handles: Object.fromEntries(taken) });
        // How long until a moment comes is estimated: a model knows of no calendar.
        if (!trace.some(isUntil)) expect(analysis.durationMs?.mean).toBe(durationMs);
        expect(analysis.endings).toEqual({ completed: 1, failed: 0 });
        for (const { nodeId } of trace) {
          expect(analysis.nodes.find((node) => node.nodeId === nodeId)?.probability).toBe(1);
        }
      }),
    );
  });
});
