import type { DueRuns } from "../model/run-ports.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { growthOver } from "../../testing/heap.ts";
import { fail, openTestStore, type TestStore } from "../../testing/open-test-store.ts";
import { createRunner, type Runner } from "../runner.ts";

const ROUNDS = 200_000;
const MEGABYTE = 1_000_000;

let opened: TestStore;
beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened.close());

/** Nobody has work for it: what is measured are the loops. */
const IDLE: DueRuns = {
  takeFirst: () => Promise.resolve([]),
  takeShares: () => Promise.resolve([]),
  takeLost: () => Promise.resolve(null),
  workspaces: () => Promise.resolve(new Set()),
};

describe("a runner", () => {
  it.each<[string, number, (runner: Runner) => void]>([
    ["that is woken in its pauses", 0, (runner) => setImmediate(() => runner.wake())],
    ["that is woken while it looks", 0, (runner) => runner.wake()],
    ["that finds something at each look", 1, () => undefined],
  ])(`${ROUNDS} rounds long leaves the heap as it was: %s`, async (_, found, wake) => {
    let [left, reached]: [number, () => void] = [0, () => undefined];
    const runner = createRunner({
      store: { ...opened.store, dueRuns: IDLE },
      executor: {
        tick: () => Promise.resolve(),
        drain: () => undefined,
        busyAutomations: () => [],
        callWaiting: () => Promise.resolve(),
      },
      dispatcher: {
        async dispatch() {
          left -= 1;
          if (left === 0) reached();
          else if (left > 0) wake(runner);
          // Others get the processor now and then, as they do while a database is asked.
          if (left % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
          return left > 0 ? found : 0;
        },
      },
      concurrency: 1,
      restMs: 0,
      onError: fail,
    });
    runner.start();
    const grown = await growthOver(ROUNDS, (count) => {
      left = count;
      const over = new Promise<void>((resolve) => (reached = resolve));
      runner.wake();
      return over;
    });
    await runner.stop(0);
    expect(grown).toBeLessThan(2 * MEGABYTE);
  });
});
