import { describe, expect, test } from "vitest";
import { createClockwork, type Clockwork, type ClockTask } from "./clockwork.ts";

const NOW = 1_000;
const fail = (error: unknown): never => {
  throw error;
};

/** A task with this much to do. */
function taskOf(rows: number): { task: ClockTask; calls: { now: number; limit: number }[] } {
  const calls: { now: number; limit: number }[] = [];
  let left = rows;
  return {
    calls,
    task: {
      name: "rows",
      async run(now, limit) {
        calls.push({ now, limit });
        const taken = Math.min(left, limit);
        left -= taken;
        return taken;
      },
    },
  };
}

describe("the clockwork", () => {
  test("does all there is, in batches, at the time of its clock", async () => {
    const { task, calls } = taskOf(1200);
    await createClockwork({ tasks: [task], now: () => NOW, onError: fail }).tick();
    expect(calls).toEqual([1, 2, 3].map(() => ({ now: NOW, limit: 500 })));
  });

  test("goes on with the others when one fails, and tries it again at the next tick", async () => {
    const errors: string[] = [];
    const broken: ClockTask = { name: "broken", run: () => Promise.reject(new Error("no database")) };
    const { task, calls } = taskOf(0);
    const clockwork = createClockwork({
      tasks: [broken, task],
      now: () => NOW,
      onError: (error, name) => errors.push(`${name}: ${String(error)}`),
    });
    await clockwork.tick();
    await clockwork.tick();
    expect(errors).toEqual(["broken: Error: no database", "broken: Error: no database"]);
    expect(calls).toHaveLength(2);
  });

  test("does some things at every so many ticks, beginning with the first", async () => {
    const { task, calls } = taskOf(0);
    const clockwork = createClockwork({ tasks: [{ ...task, everyTicks: 3 }], now: () => NOW, onError: fail });
    for (let tick = 0; tick < 7; tick += 1) await clockwork.tick();
    expect(calls).toHaveLength(3);
  });

  test("has one tick at a time", async () => {
    let running = 0;
    let most = 0;
    const task: ClockTask = {
      name: "slow",
      async run() {
        running += 1;
        most = Math.max(most, running);
        await new Promise(setImmediate);
        running -= 1;
        return 0;
      },
    };
    const clockwork = createClockwork({ tasks: [task], now: () => NOW, onError: fail });
    await Promise.all([clockwork.tick(), clockwork.tick(), clockwork.tick()]);
    expect(most).toBe(1);
  });

  test("ticks by itself once it is started, and no more once it is stopped", async () => {
    let runs = 0;
    const clockwork = await new Promise<Clockwork>((resolve) => {
      const started = createClockwork({
        tasks: [
          {
            name: "count",
            async run() {
              runs += 1;
              resolve(started);
              return 0;
            },
          },
        ],
        now: () => NOW,
        everyMs: 1,
        onError: fail,
      });
      started.start();
    });
    await clockwork.stop();
    const before = runs;
    await clockwork.tick();
    expect(runs).toBe(before);
  });

  test("leaves a batch that is under way its time when it stops", async () => {
    const { task, calls } = taskOf(10_000);
    const clockwork = createClockwork({ tasks: [task], now: () => NOW, onError: fail });
    const tick = clockwork.tick();
    await clockwork.stop();
    await tick;
    expect(calls.length).toBeLessThanOrEqual(1);
  });
});
