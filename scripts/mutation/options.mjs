import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const REPORTS = "scripts/mutation/reports";

/** Copied for the mutants: the engine, the pages its tests read, and what runs them. */
const COPIED = ["packages", "packages/engine", "packages/engine/**", "docs", "docs/**", "scripts", "scripts/mutation"];
const CONFIGURATION = ["scripts/mutation/*", "tsconfig.base.json", "package.json"];

/** Stryker's options for a folder of the engine's source, or for some of its files: `rules`, `rules/cycle.ts`. */
export function optionsFor(place) {
  const [folder, files = "**/*.ts"] = place.split(/\/(.*)/);
  const source = `packages/engine/src/${folder}`;
  return {
    mutate: [
      `${source}/${files}`,
      ...["*.test.ts", "testing/**", "generated/**"].map((tests) => `!${source}/${tests}`),
    ],
    // Most texts are names that the types check, or words for people: to blank them says little about the tests.
    mutator: { excludedMutations: ["StringLiteral"] },
    // What is made once when a module loads would need a fresh process per mutant.
    ignoreStatic: true,
    testRunner: "vitest",
    plugins: [join(here, "node_modules/@stryker-mutator/vitest-runner/dist/src/index.js")],
    vitest: { configFile: "scripts/mutation/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    concurrency: 2,
    timeoutMS: 2500,
    disableTypeChecks: false,
    ignorePatterns: ["**", ...[...COPIED, ...CONFIGURATION].map((path) => `!${path}`), "**/node_modules", "**/dist"],
    tempDirName: ".stryker-tmp",
    incremental: true,
    incrementalFile: `${REPORTS}/${folder}.incremental.json`,
    reporters: ["progress-append-only", "html"],
    htmlReporter: { fileName: `${REPORTS}/${folder}.html` },
  };
}
