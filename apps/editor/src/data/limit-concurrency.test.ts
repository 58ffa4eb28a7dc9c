import { expect, test } from "vitest";
import { limitConcurrency } from "./limit-concurrency.ts";

test("tasks run in order, no more at once than allowed, and one that fails stops no other", async () => {
  const run = limitConcurrency(2);
  const started: number[] = [];
  let now = 0;
  let most = 0;
  const task = (number: number) => async (): Promise<number> => {
    started.push(number);
    now += 1;
    most = Math.max(most, now);
    await Promise.resolve();
    now -= 1;
    if (number === 2) throw new Error("Refused");
    return number;
  };
  const answers = await Promise.allSettled([1, 2, 3, 4, 5].map((number) => run(task(number))));
  expect(started).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled", "fulfilled"]);
});
