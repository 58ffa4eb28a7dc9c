import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { startLoop } from "./loop.ts";
import { growthOver } from "../../testing/heap.ts";
import { pause } from "./pause.ts";

/** Far longer than a test: only a signal ends it. */
const LONG_MS = 600_000;
const ROUNDS = 200_000;
const MEGABYTE = 1_000_000;

describe("a pause", () => {
  it("ends by its time", async () => {
    await pause(1, new AbortController().signal);
  });

  it.each([
    ["the first", 0],
    ["the second", 1],
  ])("ends as soon as %s of its signals is given", async (_, given) => {
    const controllers = [new AbortController(), new AbortController()];
    const over = pause(LONG_MS, ...controllers.map(({ signal }) => signal));
    controllers[given]?.abort();
    await over;
  });

  it("ends at once where a signal was given before", async () => {
    await pause(LONG_MS, new AbortController().signal, AbortSignal.abort());
  });

  it.each([
    ["its time", async (signal: AbortSignal) => pause(0, signal)],
    [
      "another signal",
      async (signal: AbortSignal) => {
        const other = new AbortController();
        const over = pause(LONG_MS, signal, other.signal);
        other.abort();
        await over;
      },
    ],
  ])("leaves no listener behind when it ends by %s", async (_, take) => {
    const { signal } = new AbortController();
    await take(signal);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

describe(`${ROUNDS} rounds with one signal that lives on`, () => {
  it("of pauses leave the heap as it was", async () => {
    const stopping = new AbortController();
    const grown = await growthOver(ROUNDS, async (count) => {
      for (let round = 0; round < count; round += 1) {
        const woken = new AbortController();
        const over = pause(LONG_MS, woken.signal, stopping.signal);
        woken.abort();
        await over;
      }
    });
    expect(grown).toBeLessThan(2 * MEGABYTE);
  });

  it("of an idle loop leave the heap as it was", async () => {
    let [left, reached]: [number, () => void] = [0, () => undefined];
    const loop = startLoop({
      everyMs: LONG_MS,
      work: () => {
        left -= 1;
        if (left === 0) reached();
        // Wakes the pause that follows.
        else if (left > 0) setImmediate(() => loop.wake());
        return Promise.resolve(0);
      },
      onError: (error) => {
        throw error;
      },
    });
    const grown = await growthOver(ROUNDS, (count) => {
      left = count;
      const over = new Promise<void>((resolve) => (reached = resolve));
      loop.wake();
      return over;
    });
    await loop.stop();
    expect(grown).toBeLessThan(2 * MEGABYTE);
  });
});
