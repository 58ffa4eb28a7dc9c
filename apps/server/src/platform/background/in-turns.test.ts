import { performance } from "node:perf_hooks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inTurns } from "./in-turns.ts";

let turn = 0;
let counting: NodeJS.Immediate;
const count = (): void => {
  turn += 1;
  counting = setImmediate(count);
};
beforeAll(count);
afterAll(() => clearImmediate(counting));

/** Holds the event loop for as long as one item may. */
function hold(item: string): string {
  const end = performance.now() + 11;
  while (performance.now() < end);
  return `${item} in turn ${turn - started}`;
}

let started = 0;

function fail(item: string): string {
  if (item === "b") throw new Error("b");
  return hold(item);
}

it("what takes long is done in turns, in its order", async () => {
  started = turn;
  const done = await inTurns(["a", "b", "c"], hold);
  expect(done.map((text) => text[0])).toEqual(["a", "b", "c"]);
  expect(new Set(done.map((text) => text.slice(1))).size).toBe(3);
});

it("what is done quickly is there at once", () => {
  expect(inTurns([1, 2, 3], (number) => number * 2)).toEqual([2, 4, 6]);
  expect(inTurns([], hold)).toEqual([]);
});

it("what fails in a later turn is a rejection", async () => {
  await expect(inTurns(["a", "b"], fail)).rejects.toThrow("b");
});
