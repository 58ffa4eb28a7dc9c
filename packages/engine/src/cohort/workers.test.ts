import { MessageChannel } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROPOSAL, WELCOME } from "../simulate/testing/graphs.ts";
import type { CohortModel } from "./model.ts";
import type { CohortPort } from "./ports.ts";
import { serveCohort } from "./serve-cohort.ts";
import { simulateCohort } from "./simulate-cohort.ts";
import type { CohortOptions } from "./simulate-cohort.ts";
import { openWorkers } from "./testing/workers.ts";

const model: CohortModel = {
  startAt: "2026-01-05T09:00:00-03:00",
  arrivals: { type: "exponential", mean: 900 },
  facts: { deal: { name: "Solar kit", tagIds: [] }, contact: { firstName: "Ana" } },
  vary: { "deal.value": { type: "uniform", min: 0, max: 20_000 } },
  handles: { greet: { btn_yes: 0.4, fallback: 0.1 }, tell: { fallback: 0.2 } },
  respectBusinessHours: true,
  businessHours: {
    timeZone: "America/Sao_Paulo",
    days: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: "09:00", to: "18:00" })),
  },
};
const simulate = (options: Partial<CohortOptions>) =>
  simulateCohort(WELCOME, model, { size: 4500, seed: "w", arrivals: true, ...options });

/** The cohort as it is without any worker. */
let alone: Awaited<ReturnType<typeof simulate>>;
let threads: Awaited<ReturnType<typeof openWorkers>>;
beforeAll(async () => {
  threads = await openWorkers("serves", "serves", "serves");
  alone = await simulate({});
});
afterAll(() => threads.end());

describe("a cohort in worker threads", () => {
  it("is the same with none, one, two and three of them", async () => {
    expect(alone).toMatchObject({ runs: 4500, aborted: false, error: null });
    for (const count of [1, 2, 3]) {
      expect(await simulate({ workers: threads.workers.slice(0, count) })).toEqual(alone);
    }
  });

  it.each([
    ["turns and replies", WELCOME],
    ["facts that change", PROPOSAL],
  ])("is the same again in a worker that has it open, with %s", async (_, definition) => {
    const workers = threads.workers.slice(0, 1);
    for (const size of [1, 1, 2500, 0, 1]) {
      const options = { size, seed: "again", arrivals: true };
      const expected = await simulateCohort(definition, model, options);
      expect(await simulateCohort(definition, model, { ...options, workers })).toEqual(expected);
    }
  });

  it("is another one with another model or seed", async () => {
    const { workers } = threads;
    for (const seed of ["w", "x", "w"]) expect(await simulate({ seed, workers })).toEqual(await simulate({ seed }));
    const later = { ...model, startAt: "2026-01-06T09:00:00-03:00" };
    const options = { size: 2500, seed: "w" };
    expect(await simulateCohort(WELCOME, later, { ...options, workers })).toEqual(
      await simulateCohort(WELCOME, later, options),
    );
  });

  it("reports its progress", async () => {
    const seen: number[] = [];
    await simulate({ workers: threads.workers.slice(0, 2), onProgress: ({ done }) => seen.push(done) });
    expect(seen.length).toBeGreaterThan(3);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(4500);
  });

  it("stops when it is told to, and keeps what was counted", async () => {
    const stopping = new AbortController();
    const onProgress = () => stopping.abort();
    const { runs, aborted, error, statuses } = await simulate({
      workers: threads.workers.slice(0, 2),
      size: 1_000_000,
      signal: stopping.signal,
      onProgress,
    });
    expect([aborted, error, runs % 1000, runs > 0 && runs < 100_000]).toEqual([true, null, 0, true]);
    expect(Object.values(statuses).reduce((sum, count) => sum + count)).toBe(runs);
  });

  it("does not begin when it is stopped before", async () => {
    const result = await simulate({ workers: threads.workers, signal: { aborted: true } });
    expect(result).toMatchObject({ runs: 0, aborted: true, error: null });
  });

  it("shares its workers with another at the same time", async () => {
    const { workers } = threads;
    const [one, other] = await Promise.all([
      simulate({ workers }),
      simulateCohort(PROPOSAL, model, { size: 3000, workers }),
    ]);
    expect([one, other]).toEqual([alone, await simulateCohort(PROPOSAL, model, { size: 3000 })]);
  });

  it("has no runs to give out where none are asked for", async () => {
    expect(await simulate({ size: 0, workers: threads.workers })).toEqual(await simulate({ size: 0 }));
  });
});

describe("a worker that goes wrong", () => {
  it.each([["breaks"], ["falls"], ["leaves"]] as const)(
    "when it %s leaves a cohort as it would be without it",
    async (fate) => {
      const { workers, end } = await openWorkers("serves", fate);
      const result = await simulate({ workers });
      await end();
      expect(result).toEqual(alone);
    },
  );

  it("may be every one of them", async () => {
    const { workers, end } = await openWorkers("falls", "leaves");
    expect(await simulate({ workers })).toEqual(alone);
    await end();
  });

  it("may have gone before", async () => {
    const { workers, end } = await openWorkers("serves");
    await end();
    expect(await simulate({ workers })).toEqual(alone);
  });

  it("may end in the middle, and take along what it did", async () => {
    const { workers, end } = await openWorkers("serves", "serves");
    let isEnding = false;
    const onProgress = ({ done }: { done: number }) => {
      if (done < 3000 || isEnding) return;
      isEnding = true;
      void workers[0]?.terminate();
    };
    const size = 12_000;
    expect(await simulate({ workers, size, onProgress })).toEqual(await simulate({ size }));
    expect(isEnding).toBe(true);
    await end();
  });

  it.each<[string, (job: string) => object]>([
    ["a tally that is none", (job) => ({ trilho: "cohort-tally", job, tally: { runs: "many" } })],
    ["a tally of nothing", (job) => ({ trilho: "cohort-tally", job, tally: null })],
    ["another number of runs", (job) => ({ trilho: "cohort-done", job, runs: NaN })],
    ["a failure without a reason", (job) => ({ trilho: "cohort-failed", job })],
  ])("may answer with %s", async (_, answer) => {
    const port = new EventTarget();
    const worker: CohortPort = {
      postMessage: (message) => {
        const { job } = message as { job: string };
        queueMicrotask(() => port.dispatchEvent(new MessageEvent("message", { data: answer(job) })));
      },
      addEventListener: (type, listener) => port.addEventListener(type, listener),
      removeEventListener: (type, listener) => port.removeEventListener(type, listener),
    };
    expect(await simulate({ workers: [worker] })).toEqual(alone);
  });

  it("is one whose port cannot be written to", async () => {
    const port: CohortPort = {
      postMessage: () => {
        throw new Error("closed");
      },
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    };
    expect(await simulate({ workers: [port] })).toEqual(alone);
  });
});

describe("ports of the kind that browsers have", () => {
  it("do as well", async () => {
    const { port1, port2 } = new MessageChannel();
    const target = (port: typeof port1): CohortPort => ({
      postMessage: (message, transfer) => port.postMessage(message, transfer),
      addEventListener: (type, listener) => port.addEventListener(type, listener),
      removeEventListener: (type, listener) => port.removeEventListener(type, listener),
      start: () => port.start(),
    });
    const stop = serveCohort(target(port2));
    expect(await simulate({ size: 2500, workers: [target(port1)] })).toEqual(await simulate({ size: 2500 }));
    stop();
    port1.close();
  });
});
