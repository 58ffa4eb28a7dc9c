import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Source files of apps and packages that are delivered: no tests, nor what helps them. */
const delivered = ["apps", "packages"].flatMap((folder) =>
  readdirSync(join(ROOT, folder)).flatMap((name) =>
    readdirSync(join(ROOT, folder, name, "src"), { recursive: true, encoding: "utf8" })
      .map((path) => join(folder, name, "src", path).replaceAll("\\", "/"))
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\/testing\//.test(path)),
  ),
);

it.each([
  ["planner switches, which hide a query that needs another shape", /\bset\s+(?:local\s+|session\s+)?enable_/i],
  ["AbortSignal.any, which keeps what it was made for as long as its longest signal", /\bAbortSignal\.any\(/],
])("product code has no %s", (_, pattern) => {
  expect(delivered.length).toBeGreaterThan(500);
  expect(delivered.filter((path) => pattern.test(readFileSync(join(ROOT, path), "utf8")))).toEqual([]);
});
