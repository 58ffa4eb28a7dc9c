import { describe, expect, it } from "vitest";
import { type Loop, startLoop } from "./loop.ts";

/** Far longer than a test. */
const LONG_MS = 600_000;
const fail = (error: unknown): never => {
  throw error;
};

const nothing = (): void => undefined;

/** A loop whose looks find these counts, then nothing; and what happens once it has found that often nothing. */
function lookingFor(counts: number[], nothings: number): { loop: Loop; looks: () => number; reached: Promise<void> } {
  let [looks, left] = [0, nothings];
  let reach = nothing;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const loop = startLoop({
    everyMs: LONG_MS,
    async work() {
      looks += 1;
      const count = counts.shift() ?? 0;
      if (count === 0 && (left -= 1) === 0) reach();
      return count;
    },
    onError: fail,
  });
  return { loop, looks: () => looks, reached };
}

describe("a loop", () => {
  it("looks at once, and again at once after each look that found something", async () => {
    const { loop, looks, reached } = lookingFor([3, 1], 1);
    await reached;
    await loop.stop();
    expect(looks()).toBe(3);
  });

  it("looks when it is woken in its pause, and once more when it is woken while it looks", async () => {
    const { loop, looks, reached } = lookingFor([], 3);
    loop.wake();
    await expect.poll(looks).toBe(2);
    loop.wake();
    await reached;
    await loop.stop();
    expect(looks()).toBe(3);
  });

  it("goes on after looks that failed", async () => {
    const errors: unknown[] = [];
    const loop = startLoop({
      everyMs: 1,
      work: () => Promise.reject(new Error("no database")),
      onError: (error) => errors.push(error),
    });
    await expect.poll(() => errors.length).toBeGreaterThan(1);
    await loop.stop();
  });

  it("looks no more once it is stopped, and waits for the look that is under way", async () => {
    let end = nothing;
    let looks = 0;
    const loop = startLoop({
      everyMs: 0,
      work: () => {
        looks += 1;
        return new Promise((resolve) => (end = () => resolve(1)));
      },
      onError: fail,
    });
    let isStopped = false;
    const stopped = loop.stop().then(() => (isStopped = true));
    await new Promise(setImmediate);
    expect(isStopped).toBe(false);
    end();
    await stopped;
    expect(looks).toBe(1);
  });
});
