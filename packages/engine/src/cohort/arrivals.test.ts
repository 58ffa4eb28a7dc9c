import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addArrivals, arrive, percentilesOf } from "./arrivals.ts";
import type { Arrivals } from "./arrivals.ts";
import type { GraphDefinition } from "../contract/definition.ts";
import { simulateCohort } from "./simulate-cohort.ts";

const of = (lengths: readonly number[]): Arrivals => {
  const arrivals: Arrivals = new Map();
  for (const ms of lengths) arrive(arrivals, ms);
  return arrivals;
};
const DAY = 86_400_000;
const lengths = fc.array(fc.integer({ min: 0, max: 400 * DAY }), { minLength: 1, maxLength: 200 });

describe("arrivals", () => {
  it("give percentiles by nearest rank", () => {
    const percentile = percentilesOf(of([10, 20, 30, 40, 50, 60, 70, 80, 90, 100]));
    expect([50, 90, 100].map((percent) => percentile?.(percent))).toEqual([50, 90, 100]);
  });

  it("are exact where many are the same", () => {
    expect(percentilesOf(of([DAY, DAY, DAY, 9 * DAY]))?.(50)).toBe(DAY);
  });

  it("have no percentiles without any", () => expect(percentilesOf(new Map())).toBeNull());

  it("are less than 0.5 % too large, and the same added up as counted at once", () => {
    fc.assert(
      fc.property(lengths, fc.nat(200), fc.nat(100), (all, cut, percent) => {
        const whole = percentilesOf(of(all))?.(percent) ?? Number.NaN;
        const exact = all.toSorted((a, b) => a - b)[Math.max(0, Math.ceil((percent / 100) * all.length) - 1)] ?? 0;
        expect(whole).toBeGreaterThanOrEqual(exact);
        expect(whole - exact).toBeLessThanOrEqual(exact / 200);
        const sum = of(all.slice(0, cut));
        addArrivals(sum, of(all.slice(cut)));
        expect(percentilesOf(sum)?.(percent)).toBe(whole);
      }),
    );
  });
});

describe("a cohort's times of arrival", () => {
  const definition: GraphDefinition = {
    version: 2,
    nodes: [
      { id: "start", type: "trigger" },
      { id: "pause", type: "wait", config: { delaySeconds: 86_400 } },
      { id: "end", type: "end" },
      { id: "island", type: "end" },
    ],
    edges: [
      { source: "start", target: "pause" },
      { source: "pause", target: "end" },
    ],
  };
  const model = { startAt: "2026-01-05T12:00:00Z", arrivals: { type: "exponential", mean: 600 } } as const;

  it("count from the start of each run, where they are asked for", async () => {
    const { nodes } = await simulateCohort(definition, model, { size: 50, arrivals: true });
    expect(nodes).toEqual([
      { nodeId: "start", visits: 50, arrivalMs: { p50: 0, p90: 0 } },
      { nodeId: "pause", visits: 50, arrivalMs: { p50: 0, p90: 0 } },
      { nodeId: "end", visits: 50, arrivalMs: { p50: DAY, p90: DAY } },
      { nodeId: "island", visits: 0, arrivalMs: null },
    ]);
  });

  it("are left out where nobody asks", async () => {
    const { nodes } = await simulateCohort(definition, model, { size: 5 });
    expect(nodes[0]).toEqual({ nodeId: "start", visits: 5 });
  });
});
