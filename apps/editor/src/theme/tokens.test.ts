import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

const filesOf = (ending: RegExp): string[] =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => ending.test(path) && !path.includes(".test."))
    .map((path) => join(root, path));

/** What no style sheet of ours declares: Base UI sets it at what pops up. */
const FOREIGN = /^--(?:active-tab|anchor|available|transform)-/;

test("every colour, size and duration that a style sheet uses is declared", () => {
  const sheets = filesOf(/\.css$/).map((path) => ({ path, text: readFileSync(path, "utf8") }));
  const scripts = filesOf(/\.tsx?$/).map((path) => readFileSync(path, "utf8"));
  const declared = new Set([
    ...sheets.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name)),
    ...scripts.flatMap((text) => [...text.matchAll(/["'](--[\w-]+)["']/g)].map(([, name]) => name)),
  ]);
  const missing = sheets.flatMap(({ path, text }) =>
    [...text.matchAll(/var\((--[\w-]+)\s*\)/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !declared.has(name) && !FOREIGN.test(name))
      .map((name) => `${path.slice(root.length + 1)}: ${name}`),
  );
  expect(missing).toEqual([]);
});
