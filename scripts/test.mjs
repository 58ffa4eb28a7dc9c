// Runs the checks side by side where that leaves no core idle, and ends with a table of what was covered.
//   node scripts/test.mjs        what a change must pass
//   node scripts/test.mjs --all  what a release must pass
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { binOf, TYPE_CHECK } from "./bin.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isAll = process.argv.includes("--all");
const reports = mkdtempSync(join(tmpdir(), "trilho-test-"));
const unitReport = join(reports, "unit.json");
const e2eReport = join(reports, "e2e.json");
const ownEnv = { ...process.env, E2E_REPORT: e2eReport };
const statements = join(reports, "statements.jsonl");
const allEnv = { ...ownEnv, TRILHO_TEST_ALL: "1", STATEMENTS_REPORT: statements };

const rows = [];
let failed = false;

/** Runs one check in the root. What it prints is shown as it comes, or when it fails. */
async function check(name, args, { shows = false, env = isAll ? allEnv : ownEnv, covers = () => "" } = {}) {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: ["ignore", ...(shows ? ["inherit", "inherit"] : ["pipe", "pipe"])],
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => output.push(chunk));
  const status = await new Promise((resolve) => child.once("close", resolve));
  const seconds = (performance.now() - started) / 1000;
  rows.push({ name, passed: status === 0, seconds, covers: covers() });
  if (status === 0) return console.log(`✓ ${name} (${seconds.toFixed(0)} s)`);
  failed = true;
  console.error(`${Buffer.concat(output)}✗ ${name}`);
}

/** One after the other; the rest is left out once one failed. */
async function inOrder(...checks) {
  for (const next of checks) if (!failed) await next();
}
const script = (name, ...args) => [join(root, "scripts", name), ...args];

/** How many tests each part of the workspace has. */
function unitTests() {
  const counts = {};
  for (const { name, assertionResults } of JSON.parse(readFileSync(unitReport, "utf8")).testResults) {
    const part = relative(root, name)
      .split(/[\\/]/)
      .slice(0, 2)
      .join("/")
      .replace(/\/src$/, "");
    counts[part] = (counts[part] ?? 0) + assertionResults.length;
  }
  return Object.entries(counts)
    .map(([part, count]) => `${part} ${count}`)
    .toSorted()
    .join(", ");
}

await Promise.all([
  check("Types", [binOf("@typescript/native", "tsc"), ...TYPE_CHECK]),
  inOrder(
    () => check("Lint", [binOf("oxlint"), "--deny-warnings"]),
    () => check("Format", [binOf("oxfmt"), "--check"]),
    () =>
      check("Arrows between folders", [
        binOf("dependency-cruiser", "depcruise"),
        "packages",
        "apps",
        "e2e",
        "bench",
        "--config",
        ".dependency-cruiser.cjs",
      ]),
  ),
]);
if (!failed)
  await Promise.all([
    check(
      "Unit tests",
      [binOf("vitest"), "run", "--reporter=default", "--reporter=json", `--outputFile.json=${unitReport}`],
      { shows: true, covers: unitTests },
    ),
    inOrder(
      () => check("Build", script("build.mjs")),
      () => check("Size of first load", script("first-load.mjs")),
      () =>
        isAll
          ? check("Packages as they would be published", script("check-packages.mjs"))
          : check("Sizes of packages", [binOf("size-limit")]),
    ),
  ]);
// By themselves: beside unit tests both would take longer than one after the other, for they look again and again.
await inOrder(() =>
  check("End-to-end tests", script("e2e.mjs", ...(isAll ? [] : ["--grep", "@smoke"])), {
    covers: () => `${JSON.parse(readFileSync(e2eReport, "utf8")).passed} in Chromium`,
  }),
);
if (isAll)
  await inOrder(
    () => check("Statements that bind their workspace", script("statements.mjs", statements)),
    () => check("Documentation", script("docs.mjs")),
    () => check("Packages as strangers install them", script("check-installed.mjs")),
  );
if (isAll && !failed)
  await check("Planted changes that unit tests notice", script("mutation/sample.mjs", "--count", "40", "--near", "8"), {
    shows: true,
    env: ownEnv,
  });

rmSync(reports, { recursive: true, force: true });
const width = Math.max(...rows.map(({ name }) => name.length));
for (const { name, passed, seconds, covers } of rows)
  console.log(`${passed ? "✓" : "✗"} ${name.padEnd(width)} ${(seconds / 60).toFixed(1).padStart(5)} min  ${covers}`);
console.log(
  `\n${rows.filter(({ passed }) => passed).length} passed, ${rows.filter(({ passed }) => !passed).length} failed`,
);
process.exit(failed ? 1 : 0);
