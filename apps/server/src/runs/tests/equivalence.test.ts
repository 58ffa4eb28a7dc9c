import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestStore, type TestStore } from "../../testing/open-test-store.ts";
import { insertCase, runCases } from "../testing/run-cases.ts";
import { openVirtualClock, type VirtualClock } from "../testing/virtual-clock.ts";
import { createVirtualRuns, simulated, type VirtualRuns } from "../testing/virtual-runs.ts";

/** More of them by TRILHO_PROOF_GRAPHS. */
const GRAPHS = Number(process.env["TRILHO_PROOF_GRAPHS"] ?? 100);
const MS_PER_GRAPH = 2000;

let opened: TestStore;
let clock: VirtualClock;
let runs: VirtualRuns;

beforeAll(async () => {
  opened = await openTestStore();
  clock = await openVirtualClock(opened);
  runs = createVirtualRuns(clock, opened.serverSecret);
});
afterAll(async () => {
  await clock.close();
  await opened.close();
});

describe("what was simulated is what runs", () => {
  it(
    "step by step, whatever the graph and however the world answers, also when round robins go on",
    () =>
      fc.assert(
        fc.asyncProperty(runCases, async (first) => {
          const rows = await insertCase(opened.db, first);
          const { roundRobin, ...story } = simulated(first);
          expect(await runs.play(first, rows)).toEqual(story);
          // The second run of the automation finds the deal as the first one left it, so it is about another one.
          const second = { ...first, scenario: { ...first.scenario, ...(roundRobin && { roundRobin }) } };
          const other = await insertCase(opened.db, second, rows);
          const { roundRobin: _, ...again } = simulated(second);
          expect(await runs.play(second, other)).toEqual(again);
        }),
        { numRuns: GRAPHS },
      ),
    GRAPHS * MS_PER_GRAPH,
  );
});
