// For work in hand: types, lint and format of what git knows as changed, and the unit tests nearest to it. Quick, and no
// proof: `test` runs all.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { binOf, TYPE_CHECK } from "./bin.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const git = (...args) => {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout.split("\n").filter((line) => line !== "");
};
const run = (bin, ...args) => {
  const { status } = spawnSync(process.execPath, [bin, ...args], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
};

/** `deal-filter.ts` and `useDeals.ts` begin with "deal": tests of the same word are likely about the same thing. */
const wordOf = (path) =>
  (/^(?:use)?([A-Za-z][a-z]{2,})/.exec(basename(path))?.[1] ?? "").toLowerCase().replace(/s$/, "");
const partOf = (path) => path.split("/").slice(0, 2).join("/");

const changed = [
  ...new Set([...git("diff", "--name-only", "HEAD"), ...git("ls-files", "--others", "--exclude-standard")]),
].filter((path) => existsSync(join(root, path)));
const sources = changed.filter((path) => /\.(?:ts|tsx|mjs)$/.test(path));
if (sources.length === 0) {
  console.log("No source is changed.");
  process.exit(0);
}

/** Tests that are changed, that stand beside what is changed, or whose names begin with the same word in the same part. */
const tests = git("ls-files", "--cached", "--others", "--exclude-standard", "*.test.ts", "*.test.tsx").filter(
  (test) =>
    existsSync(join(root, test)) &&
    !test.includes(".long.") &&
    sources.some(
      (source) =>
        source === test ||
        dirname(source) === dirname(test) ||
        (partOf(source) === partOf(test) && [wordOf(source), wordOf(dirname(source))].includes(wordOf(test))),
    ),
);

run(binOf("@typescript/native", "tsc"), ...TYPE_CHECK);
run(binOf("oxlint"), "--deny-warnings", ...sources);
run(binOf("oxfmt"), "--check", "--no-error-on-unmatched-pattern", ...changed);
if (tests.length > 0) run(binOf("vitest"), "run", ...tests);
console.log(`Checked ${changed.length} changed files by ${tests.length} test files. \`test\` runs everything else.`);
