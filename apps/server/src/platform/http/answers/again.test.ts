import { expect, it } from "vitest";
import { again } from "./again.ts";

const coded = (code: string) => Object.assign(new Error(code), { code });

/** Fails with these codes in turn, and then succeeds; counts how often it was asked. */
const failing = (...codes: string[]) => {
  const left = [...codes];
  const work = async (): Promise<string> => {
    work.asked += 1;
    const code = left.shift();
    if (code !== undefined) throw coded(code);
    return "done";
  };
  work.asked = 0;
  return work;
};

it.each<[what: string, codes: string[], end: string, asked: number]>([
  ["succeeds is done once", [], "done", 1],
  ["is overtaken is done again", ["23503"], "done", 2],
  ["is overtaken twice is done a third time", ["40001", "23505"], "done", 3],
  ["is overtaken three times fails", ["40001", "40P01", "23505"], "23505", 3],
  ["fails otherwise is not repeated", ["ECONNREFUSED"], "ECONNREFUSED", 1],
  ["fails otherwise when it is done again is not repeated", ["23503", "42601"], "42601", 2],
])("what %s", async (_, codes, end, asked) => {
  const work = failing(...codes);
  await expect(again(work).catch((error: Error) => error.message)).resolves.toBe(end);
  expect(work.asked).toBe(asked);
});
