import { appendFileSync } from "node:fs";
import { join } from "node:path";

const NAMESPACE = "__stryker__";

/** What Stryker's switches count: by mutant, how often it was come by. */
const coverage = () => ((globalThis[NAMESPACE] ??= {}).mutantCoverage ??= { static: {}, perTest: {} });

/** The mutants come by since the last time. */
export function takeReached() {
  const ids = Object.keys(coverage().static);
  coverage().static = {};
  return ids;
}

/** For the test file that runs: the mutants reached by its tests, and those that were while modules loaded. */
export function record(reached, atLoad = []) {
  const line = JSON.stringify({ file: process.env.TRILHO_TEST_FILE, reached, atLoad });
  appendFileSync(join(process.env.TRILHO_REACHED, `${process.pid}.jsonl`), `${line}\n`);
}
